"""Records as JSON that people can read: a line for each run."""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

__all__ = ["read", "replace", "rounded", "written"]

OF_EACH = ("seed", "seconds", "curve", "measures")  # what differs between the runs of an arm


def written(head: Mapping[str, Any], runs: Sequence[Mapping[str, Any]]) -> str:
    """Return a record as JSON; what the runs of an arm share, and what all plans share, is written once."""
    plans = [run["plan"] for run in runs]
    common = (
        {name: each for name, each in plans[0].items() if all(plan[name] == each for plan in plans)} if runs else {}
    )
    lines = [f"{json.dumps(name)}: {json.dumps(each)}," for name, each in {**head, "common": common}.items()]
    arms = []
    for arm in dict.fromkeys(run["arm"] for run in runs):
        its = [run for run in runs if run["arm"] == arm]
        shared = {name: each for name, each in its[0].items() if name not in ("arm", *OF_EACH)}
        shared["plan"] = {name: each for name, each in shared["plan"].items() if name not in common}
        rows = ",\n".join(json.dumps({name: run[name] for name in OF_EACH}) for run in its)
        arms.append(f'{json.dumps(arm)}: {{"shared": {json.dumps(shared)}, "runs": [\n{rows}]}}')
    return "\n".join(["{", *lines, '"arms": {', ",\n".join(arms), "}}", ""])


def read(text: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return what :func:`written` made a text of."""
    head = json.loads(text)
    common, arms = head.pop("common"), head.pop("arms")
    runs = [{"arm": arm, **one["shared"], **run} for arm, one in arms.items() for run in one["runs"]]
    return head, [{**run, "plan": {**common, **run["plan"]}} for run in runs]


def rounded(value: Any, digits: int = 6) -> Any:
    """Return numbers, also those in lists and mappings, with so many significant digits.

    Examples
    --------
    >>> rounded({"loss": [1 / 3, 2]})
    {'loss': [0.333333, 2]}
    """
    if isinstance(value, float):
        return float(f"{value:.{digits}g}")
    if isinstance(value, Mapping):
        return {name: rounded(each, digits) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(each, digits) for each in value]
    return value


def replace(path: Path, text: str) -> None:
    """Write a file at once or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(f".{os.getpid()}")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(path)
