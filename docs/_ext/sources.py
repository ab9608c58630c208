"""How a source is named: the same in running text, in the list of sources and in notebooks."""

import re
from collections.abc import Iterator
from typing import Any

import pybtex.plugin
from pybtex.database import parse_file
from pybtex.style.formatting.unsrt import Style
from pybtex.style.labels import BaseLabelStyle
from sphinx.application import Sphinx


def names(entry: Any) -> str:
    """Return one or two authors, or the first and others, or the title where nobody is named."""
    people = [" ".join(person.prelast_names + person.last_names) for person in entry.persons.get("author", [])]
    if not people:
        return re.sub(r"[{}\\]", "", entry.fields["title"])
    named = people[0] + (f" and {people[1]}" if len(people) == 2 else " et al." if people[1:] else "")
    return re.sub(r"[{}\\]", "", named)


def cited(bibfile: str) -> dict[str, str]:
    """Return how each source is named in running text."""
    entries = parse_file(bibfile).entries
    return {key: f"{names(entry)} ({entry.fields.get('year', 'n.d.')})" for key, entry in entries.items()}


class LabelStyle(BaseLabelStyle):
    """Names and year."""

    def format_labels(self, sorted_entries: list[Any]) -> Iterator[str]:
        for entry in sorted_entries:
            yield f"{names(entry)} {entry.fields['year']}" if "year" in entry.fields else "Article"


class NamedStyle(Style):
    """The plain list, with names and years as labels."""

    default_label_style = LabelStyle
    default_sorting_style = "author_year_title"


def setup(app: Sphinx) -> dict[str, bool]:
    pybtex.plugin.register_plugin("pybtex.style.formatting", "named", NamedStyle)
    app.config.bibtex_default_style = "named"
    return {"parallel_read_safe": True}
