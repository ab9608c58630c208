"""Torch in float32 against NumPy in float64: a few roundings of float32."""

import torch
from conformance import encodings


@encodings.cells("float32")
def test_float32(name):
    module, given = encodings.module(name), encodings.inputs(torch.float32)
    got = encodings.applied(module, given)
    assert all(each.dtype == torch.float32 for each in got)
    encodings.assert_near(got, encodings.expected(name, module, given), 4 * 2**-24)
