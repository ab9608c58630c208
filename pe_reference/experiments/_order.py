"""Word order and reversal, with and without an encoding, and how loud the encoding has to be."""

import dataclasses
import math

from pe_reference.experiments import _plans, _scores
from pe_reference.experiments._experiment import Experiment, Measures
from pe_reference.experiments._plans import Plan
from pe_reference.experiments.model import Transformer
from pe_reference.experiments.training import Course

__all__ = ["EXPERIMENT", "WEIGHTS"]

WEIGHTS = (0.0, 0.25, 1.0, 4.0, 16.0)
SENTENCES = 2048
SENTENCE = Plan("who", "none", steps=300, length=4, max_seq_len=4, causal=False)
REVERSAL = Plan("reversal", "none", steps=600, length=16, max_seq_len=32, causal=False)
RECALL = Plan("recall", "sinusoidal", steps=400, max_seq_len=32)


def _measured(plan: Plan, model: Transformer, course: Course) -> Measures:
    task = _plans.task_of(plan)
    scores = _scores.score(task, model, length=plan.length, sentences=SENTENCES)
    measures = {"accuracy": _scores.by_segment(scores.accuracy, [0, plan.length])[0]}
    if plan.task == "reversal":
        measures["bag"] = _scores.bag(plan.length - 1, task.num_classes)
        for length in (plan.length // 2, plan.length + 1):
            other = _scores.score(task, model, length=length, sentences=SENTENCES)
            measures[f"accuracy_at_{length}"] = _scores.by_segment(other.accuracy, [0, length])[0]
    return measures


def _arms() -> dict[str, Plan]:
    arms = {f"who/{encoding}": dataclasses.replace(SENTENCE, encoding=encoding) for encoding in ("none", "sinusoidal")}
    arms["whether/none"] = dataclasses.replace(SENTENCE, task="whether")
    for encoding in ("none", "sinusoidal", "learned", "rotary", "t5"):
        arms[f"reversal/{encoding}"] = dataclasses.replace(REVERSAL, encoding=encoding)
    scale = math.sqrt(SENTENCE.d_model)
    for base in (dataclasses.replace(SENTENCE, encoding="sinusoidal"), RECALL):
        for std, word in ((1.0, "unit"), (1 / scale, "small")):
            for weight in WEIGHTS:
                arms[f"{base.task}/{word}-{weight:g}"] = dataclasses.replace(
                    base, embedding_std=std, embedding_scale=scale, encoding_weight=weight
                )
    return arms


EXPERIMENT = Experiment(
    question="Does the model see word order, and how loud must the encoding be?",
    arms=_arms(),
    measured=_measured,
    cheapest=("who/none", "who/sinusoidal", "whether/none"),
    settings={"weights": list(WEIGHTS), "sentences": SENTENCES},
)
