"""What golden.json says of a vector, worked out in 50 digits from its words alone; nothing of the package."""

import numpy as np
import oracle_calls
from oracle import mp

EXACT = ("t5.bucket", "t5.bias", "shaw.index", "layouts.permutation", "layouts.convert_rotary_weight")


def value(one, named):
    """Return the exact numbers of a vector, an argument or a call, as nested lists."""
    if not isinstance(one, dict):
        return one
    if "vector" in one:
        return value(named[one["vector"]], named)
    if "call" not in one:
        return one["values"]
    found = oracle_calls.FORMULAS[one["call"]](
        **{name: value(argument, named) for name, argument in one["arguments"].items()}
    )
    return PARTS[one["part"]](found) if "part" in one else found


PARTS = {
    "cos": lambda angles: oracle_calls.mapped(mp.cos, angles),
    "sin": lambda angles: oracle_calls.mapped(mp.sin, angles),
    "hi": lambda exact: [mp.mpf(float(omega)) for omega in exact],
    "lo": lambda exact: [omega - mp.mpf(float(omega)) for omega in exact],
}


def distance(measured, exact):
    """Return the largest difference and the largest exact number; where one is minus infinity, both are."""
    flat = np.array(exact, dtype=object).ravel()
    pairs = list(zip(np.ravel(measured), flat, strict=True))
    assert all((number == -np.inf) == (true is None) for number, true in pairs)
    finite = [(mp.mpf(number.item()), mp.mpf(true)) for number, true in pairs if true is not None]
    return float(max(abs(a - b) for a, b in finite)), float(max(abs(b) for _, b in finite))


def tolerance(call):
    """Return how far a number of this call may be from the exact one, in units of the largest or of one."""
    module, function = call.split(".")
    if function.endswith("spectrum"):
        return 1e-30  # two parts of a float64 each
    if module == "xpos":
        return 1e-13  # a power of up to 256 of a rounded number
    if module == "learned":
        return 1e-14  # the place between two rows is rounded
    if call in ("frequencies.cos_sin", "sinusoidal.table", "grid2d.table"):
        return 3.2e-16
    return 0 if call in EXACT else 1e-15
