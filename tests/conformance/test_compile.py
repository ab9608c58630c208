"""Compiled as one graph, at two lengths, against the module as it is."""

import torch
from conformance import encodings


@torch.no_grad()
@encodings.cells("compile")
def test_compile(name):
    torch._dynamo.reset()
    module = encodings.module(name)
    compiled = torch.compile(module, backend="eager", fullgraph=True)
    for seq in (7, 5):
        given = encodings.inputs(torch.float32, seq=seq)
        exact = [encodings.numbers(each) for each in encodings.applied(module, given)]
        encodings.assert_near(encodings.applied(module, given, compiled), exact, 4 * 2**-24)
