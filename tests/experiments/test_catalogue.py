"""Eight experiments, each with three seeds or more, known arms, and a question."""

import pytest

from pe_reference.experiments import _plans, catalogue, model, records


@pytest.mark.parametrize("name", records.NAMES)
def test_every_experiment_is_complete(name):
    found = catalogue.experiment(name)
    assert len(found.seeds) >= 3 and found.question.endswith("?")
    assert set(found.cheapest) <= set(found.arms)
    for plan in found.arms.values():
        assert plan.task in _plans.TASKS and plan.encoding in model.NAMES


def test_names_are_those_of_the_records():
    assert tuple(catalogue.EXPERIMENTS) == records.NAMES
    with pytest.raises(ValueError, match=r"`name` must be one of ladder, .*, got 'stairs'"):
        catalogue.experiment("stairs")
