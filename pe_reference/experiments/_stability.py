"""Losses and gradients with codes that are bounded, large, or out of range."""

import dataclasses
import math

import numpy as np

from pe_reference.experiments import _plans, _scores
from pe_reference.experiments._experiment import Experiment, Measures
from pe_reference.experiments._plans import Plan
from pe_reference.experiments.model import Transformer
from pe_reference.experiments.training import Course

__all__ = ["EXPERIMENT"]

BASE = Plan("recall", "sinusoidal", steps=200, max_seq_len=32)
FAR = 1000
SENTENCES = 128
LAST = 0.1  # share of the steps that counts as the end


def _measured(plan: Plan, model: Transformer, course: Course) -> Measures:
    scores = _scores.score(_plans.task_of(plan), model, length=plan.length, sentences=SENTENCES)
    last = math.ceil(LAST * len(course.loss))
    return {
        "accuracy": _scores.by_segment(scores.accuracy, [0, plan.length])[0],
        "first_loss": course.loss[0],
        "last_loss": float(np.mean(course.loss[-last:])),
        "largest_loss": max(course.loss),
        "largest_gradient": max(course.gradient),
        "median_gradient": float(np.median(course.gradient)),
    }


def _arms() -> dict[str, Plan]:
    codes = {
        "linear": dataclasses.replace(BASE, encoding="linear"),
        "linear times sqrt(d_model)": dataclasses.replace(
            BASE, encoding="linear", encoding_weight=math.sqrt(BASE.d_model)
        ),
        "linear over length": dataclasses.replace(BASE, encoding="linear", encoding_weight=1 / BASE.length),
        "integer": dataclasses.replace(BASE, encoding="integer"),
        "sinusoidal": BASE,
    }
    arms = {}
    for norm in ("pre", "post"):
        for code, plan in codes.items():
            arms[f"float32/{norm}/{code}"] = dataclasses.replace(plan, norm=norm)
        for code in ("linear", "integer", "sinusoidal"):
            near = dataclasses.replace(codes[code], norm=norm)
            far = dataclasses.replace(near, first_position=FAR, max_seq_len=FAR + BASE.length)
            arms[f"bfloat16/{norm}/{code}"] = dataclasses.replace(near, bfloat16=True)
            arms[f"from {FAR}/{norm}/{code}"] = far
            arms[f"bfloat16 from {FAR}/{norm}/{code}"] = dataclasses.replace(far, bfloat16=True)
    return arms


EXPERIMENT = Experiment(
    question="Does training stay stable when a code grows without bound?",
    arms=_arms(),
    measured=_measured,
    cheapest=("float32/pre/linear", "float32/pre/sinusoidal"),
    settings={"sentences": SENTENCES},
)
