"""Names are those of the package; models and what they add are looked at in test_model.py."""

from pe_reference.experiments import _encodings


def test_an_encoding_enters_at_one_place():
    for name in _encodings.NAMES:
        parts = vars(_encodings.build(name, 16, 2, 32, causal=True, length=8, std=1.0))
        assert sum(part is not None for part in parts.values()) == (name != "none")
