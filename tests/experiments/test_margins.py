"""What lies above by more than twice the range of the seeds."""

import numpy as np
import pytest

from pe_reference.experiments import margins


def test_the_wider_range_counts_twice():
    more, less = [[0.8, 1.0], [1.0, 1.0]], [[0.1, 0.3], [0.1, 0.6]]
    np.testing.assert_allclose(margins.lead(more, less), [0.9 - 0.1 - 0.4, 1.0 - 0.45 - 0.6])


def test_a_number_has_no_range():
    assert margins.lead([0.4, 0.5], 0.1) == pytest.approx(0.35 - 0.2)
    assert margins.lead(1, [0.2, 0.3]) == pytest.approx(0.75 - 0.2)


@pytest.mark.parametrize("name", ["more", "less"])
def test_runs_there_must_be(name):
    given = {"more": [1.0], "less": [0.0], name: []}
    with pytest.raises(ValueError, match=f"`{name}` must hold at least one number, got"):
        margins.lead(**given)


def test_computed_in_float64_whatever_is_given():
    assert margins.lead(np.array([-100, 100], np.int8), 0) == -400


def test_measures_of_other_lengths_are_refused():
    with pytest.raises(ValueError, match=r"`less.shape\[1:\]` must be more.shape\[1:\] = \(4,\), got \(5,\)"):
        margins.lead(np.ones((3, 4)), np.ones((3, 5)))
