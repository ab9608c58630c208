"""Every claim can fail: its own doctest is green, and goes red under its wrong variant."""

import ledger
import pytest

CLAIMS = ledger.claims()
VARIANTS = ledger.variants()
CHECKED = [claim for claim in CLAIMS if ">>>" in claim.code]
CAUGHT = [claim for claim in CHECKED if "catches" in claim.options]


@pytest.mark.parametrize("claim", CHECKED, ids=lambda claim: claim.id)
def test_green(claim):
    outcome = ledger.run(claim)
    assert not outcome.failures
    assert outcome.passed == outcome.checks > 0


@pytest.mark.parametrize("claim", CAUGHT, ids=lambda claim: claim.id)
def test_red_under_its_variant(claim):
    outcome = ledger.run_under(claim, VARIANTS[claim.options["catches"]])
    assert not outcome.raised, outcome.failures
    assert not outcome.states, "the last check, which states the claim, stays green"


def test_every_variant_is_used():
    used = {claim.options["catches"] for claim in CAUGHT}
    assert used == set(VARIANTS)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
def test_variant_is_one_small_change(variant):
    assert bool(variant.file) != bool(variant.claim)
    assert variant.old != variant.new
    assert len(variant.new) <= len(variant.old) + 80
