"""A module in bfloat16 against NumPy in float64: the rounding of the result, and of what is stored narrow."""

import torch
from conformance import encodings

ROUNDINGS = {"sinusoidal": 2, "shaw": 4}  # of the table and the sum; of products, their sum and the scale


@encodings.cells("bfloat16")
def test_bfloat16(name):
    module, given = encodings.module(name).to(torch.bfloat16), encodings.inputs(torch.bfloat16)
    got = encodings.applied(module, given)
    assert all(each.dtype == torch.bfloat16 for each in got)
    encodings.assert_near(got, encodings.expected(name, module, given), 1.01 * ROUNDINGS.get(name, 1) * 2**-8)
