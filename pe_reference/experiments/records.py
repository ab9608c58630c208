"""What came out: one small JSON file for each experiment, and how to read it."""

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, final

import numpy as np
from numpy.typing import NDArray

from pe_reference import _checks
from pe_reference.experiments import _digest, _text

__all__ = ["NAMES", "Record", "Run", "load", "path"]

NAMES = ("ladder", "first_tokens", "mixed", "order", "stability", "fixed_length", "no_encoding", "shift_use")
AFTERWARDS = ("spectrum", "factor")  # of a plan, where the training is over


@final
@dataclass(frozen=True)
class Run:
    """One training and its measures.

    Attributes
    ----------
    arm : str
        Its name in the experiment, such as ``recall/alibi``.
    seed : int
        Of the initial weights and of the batches.
    plan : mapping
        All that the training depends on: task, encoding, steps, length, ...
    parameters : int
        Numbers that are trained.
    seconds : float
        Of one processor core, for the training. Trainings that experiments share are counted in each.
    curve : mapping
        ``loss`` and ``gradient``: means over twentieths of the steps.
    measures : mapping
        What is measured, each a number or a list.
    chance, uniform, floor : float
        Of the task: accuracy of a guess, its loss in nats, and the least loss.
    """

    arm: str
    seed: int
    plan: Mapping[str, Any]
    parameters: int
    seconds: float
    curve: Mapping[str, list[float]]
    measures: Mapping[str, float | list[float]]
    chance: float
    uniform: float
    floor: float


@final
@dataclass(frozen=True)
class Record:
    """The runs of an experiment.

    Attributes
    ----------
    experiment, question : str
        Its name, and what it asks.
    digest : str
        Of the code that made it.
    versions : mapping
        Of Python, NumPy and torch, and the machine.
    settings : mapping
        What the measures stand beside, such as the ``edges`` of segments of positions.
    runs : tuple of Run
        One for each arm and seed.

    Examples
    --------
    >>> run = Run("a", 0, {}, 10, 1.5, {}, {"accuracy": [0.5, 0.25]}, 0.1, 2.3, 0.0)
    >>> record = Record("ladder", "?", "", {}, {}, (run,))
    >>> record.values("a", "accuracy")
    array([[0.5 , 0.25]])
    """

    experiment: str
    question: str
    digest: str
    versions: Mapping[str, str]
    settings: Mapping[str, Any]
    runs: tuple[Run, ...]

    @property
    def arms(self) -> tuple[str, ...]:
        """Names of the arms."""
        return tuple(dict.fromkeys(run.arm for run in self.runs))

    @property
    def seeds(self) -> tuple[int, ...]:
        """The seeds that some arm has."""
        return tuple(sorted({run.seed for run in self.runs}))

    @property
    def seconds(self) -> float:
        """Seconds of one processor core, all trainings together; one that two arms share counts once."""
        found = {}
        for run in self.runs:
            plan = {name: each for name, each in run.plan.items() if name not in AFTERWARDS}
            found[json.dumps([plan, run.seed], sort_keys=True)] = run.seconds
        return sum(found.values())

    def of(self, arm: str) -> tuple[Run, ...]:
        """Return the runs of an arm, one for each seed; refuse a name that there is not."""
        _checks.one_of("arm", arm, self.arms)
        return tuple(run for run in self.runs if run.arm == arm)

    def values(self, arm: str, measure: str) -> NDArray[np.float64]:
        """Return a measure, ``(seeds,)`` or ``(seeds, ...)``."""
        runs = self.of(arm)
        _checks.one_of("measure", measure, tuple(runs[0].measures))
        return np.array([run.measures[measure] for run in runs], dtype=np.float64)

    def mean(self, arm: str, measure: str) -> NDArray[np.float64]:
        """Return the mean over the seeds, ``()`` or as long as the measure."""
        return np.asarray(self.values(arm, measure).mean(axis=0))

    def span(self, arm: str, measure: str) -> NDArray[np.float64]:
        """Return the least and the largest value over the seeds, ``(2,)`` or ``(2, ...)``."""
        values = self.values(arm, measure)
        return np.stack((values.min(axis=0), values.max(axis=0)))

    def curve(self, arm: str, what: str = "loss") -> NDArray[np.float64]:
        """Return ``loss`` or ``gradient`` on the way, ``(seeds, 20)``."""
        return np.array([run.curve[_checks.one_of("what", what, ("loss", "gradient"))] for run in self.of(arm)])

    def text(self) -> str:
        """Return the record as JSON that people can read."""
        fields = dataclasses.asdict(self)
        return _text.written(fields, fields.pop("runs"))

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Return the record that :meth:`text` made a text of."""
        head, runs = _text.read(text)
        return cls(**head, runs=tuple(Run(**run) for run in runs))


def load(name: str) -> Record:
    """Return the record of an experiment.

    Parameters
    ----------
    name : str
        One of ``NAMES``.

    Returns
    -------
    Record
        That which comes with the package.

    Raises
    ------
    ValueError
        If there is no such experiment, or if other code than that of this package made the record.
    FileNotFoundError
        If there is no record yet.

    Examples
    --------
    >>> load("stairs")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    ValueError: `name` must be one of ladder, first_tokens, mixed, ..., got 'stairs'
    """
    where = path(name)
    if not where.exists():
        raise FileNotFoundError(f"no record of {name!r} yet: `nox -s experiments -- {name}` makes it")
    record = Record.from_text(where.read_text(encoding="utf-8"))
    now = _digest.digest(f"experiments._{name}")
    if record.digest != now:
        raise ValueError(
            f"`{where.name}` must be made by the code of this package, {now}, got {record.digest}: "
            f"`nox -s experiments -- {name}` makes it anew"
        )
    return record


def path(name: str) -> Path:
    """Return where the record of an experiment is kept: with the package, or in the source tree.

    Parameters
    ----------
    name : str
        One of ``NAMES``.

    Returns
    -------
    Path
        Of a file that may not be there yet.

    Raises
    ------
    ValueError
        If there is no such experiment.

    Examples
    --------
    >>> path("ladder").name
    'ladder.json'
    """
    _checks.one_of("name", name, NAMES)
    package = Path(__file__).resolve().parents[1]
    shipped = package / "evidence"
    return (shipped if shipped.exists() else package.parent / "docs" / "evidence") / f"{name}.json"
