"""Run experiments: what is done already is kept, so that an interrupted run goes on where it was."""

import dataclasses
import platform
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from pe_reference import _checks
from pe_reference.experiments import _bars, _digest, _plans, _text, catalogue, records
from pe_reference.experiments._experiment import Experiment
from pe_reference.experiments.model import Transformer
from pe_reference.experiments.records import Record, Run
from pe_reference.experiments.training import Course

__all__ = ["asked", "make", "trained_in", "trainings", "write"]

CACHE = Path(".cache") / "experiments"
POINTS = 20  # of a curve


def asked(name: str, arguments: Sequence[str] | None = None) -> Record:
    """Return the record that comes with the package, or the one that the command line of a script asks for.

    Parameters
    ----------
    name : str
        One of ``records.NAMES``.
    arguments : sequence of str, optional
        With ``--train`` the record is made here, with ``--quick`` from the first seed alone. By default the arguments
        of the program.

    Returns
    -------
    Record
        A quick one is announced: it has no spread.

    Raises
    ------
    ValueError, FileNotFoundError
        As for :func:`pe_reference.experiments.records.load`.

    Examples
    --------
    >>> asked("stairs", ["--quick"])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    ValueError: `name` must be one of ladder, first_tokens, mixed, ..., got 'stairs'
    """
    words = sys.argv[1:] if arguments is None else [*arguments]
    if isinstance(arguments, str):
        raise TypeError(f"`arguments` must be a list of words, got {_checks.shown(arguments)}")
    if "--quick" in words:
        seeds = catalogue.experiment(name).seeds[:1]
        print(f"{name}: seed {seeds[0]} alone, made here; the record that comes with the package has more.")
        return make(name, seeds=seeds)
    return make(name) if "--train" in words else records.load(name)


def make(
    name: str,
    *,
    arm: str | None = None,
    seeds: Sequence[int] | None = None,
    steps: int | None = None,
    cache: Path | None = CACHE,
    progress: bool | None = None,
) -> Record:
    """Return the record of an experiment, made here: what a gallery script does with ``--train``.

    Parameters
    ----------
    name : str
        One of ``records.NAMES``.
    arm : str, optional
        The one arm, or the arms whose name ends with it; by default all.
    seeds : sequence of int, optional
        By default those of the experiment; ``(0,)`` is quick.
    steps : int, optional
        At most so many in each training, for a rehearsal.
    cache : path, optional
        Folder for what is done already; None keeps nothing.
    progress : bool, optional
        Whether to draw bars; by default only on a terminal.

    Returns
    -------
    Record
        As :func:`pe_reference.experiments.records.load` returns it.

    Raises
    ------
    ValueError
        If there is no such experiment or arm.

    Examples
    --------
    >>> quick = make("order", arm="who/none", seeds=(0,), steps=2, cache=None)
    >>> quick.arms, quick.seeds
    (('who/none',), (0,))
    """
    experiment = catalogue.experiment(name)
    experiment = experiment if steps is None else experiment.with_steps(steps)
    wanted = [
        (each, seed) for each in experiment.chosen(arm) for seed in (experiment.seeds if seeds is None else seeds)
    ]
    digest = _digest.digest(f"experiments._{name}")
    kept = None if cache is None else (cache / digest, trained_in(cache))
    runs = []
    with _bars.bar(len(wanted), name, progress) as advance:
        for each, seed in wanted:
            runs.append(_run(experiment, each, seed, kept, progress))
            advance(each)
    versions = {"python": platform.python_version(), "numpy": np.__version__, "torch": torch.__version__}
    versions["machine"] = platform.machine()
    settings = _text.rounded(dict(experiment.settings))
    return Record(name, experiment.question, digest, versions, settings, tuple(runs))


def write(record: Record, folder: Path | None = None) -> Path:
    """Write a record where it is looked for.

    Parameters
    ----------
    record : Record
        All arms and seeds of an experiment.
    folder : path, optional
        By default that of :func:`pe_reference.experiments.records.path`.

    Returns
    -------
    Path
        Of the file.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write(Record("ladder", "?", "", {}, {}, ()), Path(folder)).name
    'ladder.json'
    """
    usual = records.path(record.experiment)
    path = usual if folder is None else folder / usual.name
    _text.replace(path, record.text())
    return path


def trainings(
    names: Sequence[str], *, arm: str | None = None, seeds: Sequence[int] | None = None, steps: int | None = None
) -> list[tuple[str, str, int]]:
    """List the trainings of several experiments, those that they share once.

    Parameters
    ----------
    names : sequence of str
        Experiments.
    arm, seeds, steps
        As for :func:`make`.

    Returns
    -------
    list of (experiment, arm, seed)
        In the order of `names`.

    Raises
    ------
    ValueError
        If there is no such experiment or arm.

    Examples
    --------
    >>> len(trainings(["ladder"])), len(trainings(["ladder", "first_tokens"]))
    (51, 51)
    """
    found: dict[str, tuple[str, str, int]] = {}
    for name in names:
        experiment = catalogue.experiment(name)
        experiment = experiment if steps is None else experiment.with_steps(steps)
        for each, plan in experiment.chosen(arm).items():
            for seed in experiment.seeds if seeds is None else seeds:
                found.setdefault(plan.identity(seed), (name, each, seed))
    return list(found.values())


def trained_in(cache: Path) -> Path:
    """Return the folder of the models that this code has trained.

    Parameters
    ----------
    cache : path
        As for :func:`make`.

    Returns
    -------
    Path
        With the digest of the code as its name.

    Examples
    --------
    >>> len(trained_in(CACHE).name)
    16
    """
    return cache / _digest.digest("experiments._plans")


def _run(experiment: Experiment, arm: str, seed: int, kept: tuple[Path, Path] | None, progress: bool | None) -> Run:
    """Return a run; `kept` are the folders of finished runs and of trained models."""
    plan = experiment.arms[arm]
    if kept is None:
        return _finished(experiment, arm, seed, *_plans.trained(plan, seed, progress=progress))
    done, models = kept
    where = done / f"{arm.replace('/', '-')}-{plan.steps}-{seed}.json"
    if not where.exists():
        run = _finished(experiment, arm, seed, *_plans.trained(plan, seed, models, progress=progress))
        _text.replace(where, Record("", "", "", {}, {}, (run,)).text())
    return _kept(where, arm, seed)


def _kept(where: Path, arm: str, seed: int) -> Run:
    try:
        (run,) = Record.from_text(where.read_text(encoding="utf-8")).runs
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(
            f"`cache` must hold whole runs, got a broken file, {where}: remove it to start again"
        ) from error
    if (run.arm, run.seed) != (arm, seed):
        raise ValueError(f"`cache` must hold {arm}, seed {seed}, in {where}, got {run.arm}, seed {run.seed}")
    return run


def _finished(experiment: Experiment, arm: str, seed: int, model: Transformer, course: Course) -> Run:
    plan = experiment.arms[arm]
    task = _plans.task_of(plan)
    return Run(
        arm=arm,
        seed=seed,
        plan=_text.rounded(dataclasses.asdict(plan)),
        parameters=sum(each.numel() for each in model.parameters()),
        seconds=round(course.seconds, 2),
        curve={"loss": _thinned(course.loss), "gradient": _thinned(course.gradient)},
        measures=_text.rounded(experiment.measured(plan, model, course)),
        chance=task.chance,
        uniform=task.uniform,
        floor=task.floor,
    )


def _thinned(values: Sequence[float]) -> list[float]:
    """Return the means over equal parts of the steps."""
    parts = np.array_split(np.array(values), POINTS)
    thinned: list[float] = _text.rounded([float(part.mean()) for part in parts if part.size], digits=4)
    return thinned
