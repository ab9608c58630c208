"""Experiments in small: narrow models, few steps, few sentences."""

import dataclasses

import pytest

from pe_reference.experiments import _plans


@pytest.fixture
def measured(monkeypatch):
    """Return the measures of one arm of an experiment module, from a model that is hardly trained."""

    def make(module, arm, **changes):
        if hasattr(module, "SENTENCES"):
            monkeypatch.setattr(module, "SENTENCES", 2)
        small = {
            "d_model": 8,
            "heads": 2,
            "batch_size": 2,
            "steps": min(2, module.EXPERIMENT.arms[arm].steps),
            **changes,
        }
        plan = dataclasses.replace(module.EXPERIMENT.arms[arm], **small)
        return module.EXPERIMENT.measured(plan, *_plans.trained(plan, 0))

    return make
