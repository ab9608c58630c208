"""One number for each position around the training length."""

from pe_reference.experiments import _first_tokens, _ladder


def test_positions_are_counted_from_the_training_length(measured):
    settings = _first_tokens.EXPERIMENT.settings
    count = settings["last"] - settings["first"] + 1
    for arm, measure in (("recall/sinusoidal", "accuracy"), ("markov/alibi", "loss")):
        assert {name: len(each) for name, each in measured(_first_tokens, arm).items()} == {measure: count}


def test_the_models_are_those_of_the_ladder():
    ladder = {plan.identity(0) for plan in _ladder.EXPERIMENT.arms.values()}
    assert all(plan.identity(0) in ladder for plan in _first_tokens.EXPERIMENT.arms.values())
