"""The records that come with the package are whole, small, and part of the wheel."""

import math
import tomllib
from pathlib import Path

import pytest

from pe_reference.experiments import catalogue, records

ROOT = Path(__file__).resolve().parents[2]


def kept(name):
    return records.Record.from_text(records.path(name).read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", records.NAMES)
def test_a_record_has_every_arm_and_seed_of_its_experiment(name):
    record, experiment = kept(name), catalogue.experiment(name)
    assert record.experiment == name
    assert (record.question, record.arms) == (experiment.question, tuple(experiment.arms))
    for arm, plan in experiment.arms.items():
        runs = record.of(arm)
        assert tuple(run.seed for run in runs) == experiment.seeds
        for run in runs:
            assert (run.plan["task"], run.plan["encoding"], run.plan["steps"]) == (plan.task, plan.encoding, plan.steps)


@pytest.mark.parametrize("name", records.NAMES)
def test_a_record_holds_finite_numbers_and_little_of_them(name):
    record = kept(name)
    for arm in record.arms:
        for measure in record.of(arm)[0].measures:
            assert all(map(math.isfinite, record.values(arm, measure).ravel()))
    assert records.path(name).stat().st_size < 60_000


def test_the_wheel_holds_them_where_they_are_looked_for():
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["force-include"] == {"docs/evidence": "pe_reference/evidence"}
