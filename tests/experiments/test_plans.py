"""A plan says all that a training depends on; a spectrum comes after it."""

import dataclasses

import pytest
import torch

from pe_reference.experiments import _plans
from pe_reference.experiments._plans import Plan

SMALL = Plan("recall", "rotary", steps=3, length=8, max_seq_len=32, d_model=8, heads=2, batch_size=2)


def test_the_identity_holds_everything_but_what_comes_afterwards():
    assert SMALL.identity(0) != SMALL.identity(1)
    later = dataclasses.replace(SMALL, spectrum="ntk", factor=2.0)
    assert later.identity(0) == SMALL.identity(0)
    assert dataclasses.replace(SMALL, steps=4).identity(0) != SMALL.identity(0)


@pytest.mark.parametrize("task", _plans.TASKS)
def test_every_task_has_a_model(task):
    made, course = _plans.trained(dataclasses.replace(SMALL, task=task), 0)
    assert (
        len(course.loss) == 3
        and made.head.out_features == _plans.task_of(dataclasses.replace(SMALL, task=task)).num_classes
    )


def test_a_folder_keeps_what_was_trained_and_the_spectrum_is_set_afterwards(tmp_path):
    first, course = _plans.trained(SMALL, 0, tmp_path)
    assert len(list(tmp_path.iterdir())) == 1
    later, kept = _plans.trained(dataclasses.replace(SMALL, spectrum="ntk", factor=4.0), 0, tmp_path)
    assert kept == course and len(list(tmp_path.iterdir())) == 1
    assert torch.equal(first.head.weight, later.head.weight)
    assert not torch.equal(first.turned.table, later.turned.table)


def test_shifts_reach_the_last_position():
    placed = _plans._shifts(12)(torch.Generator().manual_seed(0), 200, 8)
    assert placed.shape == (200, 8) and placed.min() == 0 and placed.max() == 11
    assert (placed.diff(dim=1) == 1).all()
    plain, shifted = (
        _plans.trained(dataclasses.replace(SMALL, encoding="learned", shifted=each), 0)[1] for each in (False, True)
    )
    assert plain.loss != shifted.loss


def test_the_global_seed_is_left_alone():
    torch.manual_seed(5)
    want = torch.rand(1)
    torch.manual_seed(5)
    _plans.trained(SMALL, 0)
    assert torch.equal(torch.rand(1), want)
