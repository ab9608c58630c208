"""The command line makes records or parts of them, and compares."""

import dataclasses
import runpy
import sys
import warnings

import pytest

from pe_reference.experiments import __main__, _digest, catalogue, records, runner

PART = ["order", "--arm", "who/none", "--seed", "0", "--steps", "2"]


@pytest.fixture
def small(monkeypatch, tmp_path):
    """Leave one arm to the experiment on order, and send its record elsewhere."""
    found = catalogue.experiment("order").with_steps(2)
    arms = {"who/none": found.arms["who/none"]}
    monkeypatch.setitem(
        catalogue.EXPERIMENTS, "order", dataclasses.replace(found, arms=arms, cheapest=("who/none",), seeds=(0, 1, 2))
    )
    monkeypatch.setattr(_digest, "digest", lambda name: name)
    monkeypatch.setattr(records, "path", lambda name: tmp_path / f"{name}.json")
    return ["order", "--cache", str(tmp_path)]


def test_a_part_is_told_and_not_written(small, tmp_path, capsys):
    assert __main__.main([*small, "--seed", "0"]) == 0
    assert "order: 1 runs" in capsys.readouterr().out and not (tmp_path / "order.json").exists()
    assert __main__.main([*small, "--seed", "0", "--out", str(tmp_path / "out")]) == 0
    assert (tmp_path / "out" / "order.json").exists()


def test_a_whole_record_is_written_and_made_again_within_its_spread(small, tmp_path, capsys):
    assert __main__.main(small) == 0
    assert records.load("order").seeds == (0, 1, 2)
    assert __main__.main(["order", "--again"]) == 0
    text = (tmp_path / "order.json").read_text()
    (tmp_path / "order.json").write_text(text.replace('"accuracy": 0.', '"accuracy": 9.'))
    assert __main__.main(["order", "--again"]) == 1
    assert "order, who/none, seed 0: accuracy is" in capsys.readouterr().err


def test_a_record_is_renewed_where_no_number_changes(small, tmp_path, capsys, monkeypatch):
    assert __main__.main(small) == 0
    monkeypatch.setattr(_digest, "digest", lambda name: f"new {name}")
    with pytest.raises(ValueError, match=r"got experiments\._order"):
        records.load("order")
    assert __main__.main(["order", "--renew"]) == 0
    assert records.load("order").digest == "new experiments._order"
    text = (tmp_path / "order.json").read_text()
    (tmp_path / "order.json").write_text(text.replace('"accuracy": 0.', '"accuracy": 9.'))
    assert __main__.main(["order", "--renew"]) == 1
    assert "order: this code gives other numbers" in capsys.readouterr().err


def test_several_processes_give_the_same(small, tmp_path, capsys):
    other = ["order", "--arm", "none", "--seed", "0", "--steps", "2"]
    assert __main__.main([*other, "--cache", str(tmp_path / "two"), "--processes", "2"]) == 0
    assert len(list(runner.trained_in(tmp_path / "two").iterdir())) == 1
    alone = capsys.readouterr().out
    assert __main__.main([*other, "--cache", str(tmp_path / "one")]) == 0
    assert capsys.readouterr().out.split("\n")[1:] == alone.split("\n")[1:]


def test_the_module_is_a_program(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["experiments", *PART, "--cache", "unused"])
    monkeypatch.setattr(runner, "make", lambda *_, **__: records.Record("order", "?", "", {}, {}, ()))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        with pytest.raises(SystemExit) as ended:
            runpy.run_module("pe_reference.experiments", run_name="__main__")
    assert ended.value.code == 0 and "order: 0 runs" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        __main__.main(["stairs"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--processes", "0"], "must be at least 1, got 0"),
        (["--steps", "0"], "must be at least 1, got 0"),
        (["--seed", "-1"], "must be at least 0, got -1"),
        (["--again", "--seed", "1"], "--again and --renew choose arms and seeds themselves"),
        (["--out", __file__], "--out must be a folder, got the file"),
    ],
)
def test_words_that_make_no_sense_are_refused(words, said, capsys):
    with pytest.raises(SystemExit):
        __main__.main(["order", *words])
    assert said in capsys.readouterr().err
