"""Verdicts as a badge: always an icon and a word, six silhouettes that differ without colour."""

VERDICTS = {
    "holds": "true as it is said",
    "corrected": "right at heart, wrong as said",
    "refuted": "false, with a counterexample",
    "cited": "checked against a source, not computed",
    "opinion": "a matter of taste",
    "pending": "evidence is still to be trained",
}
_DISC = "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Z"
_SHAPE = {
    "holds": f'<path fill-rule="evenodd" d="{_DISC}m3.7 5.1-4.3 5.2a.9.9 0 0 1-1.3.1L4 9.4a.9.9 0 0 1 1.2-1.3l1.4 1.3 '
    '3.7-4.4a.9.9 0 0 1 1.4 1.1Z"/>',
    "corrected": f'<path fill-rule="evenodd" d="{_DISC}m0 1.6v10.8a5.4 5.4 0 0 1 0-10.8Z"/>',
    "refuted": '<path d="M3.6 2.1 8 6.5l4.4-4.4 1.5 1.5L9.5 8l4.4 4.4-1.5 1.5L8 9.5l-4.4 4.4-1.5-1.5L6.5 8 2.1 3.6Z"/>',
    "cited": '<path d="M2 3h5v5.2C7 11 5.6 12.7 3 13.4l-.5-1.5C4 11.4 4.7 10.5 4.8 9H2Zm7 0h5v5.2c0 2.8-1.4 4.5-4 '
    '5.2l-.5-1.5C11 11.4 11.7 10.5 11.8 9H9Z"/>',
    "opinion": '<path fill-rule="evenodd" d="M3 2h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H8l-3.5 3v-3H3a2 2 0 0 1-2-2V4a2 2 0 '
    '0 1 2-2Zm0 1.6a.4.4 0 0 0-.4.4v6c0 .2.2.4.4.4h10c.2 0 .4-.2.4-.4V4a.4.4 0 0 0-.4-.4Z"/>',
    "pending": '<circle cx="8" cy="8" r="6.1" fill="none" stroke="currentColor" stroke-width="1.7" '
    'stroke-dasharray="3.1 3.287"/>',
    "tick": '<path d="m13.9 4.3-7.3 8.2L2.2 8.4l1.4-1.5 2.9 2.7 5.9-6.7Z"/>',
}


def icon(name: str) -> str:
    """Return the icon of a verdict, or the tick, as inline SVG; its shape stands once in the page, in the sprite."""
    return f'<svg class="pe-icon" aria-hidden="true"><use href="#pe-icon-{name}"/></svg>'


def sprite(body: str) -> str:
    """Return the shapes of the icons in `body`, each once."""
    used = [name for name in _SHAPE if f'href="#pe-icon-{name}"' in body]
    shapes = (f'<symbol id="pe-icon-{name}" viewBox="0 0 16 16">{_SHAPE[name]}</symbol>' for name in used)
    return f'<svg class="pe-sprite" hidden aria-hidden="true">{"".join(shapes)}</svg>' if used else ""


def badge(verdict: str) -> str:
    """Return icon and word of a verdict."""
    return f'<span class="pe-badge pe-badge--{verdict}">{icon(verdict)}{verdict.capitalize()}</span>'


def outcome(checks: int, passed: int) -> str:
    """Return the line under a doctest: how many checks ran and passed in this build."""
    if not checks:
        return f'<p class="pe-outcome">{icon("pending")}Not run in this build</p>'
    if passed < checks:
        return (
            f'<p class="pe-outcome pe-outcome--failed">{icon("refuted")}{checks - passed} of {checks} checks failed</p>'
        )
    plural = "" if checks == 1 else "s"
    return f'<p class="pe-outcome pe-outcome--passed">{icon("tick")}{checks} check{plural} passed in this build</p>'
