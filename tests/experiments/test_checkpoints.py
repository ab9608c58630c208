"""A file is there in whole or not at all; what it holds is looked at in test_training.py."""

import pytest
import torch

from pe_reference.experiments import _checkpoints
from pe_reference.experiments.training import Course


def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    made, path = torch.nn.Linear(2, 2), tmp_path / "run.safetensors"
    state = (made, torch.optim.AdamW(made.parameters()), torch.Generator())
    _checkpoints.save(path, "first", *state, Course([1.0], [2.0], 3.0))
    before = path.read_bytes()
    monkeypatch.setattr("safetensors.torch.save_file", lambda *arguments: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(OSError, match="disk full"):
        _checkpoints.save(path, "second", *state, Course())
    assert path.read_bytes() == before
    course = Course()
    _checkpoints.load(path, "first", *state, course)
    assert course == Course([1.0], [2.0], 3.0)
