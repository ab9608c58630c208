"""A part of a record made anew, and whether it lies within the spread of the seeds."""

import dataclasses

import numpy as np

from pe_reference.experiments.records import Record

__all__ = ["differences", "same"]

SLACK = 0.02  # of accuracies and losses, where all seeds agree


def differences(kept: Record, new: Record) -> list[str]:
    """Return what of `new` is farther from the seeds of `kept` than they are from one another, in words."""
    found = []
    for run in new.runs:
        for measure, value in run.measures.items():
            low, high = kept.span(run.arm, measure)
            margin = (high - low) + SLACK * np.maximum(1, np.abs(high))
            off = np.maximum(low - margin - value, value - high - margin)
            if not np.all(off <= 0):
                worst = int(np.argmax(np.where(np.isnan(off), np.inf, off)))
                got, least, most = (float(np.ravel(each)[worst]) for each in (value, low, high))
                where = f"{kept.experiment}, {run.arm}, seed {run.seed}"
                found.append(f"{where}: {measure} is {got:.4g}, not from {least:.4g} to {most:.4g}")
    return found


def same(kept: Record, new: Record) -> bool:
    """Whether `new` says what `kept` does, in fewer seeds, to the last digit written down; the seconds may differ."""
    runs = {(run.arm, run.seed): dataclasses.replace(run, seconds=0.0) for run in kept.runs}
    return (
        (kept.question, kept.settings, kept.arms) == (new.question, new.settings, new.arms)
        and all(dataclasses.replace(run, seconds=0.0) == runs.get((run.arm, run.seed)) for run in new.runs)
    )  # fmt: skip
