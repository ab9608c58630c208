"""Trainings in processes of their own."""

import subprocess
import sys

from pe_reference.experiments import _pool, runner

PART = ["order", "--arm", "who/none", "--seed", "0", "--steps", "2"]


def test_a_process_trains_one_arm(tmp_path):
    assert _pool.train(("order", "who/none", 0), 1, tmp_path) == "order who/none 0"
    assert _pool.train(("shift_use", "untrained", 0), None, tmp_path) == "shift_use untrained 0"


def test_the_program_trains_in_several_processes(tmp_path):
    words = [*PART, "--processes", "2", "--cache", str(tmp_path)]
    command = [sys.executable, "-m", "pe_reference.experiments", *words]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (made.returncode, made.stdout.split(",")[0]) == (0, "order: 1 runs"), made.stderr
    assert len(list(runner.trained_in(tmp_path).iterdir())) == 1
