"""Exported with a dynamic batch and length, run at others, against the module as it is."""

import torch
from conformance import encodings
from torch.export import Dim, export

FREE = {0: Dim.DYNAMIC, 1: Dim.DYNAMIC}
HEADS_FIRST = {0: Dim.DYNAMIC, 2: Dim.DYNAMIC}


class Recorder:
    """Stands for a module to learn what it is called with."""

    def __call__(self, *arguments):
        self.arguments = arguments
        return arguments


@torch.no_grad()
@encodings.cells("export")
def test_export(name):
    module, recorder = encodings.module(name), Recorder()
    encodings.applied(module, encodings.inputs(torch.float32), recorder)
    sizes = tuple(HEADS_FIRST if each.ndim == 4 else FREE for each in recorder.arguments)
    program = export(module, recorder.arguments, dynamic_shapes=sizes).module()
    other = encodings.inputs(torch.float32, batch=2, seq=12)
    exact = [encodings.numbers(each) for each in encodings.applied(module, other)]
    encodings.assert_near(encodings.applied(module, other, program), exact, 4 * 2**-24)
