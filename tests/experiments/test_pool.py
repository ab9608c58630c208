"""Trainings in processes of their own."""

import multiprocessing
import os
import queue
import subprocess
import sys
import time
from types import SimpleNamespace

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


def test_nothing_is_left_running_where_the_program_is_killed(tmp_path):
    code = (
        "from pathlib import Path; from pe_reference.experiments import _pool\n"
        "if __name__ == '__main__': _pool.train_all([('order', 'who/none', n) for n in range(99)], 400, Path('.'), 2)"
    )
    (tmp_path / "program.py").write_text(code)
    program = subprocess.Popen([sys.executable, "program.py"], cwd=tmp_path)
    while not list(tmp_path.glob("*/*")):
        assert program.poll() is None
        time.sleep(0.1)
    program.kill()
    program.wait()
    time.sleep(3)
    before = sorted(path.name for path in tmp_path.glob("*/*"))
    time.sleep(3)
    assert sorted(path.name for path in tmp_path.glob("*/*")) == before


def test_a_process_ends_with_its_parent(monkeypatch):
    _pool._end_with_parent()  # the first process has none
    left = queue.Queue()
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: SimpleNamespace(join=lambda: None))
    monkeypatch.setattr(os, "_exit", left.put)
    _pool._end_with_parent()
    assert left.get(timeout=10) == 1
