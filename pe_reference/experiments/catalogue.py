"""The experiments by their names."""

from pe_reference import _checks
from pe_reference.experiments import (
    _first_tokens,
    _fixed_length,
    _ladder,
    _mixed,
    _no_encoding,
    _order,
    _shift_use,
    _stability,
)
from pe_reference.experiments._experiment import Experiment

__all__ = ["experiment"]

EXPERIMENTS = {
    "ladder": _ladder.EXPERIMENT,
    "first_tokens": _first_tokens.EXPERIMENT,
    "mixed": _mixed.EXPERIMENT,
    "order": _order.EXPERIMENT,
    "stability": _stability.EXPERIMENT,
    "fixed_length": _fixed_length.EXPERIMENT,
    "no_encoding": _no_encoding.EXPERIMENT,
    "shift_use": _shift_use.EXPERIMENT,
}


def experiment(name: str) -> Experiment:
    """Return an experiment: its question, arms, seeds, and what is measured.

    Parameters
    ----------
    name : str
        One of ``records.NAMES``.

    Returns
    -------
    Experiment
        With ``arms``, a mapping of names to plans, and ``seeds``.

    Raises
    ------
    ValueError
        If there is no such experiment.

    Examples
    --------
    >>> ladder = experiment("ladder")
    >>> ladder.arms["recall/alibi"].length, ladder.seeds
    (32, (0, 1, 2))
    """
    return EXPERIMENTS[_checks.one_of("name", name, tuple(EXPERIMENTS))]
