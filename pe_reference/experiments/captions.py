"""What the caption of a figure of trained models owes its reader."""

from collections.abc import Iterable

from pe_reference import _checks
from pe_reference.experiments.records import Record

__all__ = ["facts"]


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
    TypeError, ValueError
        If `arms` is a single string or empty, or there is no such arm.

    Examples
    --------
    >>> from pe_reference.experiments.records import Run
    >>> run = Run("a", 0, {"length": 32, "steps": 600}, 69136, 10.7, {}, {}, 0.1, 2.3, 0.0)
    >>> facts(Record("ladder", "?", "", {}, {}, (run,)))
    '1 seed; trained at length 32 for 600 steps; 69,136 parameters; 11 s of one processor core each.'
    """
    if isinstance(arms, str):
        raise TypeError(f"`arms` must be a list of names, got {_checks.shown(arms)}")
    runs = [run for arm in (record.arms if arms is None else arms) for run in record.of(arm)]
    if not runs:
        raise ValueError("`arms` must name at least one, got none")
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
