"""One core, pages of the usual size, and a table of all ratios at the end."""

import os
import sys

import pytest

ONE_CORE = {"NUMPY_MADVISE_HUGEPAGE": "0", "OMP_NUM_THREADS": "1"}
RATIOS = pytest.StashKey[list[tuple[str, str, str]]]()

if "numpy" in sys.modules and any(os.environ.get(name) != value for name, value in ONE_CORE.items()):
    raise pytest.UsageError(f"set {' '.join('='.join(item) for item in ONE_CORE.items())}, or run `nox -s bench`")
os.environ.update(ONE_CORE)


def pytest_configure(config):
    config.stash[RATIOS] = []


@pytest.fixture(autouse=True, scope="session")
def one_core():
    """Keep this process and its children on one core, where the system allows it."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    yield
    os.sched_setaffinity(0, cores)


@pytest.fixture
def report(request):
    """A function that adds a line to the table at the end."""
    return lambda what, measured, bound="": request.config.stash[RATIOS].append((what, measured, bound))


def pytest_terminal_summary(terminalreporter, config):
    rows = config.stash[RATIOS]
    terminalreporter.section("measured")
    for what, measured, bound in rows:
        terminalreporter.line(f"{what:60} {measured:>24}   {bound}")
