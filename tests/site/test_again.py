"""The check of a second build finds what ran without need, what did not run, and what took too long."""

import importlib.util

import pytest
import reading

SPEC = importlib.util.spec_from_file_location("again", reading.ROOT / "docs" / "again.py")
again = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(again)
ONE, OTHER = "shelf/plot_1_one", "shelf/plot_2_other"
BEFORE = {f"{ONE}_001": 1, f"{ONE}_001_dark": 1, f"{OTHER}_001": 1}
AFTER = BEFORE | {f"{ONE}_001": 2, f"{ONE}_001_dark": 2}


def test_a_build_of_one_script_passes():
    assert not again.problems(BEFORE, AFTER, ONE, 9.9)


@pytest.mark.parametrize(
    ("after", "seconds", "problem"),
    [
        (AFTER | {f"{OTHER}_001": 2}, 1, f"ran although nobody edited it: {OTHER}_001"),
        (AFTER | {f"{ONE}_001": 1}, 1, f"did not run: {ONE}"),
        ({f"{OTHER}_001": 1}, 1, f"did not run: {ONE}"),
        (AFTER, 10.1, "took 10.1 s of 10"),
    ],
)
def test_a_fault_of_a_build_is_found(after, seconds, problem):
    assert again.problems(BEFORE, after, ONE, seconds) == [problem]


def test_the_script_of_the_check_is_there_and_draws():
    assert (reading.ROOT / "gallery" / f"{again.SCRIPT}.py").exists()
