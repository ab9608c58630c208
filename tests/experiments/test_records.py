"""Records are read with the means and spans over seeds; other code's records are refused."""

import dataclasses

import numpy as np
import pytest

from pe_reference.experiments import _digest, records
from pe_reference.experiments.records import Record, Run


def run(arm, seed, **changes):
    base = {
        "plan": {"steps": 3},
        "parameters": 9,
        "seconds": 2.0,
        "curve": {"loss": [2.0, 1.0], "gradient": [1.0, 1.0]},
    }
    measures = {"accuracy": [0.5 + seed / 10, 0.25], "loss": 1.0 + seed}
    return Run(arm=arm, seed=seed, measures=measures, chance=0.1, uniform=2.3, floor=0.0, **{**base, **changes})


def made(**changes):
    runs = tuple(run(arm, seed) for arm in ("x", "y") for seed in (0, 1, 2))
    now = _digest.digest("experiments._order")
    return dataclasses.replace(Record("order", "Is it?", now, {"python": "3"}, {"edges": [1.0]}, runs), **changes)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(records, "path", lambda name: tmp_path / f"{name}.json")
    return tmp_path


def test_measures_over_seeds():
    record = made()
    assert record.arms == ("x", "y") and record.seeds == (0, 1, 2)
    assert record.values("x", "accuracy").shape == (3, 2) and record.values("y", "loss").tolist() == [1, 2, 3]
    assert record.mean("x", "accuracy").tolist() == pytest.approx([0.6, 0.25])
    assert record.span("x", "accuracy").tolist() == [[0.5, 0.25], [0.7, 0.25]]
    assert record.mean("x", "loss") == 2.0 and record.span("x", "loss").tolist() == [1, 3]
    assert record.curve("x").shape == (3, 2) and np.all(record.curve("x", "gradient") == 1)


def test_shared_trainings_count_once():
    assert made().seconds == 6.0
    assert made(runs=(run("x", 0), run("y", 0, plan={"steps": 3, "spectrum": "ntk", "factor": 2.0}))).seconds == 2.0
    assert made(runs=(run("x", 0), run("y", 0, plan={"steps": 4}))).seconds == 4.0


def test_a_record_is_read_as_it_was_written(folder):
    (folder / "order.json").write_text(made().text())
    assert records.load("order") == made()


def test_a_foreign_digest_is_refused_and_the_command_named(folder):
    (folder / "order.json").write_text(made(digest="0123").text())
    with pytest.raises(ValueError, match=r"must be made by the code of this package, \w{16}, got 0123: `nox -s exp"):
        records.load("order")


def test_a_missing_record_names_the_command(folder):
    with pytest.raises(FileNotFoundError, match="no record of 'order' yet: `nox -s experiments -- order` makes it"):
        records.load("order")


def test_records_come_with_the_package_or_lie_in_the_source_tree(tmp_path, monkeypatch):
    assert records.path("order").parts[-3:] == ("docs", "evidence", "order.json")
    monkeypatch.setattr(records, "__file__", str(tmp_path / "pe_reference" / "experiments" / "records.py"))
    (tmp_path / "pe_reference" / "evidence").mkdir(parents=True)
    assert records.path("order") == tmp_path / "pe_reference" / "evidence" / "order.json"


def test_names_that_are_not_there_are_refused():
    with pytest.raises(ValueError, match="`arm` must be one of x, y, got 'z'"):
        made().values("z", "loss")
    with pytest.raises(ValueError, match="`measure` must be one of accuracy, loss, got 'speed'"):
        made().values("x", "speed")
    with pytest.raises(ValueError, match="`what` must be one of loss, gradient, got 'rate'"):
        made().curve("x", "rate")
    with pytest.raises(ValueError, match=r"`name` must be one of ladder, .*, got 'stairs'"):
        records.path("stairs")
