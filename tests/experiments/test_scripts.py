"""Scripts take the record that is there, or make one; a figure says what stands behind it."""

import sys

import pytest

from pe_reference.experiments import records, runner, scripts
from pe_reference.experiments.records import Record, Run


@pytest.fixture
def made(monkeypatch):
    monkeypatch.setattr(records, "load", lambda name: (name, "as it is"))
    monkeypatch.setattr(runner, "make", lambda name, **how: (name, how))


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ([], "as it is"),
        (["-f", "x"], "as it is"),
        (["--train"], {"seeds": None}),
        (["--train", "--quick"], {"seeds": (0,)}),
    ],
)
def test_words_say_where_the_record_comes_from(made, monkeypatch, words, what):
    monkeypatch.setattr(sys, "argv", ["plot.py", *words])
    assert scripts.record("ladder") == ("ladder", what) == scripts.record("ladder", words)


def test_one_seed_is_said(made, capsys):
    scripts.record("ladder", ["--quick"])
    assert capsys.readouterr().out == "quick: one seed alone, so no range is drawn\n"


def test_what_training_lacks_is_said(monkeypatch):
    def make(name, *, seeds):
        raise ModuleNotFoundError("No module named 'other'", name="other")

    monkeypatch.setattr(runner, "make", make)
    with pytest.raises(ModuleNotFoundError, match="to train needs the extra `experiments`: there is no other"):
        scripts.record("ladder", ["--train"])


def test_facts_are_ranges_where_arms_differ():
    def run(arm, seed, **changes):
        fields = {"plan": {"length": 32, "steps": 600}, "parameters": 1000, "seconds": 9.6, **changes}
        return Run(arm=arm, seed=seed, curve={}, measures={}, chance=0.1, uniform=2.3, floor=0.0, **fields)

    two = (run("a", 0), run("a", 1), run("b", 0, plan={"length": 16, "steps": 600}, parameters=2000, seconds=20.2))
    record = Record("ladder", "?", "", {}, {}, two)
    after = "for 600 steps; 1,000 to 2,000 parameters; 10 to 20 s of one processor core each."
    assert scripts.facts(record) == f"2 seeds; trained at length 16 to 32 {after}"
    assert scripts.facts(record, ["b"]).startswith("1 seed; trained at length 16 for 600 steps; 2,000 parameters; 20 s")
