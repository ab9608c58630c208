"""A record is the same after it was written and read."""

import json

from pe_reference.experiments import _text


def test_written_and_read():
    run = {
        "arm": "a/b",
        "seed": 0,
        "plan": {"length": 8, "steps": 2},
        "seconds": 1.5,
        "curve": {"loss": [1.0]},
        "measures": {},
    }
    runs = [run, {**run, "seed": 1, "seconds": 2.5}, {**run, "arm": "c", "plan": {"length": 8, "steps": 3}}]
    head = {"experiment": "x", "versions": {}}
    text = _text.written(head, runs)
    found = json.loads(text)
    assert found["common"] == {"length": 8} and found["arms"]["a/b"]["shared"] == {"plan": {"steps": 2}}
    assert _text.read(text) == (head, runs)
    assert _text.read(_text.written(head, [])) == (head, [])


def test_numbers_are_rounded_to_significant_digits():
    assert _text.rounded({"a": [1e-9 / 3, (2 / 3,)], "b": True, "c": None, "d": 7}) == {
        "a": [3.33333e-10, [0.666667]],
        "b": True,
        "c": None,
        "d": 7,
    }


def test_a_file_is_replaced_in_one_go(tmp_path):
    path = tmp_path / "folder" / "a.json"
    _text.replace(path, "first")
    _text.replace(path, "second")
    assert path.read_text() == "second" and len(list(path.parent.iterdir())) == 1
