"""The same random numbers in every test, whatever ran before."""

import numpy as np
import pytest
import torch


@pytest.fixture(autouse=True)
def _seeded():
    torch.manual_seed(0)


@pytest.fixture
def rng():
    return np.random.default_rng(0)
