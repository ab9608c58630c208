"""No case is left out."""

import re
from pathlib import Path

from field.cases import CASES


def test_every_case_is_a_test():
    tested = [
        identity
        for path in Path(__file__).parent.glob("test_*.py")
        for identity in re.findall(r'^(?:    )?@field_case\("(\w+)"\)$', path.read_text(), re.MULTILINE)
    ]
    assert set(tested) == set(CASES)
    assert len(CASES) == 55


def test_every_case_says_what_went_wrong_and_what_is_right():
    for case in CASES.values():
        assert list(case) == ["id", "symptom", "input", "expected", "wrong_result"]
        assert len(case["symptom"]) > 30
