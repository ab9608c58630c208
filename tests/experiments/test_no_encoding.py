"""Encoder and decoder, one layer and two, with and without a mark at the start."""

from pe_reference.experiments import _no_encoding


def test_what_is_measured(measured):
    assert measured(_no_encoding, "probe from a mark/causal-1")["distance"] > 0
    causal, encoder = (measured(_no_encoding, f"previous/{kind}")["bag"] for kind in ("causal-1", "encoder"))
    assert 0.1 < encoder < causal < 0.4
    kinds = {(plan.causal, plan.layers) for plan in _no_encoding.EXPERIMENT.arms.values()}
    assert kinds == {(False, 2), (True, 1), (True, 2)}
