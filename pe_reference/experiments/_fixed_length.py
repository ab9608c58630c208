"""Learned rows against sinusoids where no text is longer than in training, with the same budget."""

from pe_reference.experiments import _ladder, _order, _plans, _scores
from pe_reference.experiments._experiment import Experiment, Measures
from pe_reference.experiments._plans import Plan
from pe_reference.experiments.model import Transformer
from pe_reference.experiments.training import Course

__all__ = ["EXPERIMENT"]

ENCODINGS = ("learned", "sinusoidal", "none")
SENTENCES = 512


def _measured(plan: Plan, model: Transformer, course: Course) -> Measures:
    scores = _scores.score(_plans.task_of(plan), model, length=plan.length, sentences=SENTENCES)
    whole = [0, plan.length]
    return {
        "accuracy": _scores.by_segment(scores.accuracy, whole)[0],
        "loss": _scores.by_segment(scores.loss, whole)[0],
    }


EXPERIMENT = Experiment(
    question="At a fixed length, do learned rows do better than sinusoids?",
    arms={
        **{f"markov/{encoding}": _ladder.plan("markov", encoding) for encoding in ENCODINGS},
        **{f"reversal/{encoding}": _order.EXPERIMENT.arms[f"reversal/{encoding}"] for encoding in ENCODINGS},
    },
    measured=_measured,
    cheapest=("reversal/learned", "reversal/sinusoidal"),
    seeds=(0, 1, 2, 3, 4),
    settings={"sentences": SENTENCES},
)
