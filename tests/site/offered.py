"""What must be true of the files that the site offers, each as a function that returns the problems it finds."""

import json
import re
import tomllib
import zipfile
from pathlib import Path

import reading
from bs4 import BeautifulSoup

METADATA = re.compile(r"(?m)^# /// (?P<type>[a-zA-Z0-9-]+)$\s(?P<content>(^#(| .*)$\s)+)^# ///$")  # PEP 723's own
DATE = (2020, 2, 2, 0, 0, 0)
MARKUP = re.compile(r":[a-z]+(?::[a-z]+)*:`|^ *\.\. [a-z_-]+:|``[^`]*``_|\{[a-z:]+\}`|^[=~^-]{4,}$", re.M)


def requirement() -> str:
    """Return how a script must name this site's wheel."""
    (wheel,) = (reading.SITE / "wheels").glob("pe_reference-*.whl")
    return f"pe_reference[experiments] @ {reading.base()}wheels/{wheel.name}"


def line() -> str:
    """Return what a page must print to install it."""
    return f'pip install "{requirement()}"'


def metadata(script: str) -> dict:
    """Return the inline metadata of a script, or nothing."""
    blocks = [match for match in METADATA.finditer(script) if match["type"] == "script"]
    lines = blocks[0]["content"].splitlines() if len(blocks) == 1 else []
    return tomllib.loads("\n".join(line.removeprefix("#").removeprefix(" ") for line in lines))


def script(text: str, source: str) -> list[str]:
    """A script is its source, below metadata that names Python and the wheel."""
    project = tomllib.loads((reading.ROOT / "pyproject.toml").read_text())["project"]
    expected = {"requires-python": project["requires-python"], "dependencies": [requirement()]}
    problems = [] if metadata(text) == expected else [f"its metadata are {metadata(text)}"]
    return problems + ([] if METADATA.sub("", text, count=1).strip() == source.strip() else ["is not its source"])


def notebook(text: str) -> list[str]:
    """A notebook says in its first cell how to install, and shows no markup of Sphinx."""
    cells = [(cell["cell_type"], "".join(cell["source"])) for cell in json.loads(text)["cells"]]
    problems = [] if line() in cells[0][1] else ["its first cell does not say how to install"]
    words = ((match[0], source) for kind, source in cells if kind == "markdown" for match in MARKUP.finditer(source))
    return problems + [f"markup is left: {found!r} in {source[:60]!r}" for found, source in words]


def page(soup: BeautifulSoup) -> list[str]:
    """A page of the gallery prints the line that installs, once; its code has no metadata."""
    printed = [block.get_text().strip() for block in soup.select(".pe-install div.highlight pre")]
    problems = [] if printed == [line()] else [f"prints to install: {printed}"]
    return problems + (["shows the metadata"] if "/// script" in soup.get_text() else [])


def archive(path: Path, files: dict[str, bytes]) -> list[str]:
    """An archive holds `files` in order, each with the one date of all archives."""
    with zipfile.ZipFile(path) as packed:
        entries = packed.infolist()
        held = {entry.filename: packed.read(entry) for entry in entries}
    problems = [] if [entry.filename for entry in entries] == sorted(files) else [f"holds {list(held)}"]
    problems += [f"another file than the download: {name}" for name in held if held[name] != files.get(name)]
    return problems + [f"its own date: {entry.filename}" for entry in entries if entry.date_time != DATE]


def places(name: str, content: bytes, folder: Path) -> list[str]:
    """A file does not tell in which folder the site was built."""
    return [f"{name}: names {folder}"] if str(folder).encode() in content else []
