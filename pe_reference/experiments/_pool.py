"""Train on several processor cores: a file of its own, for a process finds by name what it is to run."""

import multiprocessing
import os
import threading
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from pe_reference.experiments import _bars, _plans, catalogue, runner

__all__ = ["train", "train_all"]

Job = tuple[str, str, int]


def train_all(jobs: Sequence[Job], steps: int | None, cache: Path, processes: int) -> None:
    """Bring every training of `jobs` to its end in `cache`, `processes` at a time."""
    spawn = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, mp_context=spawn, initializer=_end_with_parent)
    with pool, _bars.bar(len(jobs), "trainings", None) as advance:
        for done in as_completed([pool.submit(train, job, steps, cache) for job in jobs]):
            advance(done.result())


def _end_with_parent() -> None:
    """Leave nothing running where the process that asked for it was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_exit_after, args=(parent,), daemon=True).start()


def _exit_after(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(1)


def train(job: Job, steps: int | None, cache: Path) -> str:
    """Train one arm with one seed; return what it was, in words."""
    name, arm, seed = job
    experiment = catalogue.experiment(name)
    plan = (experiment if steps is None else experiment.with_steps(steps)).arms[arm]
    _plans.trained(plan, seed, runner.trained_in(cache), progress=False)
    return f"{name} {arm} {seed}"
