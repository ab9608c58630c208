"""What must be true of a page in a browser, each as a function that returns the problems it finds."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import reading

MARKUP = {
    "a role of MyST": r"\{[a-z][a-z:+-]*\}`",
    "a role of reST": r":[a-z]+(?::[a-z]+)*:`",
    "a glue that stuck": r"\{glue|\bglue:",
    "a fence": r"```|^:::",
    "a directive": r"^\.\. [a-z-]+::",
    "a pair of backticks": r"`[^`\n]+`",
    "a pair of stars": r"(?<!\w)\*\*\w[^*\n]*\*\*",  # a power is written with stars too
    "a target": r"^\([a-z0-9-]+\)=$",
    "TeX": r"\\[()\[\]]|\$\$|\$[^$\n]+\$|\\[a-zA-Z]{2,}",
}


def links(page: Path) -> list[str]:
    """Every link within the site leads to a file that is there, and to an anchor of it."""
    problems = []
    for link in reading.links(page):
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = page.parent / unquote(parts.path) if parts.path else page
        if not target.is_file():
            problems.append(f"leads nowhere: {link}")
        elif parts.fragment and target.suffix == ".html" and unquote(parts.fragment) not in reading.anchors(target):
            problems.append(f"no such anchor: {link}")
    return problems


def visit(seen: dict[str, Any]) -> list[str]:
    """Nothing went wrong while a page was open, and it is right in every state."""
    problems = [f"asks another host: {url}" for url in seen["outside"]]
    problems += [f"is not there: {url}" for url in seen["failed"]]
    problems += [f"script error: {text}" for text in seen["errors"]]
    for look in seen["looks"]:
        state = f"{look['theme']}, {look['width']} px"
        problems += [f"{problem} ({state})" for check in LOOKS for problem in check(look)]
    return problems


def words(look: dict[str, Any]) -> list[str]:
    """No markup is left as it was written."""
    found = ((name, match) for name, pattern in MARKUP.items() for match in re.finditer(pattern, look["words"], re.M))
    return [f"{name} is left: {match[0][:60]!r}" for name, match in found]


def mathematics(look: dict[str, Any]) -> list[str]:
    """Every formula is typeset, without an error."""
    problems = [f"formula with an error: {text[:60]!r}" for text in look["mathErrors"]]
    return problems + [f"formula not typeset: {text[:60]!r}" for text in look["untypeset"]]


def images(look: dict[str, Any]) -> list[str]:
    """Every image loads and has a text; only thumbnails and the mark beside its name may have an empty one."""
    problems = [f"no alt: {image['source']}" for image in look["images"] if not (image["alt"] or image["decorative"])]
    problems += [f"no alt attribute: {image['source']}" for image in look["images"] if image["alt"] is None]
    return problems + [f"does not load: {image['source']}" for image in look["images"] if image["broken"]]


def figures(look: dict[str, Any]) -> list[str]:
    """Of every figure one picture shows, that of the theme and of the width."""
    problems = [] if look["applied"] == look["theme"] else [f"the page is {look['applied']}"]
    for pictures in look["figures"]:
        shown = [(picture["theme"], "_narrow" in picture["source"]) for picture in pictures]
        if shown != [(look["theme"], look["width"] < 600)]:
            problems.append(f"shown of one figure: {[picture['source'].split('/')[-1] for picture in pictures]}")
    return problems


def width(look: dict[str, Any]) -> list[str]:
    """The page does not scroll sideways, and nothing is cut off at its edge."""
    problems = [f"scrolls sideways by {look['sideways']} px"] if look["sideways"] > 0 else []
    return problems + [f"cut off: {text!r}" for text in look["cut"]]


LOOKS = (words, mathematics, images, figures, width)
