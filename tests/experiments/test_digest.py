"""Words for readers do not count, code does, also that of imported modules."""

import ast

import pytest

from pe_reference.experiments import _digest

CODE = '''
"""A module."""

LIMIT = 3  # a comment


def half(x):
    """Return half."""
    words = "# no comment"
    return x / 2


class Box:
    """Holds."""

    size = 1
'''


def essence(code):
    return _digest.essence(ast.parse(code))


def test_docstrings_comments_and_form_do_not_count():
    same = CODE.replace("Return half.", "Return a half.").replace("a comment", "another").replace("x / 2", "(x /  2)")
    assert essence(same) == essence(CODE) != essence(CODE.replace("x / 2", "x / 3"))
    assert "Return half." not in essence(CODE) and "# no comment" in essence(CODE)


def test_a_string_that_is_no_docstring_counts():
    assert essence("x = 'a'") != essence("x = 'b'")


def test_imports_are_followed_and_refusals_left_out():
    found = _digest.modules("experiments._ladder")
    assert {"experiments._ladder", "experiments.training", "nn.rotary", "frequencies", "spectra.yarn"} <= found.keys()
    assert not {"_checks", "nn._inputs", "experiments.records", "experiments._stability"} & found.keys()
    assert list(found) == sorted(found)


def test_the_digest_follows_the_code_and_not_the_version_of_python(monkeypatch):
    monkeypatch.setattr(
        _digest, "modules", lambda name: {name: ast.parse("def f(x: int = 2) -> str: return f'{x!r:>3}'")}
    )
    assert _digest.digest("a") == "06b917cc93b88e71"


@pytest.mark.parametrize("name", ["experiments._order", "experiments._markov"])
def test_the_digest_is_the_same_twice(name):
    assert _digest.digest(name) == _digest.digest(name)
    assert _digest.digest("experiments._order") != _digest.digest("experiments._markov")
