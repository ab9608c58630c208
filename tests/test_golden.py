"""The golden vectors: every encoding and choice has one, and each is the formula in 50 digits."""

import inspect
import json
import sys
import typing
from pathlib import Path

import numpy as np
import oracle_golden
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "docs" / "_ext"))

import conforming
import golden
import vectors

VECTORS = vectors.vectors()
CALLS = {name: how for name, how in VECTORS.items() if isinstance(how, vectors.Call)}


@pytest.fixture(scope="module")
def described():
    return {one["name"]: one for one in json.loads(golden.as_json(golden.made()))["vectors"]}


def test_every_encoding_has_vectors():
    assert set(conforming.encodings()) <= {name.split("/")[0] for name in VECTORS}


def test_every_width_and_position_is_there():
    widths = {int(name.rsplit("/", 1)[1]) for name in VECTORS if name.startswith(("sinusoidal/", "rotary/turned/"))}
    assert widths == {8, 16, 128}
    assert vectors.POSITIONS == [0, 1, 7, 100, 4095, 131071, 1048575]


def test_every_choice_of_every_function_is_there(described):
    met: dict[tuple[str, str], set] = {}

    def note(one):
        if isinstance(one, dict) and "call" in one:
            for name, value in one["arguments"].items():
                if isinstance(value, str | bool):
                    met.setdefault((one["call"], name), set()).add(value)
                note(value)

    for one in described.values():
        note(one)
    for call in {how.function for how in CALLS.values()}:
        function = golden.function(vectors.call(call))
        for name, parameter in inspect.signature(function).parameters.items():
            choices = (True, False) if parameter.annotation is bool else typing.get_args(parameter.annotation)
            if choices and all(isinstance(choice, str | bool) for choice in choices):
                assert met[call, name] == set(choices), (call, name)


@pytest.mark.parametrize("name", CALLS)
def test_a_vector_is_the_formula(name, described):
    array = golden.made()[name]
    exact = oracle_golden.value(described[name], described)
    assert np.shape(exact) == array.shape
    worst, scale = oracle_golden.distance(array, exact)
    assert worst <= oracle_golden.tolerance(described[name]["call"]) * max(1.0, scale)


def test_a_wrong_vector_is_found(described):
    name = "rotary/cos/8"
    wrong = golden.made()[name].copy()
    wrong[-1, -1] += 1e-15
    worst, _ = oracle_golden.distance(wrong, oracle_golden.value(described[name], described))
    assert worst > oracle_golden.tolerance("frequencies.cos_sin")


def test_numbers_come_back_exactly(described):
    for name, array in golden.made().items():
        values = np.array(described[name]["values"], dtype=np.float64)
        np.testing.assert_array_equal(np.where(np.isnan(values), -np.inf, values), array)


def test_written_twice_they_have_the_same_bytes(tmp_path):
    for folder in ("one", "two"):
        golden.made.cache_clear()
        golden.write(tmp_path / folder)
    for name in golden.FILES:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
