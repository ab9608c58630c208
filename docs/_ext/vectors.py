"""The golden vectors, each a call of the package with its arguments: every encoding, every convention, by name.

A string that begins with ``@`` stands for a vector of that name; a :class:`Call` stands for what it returns.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations, product
from typing import Any

WIDTHS = (8, 16, 128)
POSITIONS = [0, 1, 7, 100, 4095, 131071, 1048575]
NEAR = POSITIONS[:5]  # beyond these an xPos scale leaves float64
TRAINED, SERVED = 4096, 32768
PAIRINGS = ("interleaved", "half")


@dataclass(frozen=True)
class Call:
    """A function below ``pe_reference``, as users write it, its arguments, and which of several results is meant."""

    function: str
    arguments: dict[str, Any] = field(default_factory=dict)
    part: str = ""


Vector = tuple[str, Call | list]


def call(function: str, part: str = "", **arguments: Any) -> Call:
    return Call(function, arguments, part)


def row(width: int, start: int = 3) -> list[float]:
    """Return numbers that no permutation keeps, exact in any binary format."""
    return [((7 * column + start) % 11 - 5) / 8 for column in range(width)]


def inputs() -> Iterator[Vector]:
    yield "input/positions", POSITIONS
    for width in WIDTHS:
        yield f"input/row/{width}", [row(width)]
    yield "input/rows", [row(8, start) for start in range(5)]
    yield "input/weights", [row(2, start) for start in range(32)]
    yield "input/mask", [[0, 0, 1, 1, 1], [1, 1, 1, 1, 1], [1, 1, 0, 1, 1]]
    yield "input/projection", [[number / 8, -number / 4] for number in range(16)]


def tables() -> Iterator[Vector]:
    layouts, grids = ("interleaved", "concatenated", "cosine_first"), ("paper", "tensor2tensor")
    for grid, layout, width in product(grids, layouts, WIDTHS):
        arguments = {"positions": POSITIONS, "d_model": width, "grid": grid, "layout": layout}
        yield f"sinusoidal/{grid}/{layout}/{width}", call("sinusoidal.table", **arguments)
    for grid, width, part in product(grids, WIDTHS, ("hi", "lo")):
        yield f"frequencies/{grid}/{width}/{part}", call("frequencies.spectrum", part, dim=width, grid=grid)
    for first, cls, width in product(("column", "row"), (False, True), WIDTHS[:2]):
        arguments = {"rows": [0, 1, 2], "columns": [0, 7, 100, 4095], "d_model": width, "first": first, "cls": cls}
        yield f"grid2d/{first}_first{'/cls' * cls}/{width}", call("grid2d.table", **arguments)
    for grid, layout in product(grids, layouts):
        arguments = {"rows": [0, 100], "columns": [7, 1048575], "d_model": 16, "grid": grid, "layout": layout}
        yield f"grid2d/{grid}/{layout}/16", call("grid2d.table", **arguments)
    for source, target in permutations(layouts, 2):
        yield f"layouts/{source}_to_{target}/8", call("layouts.permutation", width=8, source=source, target=target)
    for align, kind in product((True, False), ("linear", "cubic")):
        arguments = {"table": "@input/rows", "num_positions": 8, "align_corners": align, "kind": kind}
        yield f"learned/{kind}{'/align_corners' * align}", call("learned.interpolate", **arguments)
    for name in ("keep_stride", "repeat_last", "tile"):
        yield f"learned/{name}", call(f"learned.{name}", table="@input/rows", num_positions=8)


def rotations() -> Iterator[Vector]:
    for width in WIDTHS:
        spectrum = call("rotary.spectrum", head_dim=width)
        yield from turning("rotary", spectrum, width)
        cos, sin = f"@rotary/cos/{width}", f"@rotary/sin/{width}"
        partly = {part: around(call("rotary.spectrum", head_dim=width, rotary_dim=width // 2), part) for part in PARTS}
        for pairing in PAIRINGS:
            turn = {"x": f"@input/row/{width}", "pairing": pairing}
            yield f"rotary/turned/{pairing}/{width}", call("rotary.turn", **turn, cos=cos, sin=sin)
            yield f"rotary/turned/half_the_width/{pairing}/{width}", call("rotary.turn", **turn, **partly)
            for role in ("query", "key"):
                arguments = {"x": f"@input/row/{width}", "positions": NEAR, "role": role, "pairing": pairing}
                yield f"xpos/{role}/{pairing}/{width}", call("xpos.rotate", **arguments)
        for name, base, some in (("code", 512.0, NEAR), ("paper", None, NEAR[:4])):
            arguments = {"positions": some, "head_dim": width, "scale_base": base}
            yield f"xpos/scale/{name}/{width}", call("xpos.scale", **arguments)
    for source, target in permutations(PAIRINGS):
        arguments = {"weight": "@input/projection", "num_heads": 2, "source": source, "target": target}
        yield f"layouts/weight/{source}_to_{target}", call("layouts.convert_rotary_weight", **arguments)
        arguments = {**arguments, "rotary_dim": 4}
        yield f"layouts/weight/{source}_to_{target}/rotary_dim_4", call("layouts.convert_rotary_weight", **arguments)
    yield "positions/from_mask", call("distances.positions_from_mask", attention_mask="@input/mask")


PARTS = ("cos", "sin")


def around(spectrum: Call, part: str) -> Call:
    return call("frequencies.cos_sin", part, positions=POSITIONS, spectrum=spectrum)


def turning(name: str, spectrum: Call, width: int) -> Iterator[Vector]:
    """Yield the frequencies of a spectrum and the circle at every position."""
    for part in ("hi", "lo"):
        yield f"{name}/inv_freq/{width}/{part}", Call(spectrum.function, spectrum.arguments, part)
    for part in PARTS:
        yield f"{name}/{part}/{width}", around(spectrum, part)


def biases() -> Iterator[Vector]:
    pairs = {"query_positions": POSITIONS, "key_positions": POSITIONS}
    near = {"query_positions": NEAR, "key_positions": NEAR}
    for heads in (1, 8, 12, 16, 128):
        yield f"alibi/slopes/{heads}", call("alibi.slopes", num_heads=heads)
    for rank in (0, 1):
        yield f"alibi/slopes/12/rank_{rank}_of_2", call("alibi.slopes", num_heads=12, rank=rank, world_size=2)
    for heads, causal in product((8, 12), (True, False)):
        arguments = {"slopes": f"@alibi/slopes/{heads}", "causal": causal}
        yield f"alibi/bias/{'causal' if causal else 'symmetric'}/{heads}", call("alibi.bias", **pairs, **arguments)
    yield "alibi/row/8", call("alibi.row_bias", key_positions=POSITIONS, slopes="@alibi/slopes/8")
    for both in (True, False):
        kind, every = "both_ways" if both else "causal", list(range(-150, 151))
        yield f"t5/bucket/{kind}", call("t5.bucket", relative_position=every, bidirectional=both)
        yield f"t5/bias/{kind}", call("t5.bias", **pairs, weights="@input/weights", bidirectional=both)
    index = call("shaw.index", **near, max_distance=2)
    yield "shaw/index", call("shaw.index", **pairs, max_distance=16)
    yield "shaw/bias", call("shaw.bias", query="@input/rows", embeddings="@input/rows", index=index)
    for kind, causal in product(("log", "power"), (True, False)):
        arguments = {"r1": [0.5, 1.0], "r2": [0.25, 1.5], "kind": kind, "causal": causal}
        yield f"kerple/{kind}/{'causal' if causal else 'symmetric'}", call("kerple.bias", **pairs, **arguments)
    for name, threshold in (("short", 64.0), ("long", 8192.0)):
        yield f"fire/distance/{name}_threshold", call("fire.distance", **pairs, c=0.5, threshold=threshold)


def vectors() -> dict[str, Call | list]:
    """Return every vector by name, inputs first."""
    from spectra_vectors import spectra

    return {name: how for part in (inputs, tables, rotations, spectra, biases) for name, how in part()}
