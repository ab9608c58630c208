import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pe_reference as pe
from pe_reference.embeddings import _blocks

DTYPES = ("float64", "float32", "float16")
WIDTHS = st.sampled_from([1, 2, 3, 6, 8, 14, 66, 130, 512, 518, 1030])


def same_bits(one, other):
    return one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()


@st.composite
def longer_ranges(draw):
    """Ranges of a few blocks that begin and end anywhere."""
    start = draw(
        st.sampled_from([0, 1, 63, 255, 256, 257, 2**20 - 300, 2**31, 2**53 - 2000]) | st.integers(0, 2**53 - 2000)
    )
    return range(start, start + draw(st.integers(1, 3 * _blocks.BLOCK)))


@given(longer_ranges(), WIDTHS, st.sampled_from(DTYPES), st.randoms(use_true_random=False))
def test_an_array_in_any_order_gives_the_bits_of_a_range(positions, d_model, dtype, random):
    expected = pe.sinusoidal.table(positions, d_model, dtype=dtype)
    order = np.array(random.choices(range(len(positions)), k=random.randint(1, len(positions))))
    rows = pe.sinusoidal.table(np.array(positions)[order], d_model, dtype=dtype)
    assert same_bits(rows, expected[order])


@given(longer_ranges(), WIDTHS, st.integers(0, 700))
def test_a_single_position_gives_the_bits_of_a_range(positions, d_model, row):
    row %= len(positions)
    expected = pe.sinusoidal.table(positions, d_model)[row]
    assert same_bits(pe.sinusoidal.table(positions[row], d_model), expected)
    assert same_bits(pe.sinusoidal.table(float(positions[row]), d_model), expected)
    assert same_bits(pe.sinusoidal.table(range(positions[row], positions[row] + 1), d_model)[0], expected)


@given(st.lists(st.floats(-(2.0**30), 2.0**30), min_size=1, max_size=150), WIDTHS)
def test_fractions_and_negatives_depend_on_their_value_alone(positions, d_model):
    together = pe.sinusoidal.table(positions, d_model)
    alone = np.stack([pe.sinusoidal.table(position, d_model) for position in positions])
    assert same_bits(together, alone)
    assert np.array_equal(pe.sinusoidal.table(-np.array(positions), d_model)[:, 1::2], together[:, 1::2])
    assert np.array_equal(pe.sinusoidal.table(-np.array(positions), d_model)[:, 0::2], -together[:, 0::2])


@given(st.integers(-2000, 2000), st.integers(-2000, 2000), st.integers(-7, 7).filter(bool), WIDTHS)
def test_any_range_gives_the_bits_of_its_numbers(start, stop, step, d_model):
    positions = range(start, stop, step) or range(start, start + step, step)
    expected = pe.sinusoidal.table(list(positions), d_model, dtype="float32")
    assert same_bits(pe.sinusoidal.table(positions, d_model, dtype="float32"), expected)


@given(st.integers(1, 900), st.integers(1, 900), WIDTHS, st.sampled_from(DTYPES))
def test_case_s23_a_table_is_the_start_of_every_longer_one(few, more, d_model, dtype):
    short = pe.sinusoidal.table(range(few), d_model, dtype=dtype)
    assert same_bits(pe.sinusoidal.table(range(few + more), d_model, dtype=dtype)[:few], short)


@pytest.mark.parametrize("layout", ["interleaved", "concatenated", "cosine_first"])
def test_an_array_of_several_batches_of_seeds(layout, monkeypatch):
    positions = np.random.default_rng(0).integers(0, 3000, 1500)
    expected = pe.sinusoidal.table(range(3000), 14, layout=layout)[positions]
    monkeypatch.setattr(_blocks, "SEEDS", 700)
    assert same_bits(pe.sinusoidal.table(positions, 14, layout=layout), expected)


@pytest.mark.parametrize(
    "positions", [range(2**15), np.arange(2**15), np.arange(2**15) ** 0.5], ids=["range", "array", "fractions"]
)
def test_a_float32_table_needs_no_temporary_of_its_size(positions):
    out = np.empty((2**15, 1024), np.float32)
    pe.sinusoidal.table(positions[:10], 1024, out=out[:10])
    tracemalloc.start()
    try:
        pe.sinusoidal.table(positions, 1024, out=out)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 0.4 * out.nbytes
