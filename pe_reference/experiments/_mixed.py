"""Trained on one length, on mixed lengths, or at random offsets: what of the failure is the training's."""

import dataclasses

from pe_reference.experiments import _ladder, _plans, _scores
from pe_reference.experiments._experiment import Experiment, Measures
from pe_reference.experiments._plans import Plan
from pe_reference.experiments.model import Transformer
from pe_reference.experiments.training import Course

__all__ = ["EXPERIMENT"]

ENCODINGS = ("sinusoidal", "learned", "rotary")
SENTENCES = 128


def _measured(plan: Plan, model: Transformer, course: Course) -> Measures:
    task, length = _plans.task_of(plan), plan.length
    long = _scores.score(task, model, length=plan.max_seq_len, sentences=SENTENCES)
    far = _scores.score(task, model, length=length, sentences=SENTENCES, first=plan.max_seq_len - length)
    far_accuracy = _scores.by_segment(far.accuracy, [length // 8, length])[0]
    edges = [min(edge, plan.max_seq_len) for edge in _ladder.EDGES]
    return {"accuracy": _scores.by_segment(long.accuracy, edges), "far_accuracy": far_accuracy}


def _arms() -> dict[str, Plan]:
    arms = {}
    for encoding in ENCODINGS:
        fixed = _ladder.plan("recall", encoding)
        arms[f"fixed/{encoding}"] = fixed
        arms[f"mixed/{encoding}"] = dataclasses.replace(fixed, shortest=8)
        arms[f"shifted/{encoding}"] = dataclasses.replace(fixed, shifted=True)
    return arms


EXPERIMENT = Experiment(
    question="What of the failure is the encoding's, and what the training's?",
    arms=_arms(),
    measured=_measured,
    cheapest=("mixed/sinusoidal",),
    settings={"edges": [float(edge) for edge in _ladder.EDGES], "sentences": SENTENCES},
)
