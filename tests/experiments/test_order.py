"""Weights from none to loud, for two initialisations, and reversal at other lengths."""

import math

from pe_reference.experiments import _order


def test_reversal_is_asked_at_other_lengths_too(measured):
    assert measured(_order, "reversal/t5").keys() == {"accuracy", "bag", "accuracy_at_8", "accuracy_at_17"}
    assert measured(_order, "who/none").keys() == {"accuracy"}


def test_weights_multiply_what_is_added():
    arms = _order.EXPERIMENT.arms
    plan = arms["recall/small-0.25"]
    assert (plan.encoding_weight, plan.embedding_scale) == (0.25, 8.0)
    assert math.isclose(plan.embedding_std * plan.embedding_scale, 1.0)
    assert sum(name.startswith("who/unit-") for name in arms) == len(_order.WEIGHTS)
