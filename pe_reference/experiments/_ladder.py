"""Trained at one length, asked at up to eight times that length."""

from pe_reference.experiments import _plans, _scores
from pe_reference.experiments._experiment import Experiment, Measures
from pe_reference.experiments._plans import Plan
from pe_reference.experiments.model import Transformer
from pe_reference.experiments.training import Course

__all__ = ["ENCODINGS", "EXPERIMENT", "plan"]

ENCODINGS = ("none", "sinusoidal", "article", "learned", "integer", "rotary", "t5", "alibi")
AFTERWARDS = ("position_interpolation", "ntk", "yarn")
FACTORS = (2, 8)
EDGES = [8, 32, 40, 48, 64, 96, 128, 192, 256]
SENTENCES = 128


def plan(task: str, encoding: str) -> Plan:
    """Return the training that the experiments on length share."""
    return Plan(task, encoding, steps=200 if task == "itself" else 600)


def _measured(plan: Plan, model: Transformer, course: Course) -> Measures:
    scores = _scores.score(_plans.task_of(plan), model, length=EDGES[-1], sentences=SENTENCES)
    return {"accuracy": _scores.by_segment(scores.accuracy, EDGES), "loss": _scores.by_segment(scores.loss, EDGES)}


def _arms() -> dict[str, Plan]:
    arms = {f"{task}/{encoding}": plan(task, encoding) for task in ("recall", "markov") for encoding in ENCODINGS}
    for task in ("recall", "markov"):
        for name in AFTERWARDS:
            for factor in FACTORS:
                base = vars(plan(task, "rotary"))
                arms[f"{task}/{name}-{factor}"] = Plan(**{**base, "spectrum": name, "factor": float(factor)})
    return {**arms, "itself/sinusoidal": plan("itself", "sinusoidal")}


EXPERIMENT = Experiment(
    question="Does a model read longer texts than it was trained on?",
    arms=_arms(),
    measured=_measured,
    cheapest=("itself/sinusoidal", "recall/sinusoidal", "recall/rotary"),
    settings={"edges": [float(edge) for edge in EDGES], "sentences": SENTENCES},
)
