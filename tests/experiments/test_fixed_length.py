"""The same budget for each; trainings shared with other experiments."""

from pe_reference.experiments import _fixed_length


def test_what_is_measured(measured):
    assert measured(_fixed_length, "reversal/learned").keys() == {"accuracy", "loss"}
    budgets = {(plan.task, plan.steps, plan.batch_size) for plan in _fixed_length.EXPERIMENT.arms.values()}
    assert len(budgets) == 2
