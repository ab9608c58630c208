"""The runner itself: what it reads, what it counts, what it refuses to call green."""

import ledger
import numpy as np
import pytest

import pe_reference as pe

PAGE = """# A page

```{claim} 9.99
:verdict: refuted
:says: One and one is three.
:catches: wrong

They are *two*.

>>> one = 1
>>> one + one
2
>>> float(np.float64(one))
1.0
```

````{claim} 9.98
:verdict: opinion
:says: It is nice.
````
"""


@pytest.fixture
def claim():
    return ledger.parse(PAGE, "page")[0]


def test_parse_reads_options_prose_and_code(claim):
    assert (claim.id, claim.page, claim.line) == ("9.99", "page", 3)
    assert claim.options == {"verdict": "refuted", "says": "One and one is three.", "catches": "wrong"}
    assert claim.prose.strip() == "They are *two*."
    assert claim.code.startswith(">>> import numpy as np\n>>> one = 1")
    assert [claim.id for claim in ledger.parse(PAGE, "page")] == ["9.99", "9.98"]


def test_run_counts_the_examples_that_print(claim):
    outcome = ledger.run(claim)
    assert (outcome.checks, outcome.passed, outcome.states, outcome.raised) == (2, 2, True, False)


def test_a_watched_run_notes_the_files_that_it_uses(claim):
    assert ledger.run(claim).files == ledger.run(claim, watched=True).files == []
    code = ">>> pe.sinusoidal.table(2, 2).shape\n(2,)"
    files = ledger.run(claim, f">>> import pe_reference as pe\n{code}", watched=True).files
    assert {"embeddings/sinusoidal.py", "frequencies.py", "_checks.py"} <= set(files)
    assert not {"attention.py", "nn/sinusoidal.py"} & set(files)


@pytest.mark.parametrize(
    ("old", "new", "states", "raised"),
    [
        (">>> one = 1", ">>> one = 2", False, False),
        ("2\n>>>", "3\n>>>", True, False),
        ("float(", "flaot(", False, True),
    ],
)
def test_run_sees_each_way_to_fail(claim, old, new, states, raised):
    outcome = ledger.run(claim, claim.code.replace(old, new))
    assert outcome.red
    assert (outcome.states, outcome.raised) == (states, raised)


def test_a_premise_variant_changes_the_doctest_alone(claim):
    variant = ledger.Variant("wrong", "Two is one.", "one = 1", "one = 2", claim="9.99")
    assert ledger.run_under(claim, variant).red
    assert not ledger.run(claim).red


def test_a_file_variant_changes_the_package_and_puts_it_back():
    before = pe.naive.integer(range(3))
    old = ".astype(np.float64), -1)"
    variant = ledger.Variant("wrong", "Positions start at one.", old, f"{old} + 1", "embeddings/naive.py")
    with ledger.applied(variant):
        np.testing.assert_array_equal(pe.naive.integer(range(3)), before + 1)
    np.testing.assert_array_equal(pe.naive.integer(range(3)), before)


def test_a_variant_reaches_names_that_others_have_imported():
    old = "class Sinusoidal(nn.Module):\n"
    variant = ledger.Variant("wrong", "Marked.", old, f"{old}    planted = True\n", "nn/sinusoidal.py")
    with ledger.applied(variant):
        assert pe.nn.Sinusoidal.planted
        assert isinstance(pe.nn.Encoder(8, 8, 2, 1, 8).positions, pe.nn.Sinusoidal)
    assert not hasattr(pe.nn.Sinusoidal, "planted")


def test_a_variant_must_fit_exactly_once(claim):
    with pytest.raises(ValueError, match=r"variant wrong: `old` must occur once, got 0"):
        ledger.run_under(claim, ledger.Variant("wrong", "No such text.", "nowhere", "x", claim="9.99"))


def test_digest_depends_on_its_parts():
    assert ledger.digest("a") != ledger.digest("b")
    assert ledger.digest("a") == ledger.digest("a")
