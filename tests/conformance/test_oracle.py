"""NumPy in float64 against the formulas in 50 digits: whole arrays, widths 8 and 16, near and far positions."""

import numpy as np
import oracle_calls
import oracle_golden
import oracle_rotary
import pytest

import pe_reference as pe

POSITIONS, QUERY, KEY = [0, 1, 7, 100, 4095, 131_071, 1_048_575], [0, 5, 4000], [0, 3, 5, 130, 3999]
BOTH = {"query_positions": QUERY, "key_positions": KEY}
BETWEEN_ROWS = 2**-47  # a place between 16 and 32 is rounded to 2**-48, times the difference of two rows
RANDOM = np.random.default_rng(0).normal(size=(32, 16)).tolist()
LISTS = {8: [1.0, 1.1, 1.3, 1.6], 16: [1.0, 1.1, 1.2, 1.3, 1.5, 1.8, 2.5, 4.0]}
YARN = {"factor": 4, "original_max_seq_len": 4096, "base": 10_000, "beta_fast": 32, "beta_slow": 1}
LLAMA = {"factor": 8, "low_freq_factor": 1, "high_freq_factor": 4, "original_max_seq_len": 8192, "base": 500_000}
XPOS = {"positions": [0, 1, 7, 100, 2000], "gamma": 0.4, "scale_base": 512.0, "centre": 0}


def longrope(width, seq_len):
    both = {"short_factors": LISTS[width], "long_factors": [4 * each for each in LISTS[width]]}
    return both | {"seq_len": seq_len, "original_max_seq_len": 4096, "base": 10_000}


SPECTRA = [
    *(("rotary", {"head_dim": w, "rotary_dim": r, "base": 10_000}) for w, r in ((8, 8), (16, 16), (16, 8))),
    *(("position_interpolation", {"head_dim": w, "factor": 4, "base": 10_000}) for w in (8, 16)),
    *(("ntk", {"head_dim": w, "factor": 4, "base": 10_000}) for w in (8, 16)),
    *(
        ("yarn", YARN | {"head_dim": w, "ramp": ramp, "truncate": cut, "clamp": clamp})
        for w in (8, 16)
        for ramp, cut, clamp in (("index", True, "width"), ("index", False, "pairs"), ("rotations", True, "width"))
    ),
    *(("llama3", LLAMA | {"head_dim": w}) for w in (8, 16)),
    *(("longrope", longrope(w, length) | {"head_dim": w}) for w in (8, 16) for length in (4096, 4097)),
]
CALLS = [
    *(
        ("sinusoidal.table", {"positions": POSITIONS, "d_model": w, "base": 10_000, "grid": grid, "layout": layout})
        for w in (8, 16)
        for grid, layout in (("paper", "interleaved"), ("tensor2tensor", "concatenated"))
    ),
    *(
        ("learned.interpolate", {"table": RANDOM, "num_positions": 48, "align_corners": corners, "kind": "linear"})
        for corners in (True, False)
    ),
    ("learned.keep_stride", {"table": RANDOM, "num_positions": 48}),
    ("learned.repeat_last", {"table": RANDOM, "num_positions": 48}),
    ("learned.tile", {"table": RANDOM, "num_positions": 48}),
    *(("xpos.scale", XPOS | {"head_dim": w}) for w in (8, 16)),
    *(
        ("xpos.rotate", XPOS | {"x": RANDOM[:1], "role": role, "base": 10_000, "pairing": pairing})
        for role, pairing in (("query", "interleaved"), ("key", "half"))
    ),
    ("shaw.index", BOTH | {"max_distance": 4}),
    ("shaw.bias", {"query": RANDOM[:2], "embeddings": RANDOM[2:11], "index": [[0, 4, 8], [3, 3, 5]]}),
    *(
        ("t5.bias", BOTH | {"weights": RANDOM, "max_distance": 128, "bidirectional": both_ways})
        for both_ways in (True, False)
    ),
    *(("alibi.slopes", {"num_heads": heads, "rank": 0, "world_size": 1}) for heads in (8, 12)),
    *(("alibi.bias", BOTH | {"slopes": [0.5, 2**-0.5], "causal": causal}) for causal in (True, False)),
    *(
        ("kerple.bias", BOTH | {"r1": [0.5, 1.5], "r2": [0.25, 2.0], "kind": kind, "causal": causal})
        for kind, causal in (("log", True), ("power", False))
    ),
    ("fire.distance", BOTH | {"c": 0.1, "threshold": 64.0}),
    *(
        (
            "grid2d.table",
            {"rows": [0, 1, 100], "columns": [0, 3], "d_model": w, "first": first, "cls": cls}
            | {"base": 10_000, "grid": "paper", "layout": "concatenated"},
        )
        for w, first, cls in ((8, "column", False), (16, "row", True))
    ),
]


def named(cases):
    """Name each case after its encoding."""
    ids = [f"{call.split('.')[0]}-{number}-oracle" for number, (call, _) in enumerate(cases)]
    return [pytest.param(*case, id=name) for name, case in zip(ids, cases, strict=True)]


@pytest.mark.parametrize(("name", "arguments"), named(SPECTRA))
def test_oracle_of_angles(name, arguments):
    spectrum = getattr(pe, name).spectrum(**arguments)
    exact = oracle_calls.FORMULAS[f"{name}.spectrum"](**arguments)
    assert len(spectrum.hi) == len(exact)
    assert oracle_rotary.relative_error(spectrum, exact.__getitem__) < 1e-30
    found = pe.frequencies.cos_sin(POSITIONS, spectrum)
    assert oracle_rotary.worst_angle(POSITIONS, found, exact.__getitem__) < 3.2e-16


@pytest.mark.parametrize(("call", "arguments"), named(CALLS))
def test_oracle(call, arguments):
    module, function = call.split(".")
    measured = getattr(getattr(pe, module), function)(**arguments)
    exact = oracle_calls.FORMULAS[call](**arguments)
    assert measured.shape == np.shape(np.array(exact, dtype=object))
    error, largest = oracle_golden.distance(measured, exact)
    tolerance = BETWEEN_ROWS if module == "learned" else oracle_golden.tolerance(call)
    assert error <= tolerance * max(largest, 1)
