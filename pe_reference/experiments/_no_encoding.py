"""Without any encoding: an encoder is blind to places, a causal decoder is not; one layer against two."""

import dataclasses

import numpy as np

from pe_reference.experiments import _plans, _scores
from pe_reference.experiments._experiment import Experiment, Measures
from pe_reference.experiments._plans import Plan
from pe_reference.experiments.model import Transformer
from pe_reference.experiments.training import Course

__all__ = ["EXPERIMENT"]

BASE = Plan("previous", "none", steps=600, max_seq_len=32)
SENTENCES = 256


def _measured(plan: Plan, model: Transformer, course: Course) -> Measures:
    task = _plans.task_of(plan)
    scores = _scores.score(task, model, length=plan.length, sentences=SENTENCES)
    measures = {"accuracy": _scores.by_segment(scores.accuracy, [0, plan.length])[0]}
    if plan.task == "previous":
        seen = range(1, plan.length) if plan.causal else [plan.length - 1]
        measures["bag"] = float(np.mean([_scores.bag(tokens, task.num_classes) for tokens in seen]))
    else:
        measures["distance"] = _scores.by_segment(scores.distance, [0, plan.length])[0]
    return measures


def _arms() -> dict[str, Plan]:
    kinds = {"encoder": (False, 2), "causal-1": (True, 1), "causal-2": (True, 2)}
    arms = {}
    for task in ("probe from a mark", "probe", "previous"):
        for kind, (causal, layers) in kinds.items():
            arms[f"{task}/{kind}"] = dataclasses.replace(BASE, task=task, causal=causal, layers=layers)
    arms["previous/sinusoidal"] = dataclasses.replace(BASE, encoding="sinusoidal", layers=1)
    return arms


EXPERIMENT = Experiment(
    question="What does a model know of places without any encoding?",
    arms=_arms(),
    measured=_measured,
    cheapest=("previous/causal-1", "previous/sinusoidal"),
    settings={"sentences": SENTENCES},
)
