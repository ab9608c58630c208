"""Ratios of processor time, each taken within pairs of runs that follow each other.

Processor time of one thread, so that what else the machine does counts as little as possible; the median of the pairs.
"""

import statistics
import subprocess
import sys
import time

import numpy as np
import pytest
import torch

import pe_reference as pe

LENGTH, D_MODEL = 131_072, 512
PAIRS = 9


@pytest.fixture(scope="module")
def filled():
    """A tensor of the table's size, another to copy it into, and an array to write into: all pages touched."""
    torch.set_num_threads(1)
    return torch.ones(LENGTH, D_MODEL), torch.zeros(LENGTH, D_MODEL), np.ones((LENGTH, D_MODEL), np.float32)


def fresh_clone(filled):
    return filled[0].clone()


def copy_into(filled):
    return filled[1].copy_(filled[0])


def table(_filled):
    return pe.sinusoidal.table(range(LENGTH), D_MODEL, dtype=np.float32)


def table_out(filled):
    return pe.sinusoidal.table(range(LENGTH), D_MODEL, out=filled[2])


def table_of_array(filled):
    return pe.sinusoidal.table(np.arange(LENGTH), D_MODEL, out=filled[2])


def table_concatenated(filled):
    return pe.sinusoidal.table(range(LENGTH), D_MODEL, layout="concatenated", out=filled[2])


def table_float64(_filled):
    return pe.sinusoidal.table(range(LENGTH), D_MODEL)


def table_float16(_filled):
    return pe.sinusoidal.table(range(LENGTH), D_MODEL, dtype=np.float16)


def plain(dtype):
    """Return the usual few lines of NumPy, computed in `dtype`."""

    def usual(_filled):
        omega = (10_000.0 ** (-np.arange(0, D_MODEL, 2) / D_MODEL)).astype(dtype)
        angles = np.arange(LENGTH, dtype=dtype)[:, None] * omega
        rows = np.empty((LENGTH, D_MODEL), np.float32)
        rows[:, 0::2], rows[:, 1::2] = np.sin(angles), np.cos(angles)
        return rows

    return usual


CASES = {
    "float32 table / fresh torch clone": (table, fresh_clone, 1.5),
    "float32 table(out=) / torch copy_": (table_out, copy_into, 2.0),
    "float32 table of an array(out=) / torch copy_": (table_of_array, copy_into, None),
    "float32 table concatenated(out=) / torch copy_": (table_concatenated, copy_into, None),
    "float64 table / fresh float32 torch clone": (table_float64, fresh_clone, None),
    "float16 table / fresh float32 torch clone": (table_float16, fresh_clone, None),
    "usual NumPy in float64 / fresh torch clone": (plain(np.float64), fresh_clone, None),
    "usual NumPy in float32 / fresh torch clone": (plain(np.float32), fresh_clone, None),
}


@pytest.mark.parametrize("what", CASES)
def test_ratio(benchmark, report, filled, what):
    run, unit, most = CASES[what]
    units = []

    def run_unit():
        start = time.process_time()
        unit(filled)
        units.append(time.process_time() - start)

    benchmark._timer = time.process_time
    benchmark.pedantic(run, args=(filled,), setup=run_unit, rounds=PAIRS, warmup_rounds=1)
    ratios = [one / other for one, other in zip(benchmark.stats.stats.data, units[1:], strict=True)]
    ratio = statistics.median(ratios)
    benchmark.extra_info["ratio"] = ratio
    report(what, f"{ratio:.2f} ({min(ratios):.2f}-{max(ratios):.2f})", f"at most {most}" if most else "")
    assert most is None or ratio <= most


IMPORTS = {
    "import pe_reference": 30,
    "from pe_reference import sinusoidal": 30,
    "from pe_reference import *": None,
}


@pytest.mark.parametrize("what", IMPORTS)
def test_import_costs_little_over_numpy(report, what):
    code = f"import time, numpy; start = time.process_time(); {what}; print(time.process_time() - start)"
    costs = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout) for _ in range(9)
    ]
    cost, most = 1000 * statistics.median(costs), IMPORTS[what]
    report(f"{what} / import numpy", f"{cost:.1f} ms", f"at most {most} ms" if most else "")
    assert most is None or cost <= most
