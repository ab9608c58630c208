"""What a script that shows an experiment needs: its record, and the facts that a figure owes its reader."""

import sys
from collections.abc import Iterable, Sequence

from pe_reference.experiments import records, runner
from pe_reference.experiments.records import Record

__all__ = ["facts", "record"]


def record(name: str, arguments: Sequence[str] | None = None) -> Record:
    """Return the record of an experiment: the one that comes with the package, or one made here.

    Parameters
    ----------
    name : str
        One of :data:`pe_reference.experiments.records.NAMES`.
    arguments : sequence of str, optional
        By default the words after the name of the script. ``--train`` makes the record anew, and keeps what is done in
        the folder ``.cache``; ``--quick`` does so with the first seed alone, and says so.

    Returns
    -------
    Record
        As :func:`pe_reference.experiments.records.load` or :func:`pe_reference.experiments.runner.make` returns it.

    Raises
    ------
    ValueError, FileNotFoundError
        As those two do.
    ModuleNotFoundError
        If there is nothing to train with.

    Examples
    --------
    >>> record("stairs", [])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    ValueError: `name` must be one of ladder, first_tokens, mixed, ..., got 'stairs'
    """
    asked = sys.argv[1:] if arguments is None else arguments
    if not {"--train", "--quick"} & set(asked):
        return records.load(name)
    if "--quick" in asked:
        print("quick: one seed alone, so no range is drawn")
    try:
        return runner.make(name, seeds=(0,) if "--quick" in asked else None)
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"to train needs the extra `experiments`: there is no {error.name}") from error


def facts(record: Record, arms: Iterable[str] | None = None) -> str:
    """Return a sentence on what stands behind a figure: seeds, length, steps, parameters and seconds.

    Parameters
    ----------
    record : Record
        What the figure shows.
    arms : iterable of str, optional
        Those that it shows, by default all.

    Returns
    -------
    str
        A range where the arms differ.

    Raises
    ------
    ValueError
        If there is no such arm.

    Examples
    --------
    >>> run = records.Run("a", 0, {"length": 32, "steps": 600}, 69136, 10.7, {}, {}, 0.1, 2.3, 0.0)
    >>> facts(Record("ladder", "?", "", {}, {}, (run,)))
    '1 seed; trained at length 32 for 600 steps; 69,136 parameters; 11 s of one processor core each.'
    """
    runs = [run for arm in (record.arms if arms is None else arms) for run in record.of(arm)]
    seeds = len({run.seed for run in runs})
    lengths, steps = (_span(int(run.plan[what]) for run in runs) for what in ("length", "steps"))
    parameters, seconds = _span(run.parameters for run in runs), _span(round(run.seconds) for run in runs)
    return (
        f"{seeds} {'seed' if seeds == 1 else 'seeds'}; trained at length {lengths} for {steps} steps; "
        f"{parameters} parameters; {seconds} s of one processor core each."
    )


def _span(values: Iterable[int]) -> str:
    low, *between = sorted(set(values))
    return f"{low:,} to {between[-1]:,}" if between else f"{low:,}"
