"""All encodings, spectra set afterwards, and a control that needs no position."""

from pe_reference.experiments import _ladder


def test_a_rung_has_a_number_for_each_segment(measured):
    got = measured(_ladder, "recall/ntk-8")
    assert {name: len(each) for name, each in got.items()} == {"accuracy": 8, "loss": 8}
    assert all(0 <= each <= 1 for each in got["accuracy"])


def test_spectra_share_the_training_of_the_rotary_arm():
    arms = _ladder.EXPERIMENT.arms
    assert len({arms[f"recall/{name}"].identity(0) for name in ("rotary", "yarn-2", "ntk-8")}) == 1
    assert len({plan.identity(0) for plan in arms.values()}) == 2 * len(_ladder.ENCODINGS) + 1
