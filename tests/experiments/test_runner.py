"""What is done is kept; a record made in parts is that made at once, its seconds aside."""

import dataclasses
import sys

import pytest

from pe_reference.experiments import _digest, _plans, catalogue, records, runner


def timeless(record):
    return dataclasses.replace(record, runs=tuple(dataclasses.replace(run, seconds=0.0) for run in record.runs))


@pytest.fixture
def order(monkeypatch):
    """Leave three arms to the experiment on order, and spare the digest, which takes as long as all of them."""
    found = catalogue.experiment("order")
    arms = {name: found.arms[name] for name in ("who/none", "who/sinusoidal", "whether/none")}
    monkeypatch.setattr(_digest, "digest", lambda name: name)
    monkeypatch.setitem(catalogue.EXPERIMENTS, "order", dataclasses.replace(found, arms=arms))


@pytest.mark.usefixtures("order")
def test_a_record_in_parts_is_that_made_at_once(tmp_path, monkeypatch):
    whole = runner.make("order", steps=3, cache=None)
    assert len(whole.runs) == 9 and whole.arms[0] == "who/none"
    runner.make("order", steps=3, arm="sinusoidal", seeds=(1,), cache=tmp_path)
    parts = runner.make("order", steps=3, cache=tmp_path, progress=True)
    assert timeless(parts) == timeless(whole)
    monkeypatch.setattr(_plans, "trained", None)
    assert runner.make("order", steps=3, cache=tmp_path) == parts


def test_a_run_says_what_it_was():
    (run,) = runner.make("order", arm="who/none", seeds=(7,), steps=30, cache=None).runs
    assert (run.seed, run.plan["steps"], run.chance, run.floor) == (7, 30, 0.5, 0.0)
    assert run.parameters > 60_000 and run.seconds > 0
    assert len(run.curve["loss"]) == len(run.curve["gradient"]) == 20


def test_a_script_reads_the_record_or_makes_it(monkeypatch, capsys):
    monkeypatch.setattr(records, "load", lambda name: f"{name} as it comes")
    monkeypatch.setattr(runner, "make", lambda name, seeds=None: (name, seeds))
    assert runner.asked("order", []) == "order as it comes"
    assert runner.asked("order", ["--train"]) == ("order", None) and not capsys.readouterr().out
    assert runner.asked("order", ["--train", "--quick"]) == ("order", (0,))
    assert capsys.readouterr().out.startswith("order: seed 0 alone")
    monkeypatch.setattr(sys, "argv", ["script.py", "--train"])
    assert runner.asked("mixed") == ("mixed", None)


def test_a_record_is_written_where_it_is_looked_for(tmp_path, monkeypatch):
    record = runner.make("order", arm="who/none", seeds=(0,), steps=0, cache=None)
    monkeypatch.setattr(records, "path", lambda name: tmp_path / f"{name}.json")
    assert runner.write(record) == tmp_path / "order.json"
    assert records.load("order") == record
    assert runner.write(record, tmp_path / "other") == tmp_path / "other" / "order.json"


def test_shared_trainings_are_listed_once():
    alone, together = (
        runner.trainings(names, seeds=(0,)) for names in (["ladder"], ["ladder", "mixed", "first_tokens"])
    )
    assert len(alone) == 17 and len(together) == 17 + 6
    assert runner.trainings(["ladder"], arm="recall/ntk-2", steps=5) == [
        ("ladder", "recall/ntk-2", s) for s in (0, 1, 2)
    ]


@pytest.mark.usefixtures("order")
def test_a_broken_file_of_the_cache_is_named(tmp_path):
    kept = {"arm": "who/none", "steps": 2, "cache": tmp_path}
    runner.make("order", seeds=(0, 1), **kept)
    first, second = sorted(tmp_path.glob("*/who-none-2-*.json"))
    first.write_text(second.read_text())
    with pytest.raises(ValueError, match=r"`cache` must hold who/none, seed 0, in .*, got who/none, seed 1"):
        runner.make("order", seeds=(0,), **kept)
    for text in ("{", "{}", "[]"):
        first.write_text(text)
        with pytest.raises(ValueError, match=f"`cache` must hold whole runs, got a broken file.*{first.name}"):
            runner.make("order", seeds=(0,), **kept)


def test_words_are_a_list():
    with pytest.raises(TypeError, match="`arguments` must be a list of words, got '--train-me'"):
        runner.asked("order", "--train-me")
