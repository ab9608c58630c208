"""A figure says what stands behind it."""

import pytest

from pe_reference.experiments import captions
from pe_reference.experiments.records import Record, Run


def test_facts_are_ranges_where_arms_differ():
    def run(arm, seed, **changes):
        fields = {"plan": {"length": 32, "steps": 600}, "parameters": 1000, "seconds": 9.6, **changes}
        return Run(arm=arm, seed=seed, curve={}, measures={}, chance=0.1, uniform=2.3, floor=0.0, **fields)

    two = (run("a", 0), run("a", 1), run("b", 0, plan={"length": 16, "steps": 600}, parameters=2000, seconds=20.2))
    record = Record("ladder", "?", "", {}, {}, two)
    after = "for 600 steps; 1,000 to 2,000 parameters; 10 to 20 s of one processor core each."
    assert captions.facts(record) == f"2 seeds; trained at length 16 to 32 {after}"
    assert captions.facts(record, ["b"]).startswith(
        "1 seed; trained at length 16 for 600 steps; 2,000 parameters; 20 s"
    )
    with pytest.raises(TypeError, match="`arms` must be a list of names, got 'a'"):
        captions.facts(record, "a")
    with pytest.raises(ValueError, match="`arms` must name at least one, got none"):
        captions.facts(record, [])
