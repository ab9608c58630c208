"""The first tokens past the training length, one by one, with the models of the ladder."""

from pe_reference.experiments import _ladder, _plans, _scores
from pe_reference.experiments._experiment import Experiment, Measures
from pe_reference.experiments._plans import Plan
from pe_reference.experiments.model import Transformer
from pe_reference.experiments.training import Course

__all__ = ["EXPERIMENT"]

BEFORE, AFTER = 8, 64
SENTENCES = 1024


def _measured(plan: Plan, model: Transformer, course: Course) -> Measures:
    length = plan.length + AFTER
    scores = _scores.score(_plans.task_of(plan), model, length=length, sentences=SENTENCES)
    seen = slice(plan.length - BEFORE, length)
    return (
        {"loss": scores.loss[seen].tolist()} if plan.task == "markov" else {"accuracy": scores.accuracy[seen].tolist()}
    )


EXPERIMENT = Experiment(
    question="What happens at the first tokens past the training length?",
    arms={
        **{
            f"{task}/{encoding}": _ladder.plan(task, encoding)
            for task in ("recall", "markov")
            for encoding in _ladder.ENCODINGS
        },
        "itself/sinusoidal": _ladder.plan("itself", "sinusoidal"),
    },
    measured=_measured,
    cheapest=("itself/sinusoidal", "recall/sinusoidal"),
    settings={"first": -BEFORE, "last": AFTER - 1, "sentences": SENTENCES},
)
