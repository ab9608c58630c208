"""The golden vectors of rotary spectra: frequencies, and cosine and sine at every position."""

from collections.abc import Iterator

from vectors import SERVED, TRAINED, WIDTHS, Vector, call, turning

FACTOR = float(SERVED // TRAINED)


def spectra() -> Iterator[Vector]:
    for width in WIDTHS:
        yield f"input/short_factors/{width}", [1.0 + pair / 64 for pair in range(width // 2)]
        yield f"input/long_factors/{width}", [1.0 + pair / 4 for pair in range(width // 2)]
    for width in WIDTHS:
        for name, (function, arguments) in choices(width).items():
            yield from turning(name, call(f"{function}", head_dim=width, **arguments), width)
        yield f"ntk/base/{width}", call("ntk.base", head_dim=width, factor=FACTOR)
    lengths = {"seq_len": 5000, "original_max_seq_len": TRAINED}
    for bracket, factor in (("linear", FACTOR), ("stepped", None), ("ratio", None)):
        yield f"ntk/alpha/{bracket}", call("ntk.alpha", **lengths, factor=factor, bracket=bracket)
    yield "yarn/attention_factor", call("yarn.attention_factor", factor=FACTOR)
    for name, arguments in {
        "mscale": {"mscale": 0.707},
        "mscale_all_dim": {"mscale": 1.0, "mscale_all_dim": 0.707},
        "given": {"given": 1.0},
    }.items():
        yield f"yarn/attention_factor/{name}", call("yarn.attention_factor", factor=FACTOR, **arguments)
    served = {"factor": FACTOR, "original_max_seq_len": TRAINED}
    yield "longrope/attention_factor", call("longrope.attention_factor", **served)
    yield "longrope/attention_factor/given", call("longrope.attention_factor", **served, given=1.25)
    yield "scaling/explicit_wins", call("scaling.factor", factor=4.0, max_seq_len=SERVED, original_max_seq_len=TRAINED)
    yield "scaling/from_lengths", call("scaling.factor", max_seq_len=SERVED, original_max_seq_len=TRAINED)


def choices(width: int) -> dict[str, tuple[str, dict[str, object]]]:
    """Return the function and the choices of every named spectrum."""
    trained = {"original_max_seq_len": TRAINED}
    lists = {"short_factors": f"@input/short_factors/{width}", "long_factors": f"@input/long_factors/{width}"}
    served = trained | {"seq_len": 5000}
    yarn = trained | {"factor": FACTOR}
    return {
        "position_interpolation": ("position_interpolation.spectrum", {"factor": FACTOR}),
        "ntk/static": ("ntk.spectrum", {"factor": FACTOR}),
        "ntk/dynamic/linear": ("ntk.dynamic_spectrum", served | {"factor": FACTOR, "bracket": "linear"}),
        "ntk/dynamic/stepped": ("ntk.dynamic_spectrum", served | {"bracket": "stepped"}),
        "ntk/dynamic/ratio": ("ntk.dynamic_spectrum", served | {"bracket": "ratio"}),
        "yarn/index": ("yarn.spectrum", yarn | {"ramp": "index"}),
        "yarn/index/not_truncated": ("yarn.spectrum", yarn | {"ramp": "index", "truncate": False}),
        "yarn/index/clamp_pairs": ("yarn.spectrum", yarn | {"ramp": "index", "clamp": "pairs"}),
        "yarn/rotations": ("yarn.spectrum", yarn | {"ramp": "rotations"}),
        "llama3": ("llama3.spectrum", {}),
        "longrope/short": ("longrope.spectrum", lists | trained | {"seq_len": TRAINED}),
        "longrope/long": ("longrope.spectrum", lists | trained | {"seq_len": SERVED}),
    }
