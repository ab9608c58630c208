"""The checks of the records can fail: each finds what is wrong in a small example."""

import json

import pytest
import reading
import recorded
from bs4 import BeautifulSoup

CLAIM = {"id": "1.1", "kind": "exact", "verdict": "holds", "checks": 2, "passed": 2, "catches": "A wrong sign."}
UNPROVEN = {"checks": 0, "passed": 0, "catches": ""}


def test_a_sound_record_of_a_claim_passes():
    assert not recorded.claims([CLAIM], {"1.1": "exact"})
    for verdict in recorded.UNCHECKED:
        assert not recorded.claims(
            [CLAIM | {"verdict": verdict, "checks": 0, "passed": 0, "catches": ""}], {"1.1": "exact"}
        )


@pytest.mark.parametrize(
    "change", [{"id": "1.2"}, {"kind": "source"}, {"passed": 1}, {"checks": 0, "passed": 0}, {"catches": ""}]
)
def test_a_wrong_record_of_a_claim_is_found(change):
    assert recorded.claims([CLAIM | change], {"1.1": "exact"})


def test_a_claim_twice_is_found():
    assert recorded.claims([CLAIM, CLAIM], {"1.1": "exact"})


OWN = CLAIM | {"id": "rotary.1", "section": "rotary", "page": "encodings/rotary.html#claim-rotary.1"}
PLACE = {"rotary.1": "encodings/rotary.html"}


def test_a_sound_record_of_a_claim_of_our_own_passes():
    assert not recorded.own_claims([OWN], PLACE)


@pytest.mark.parametrize(
    "change",
    [
        {"id": "rotary.2"},
        {"kind": ""},
        {"passed": 1},
        {"page": "encodings/rotary.html#claim_rotary_1"},
        {"page": "encodings/t5.html#claim-rotary.1"},
        {"section": "t5"},
    ],
)
def test_a_wrong_record_of_a_claim_of_our_own_is_found(change):
    assert recorded.own_claims([OWN | change], PLACE)


def test_claims_of_our_own_out_of_order_are_found():
    ten = OWN | {"id": "rotary.10", "page": "encodings/rotary.html#claim-rotary.10"}
    both = PLACE | {"rotary.10": "encodings/rotary.html"}
    assert not recorded.own_claims([OWN, ten], both)
    assert recorded.own_claims([ten, OWN], both)


CARD = '<article data-verdict="holds"><p class="pe-outcome">2 checks passed in this build</p></article>'


@pytest.mark.parametrize(
    ("old", "new"),
    [("holds", "refuted"), ("2 checks", "1 check"), ("pe-outcome", "pe-outcome--failed"), (CARD, "<p></p>")],
)
def test_a_card_that_says_something_else_is_found(old, new):
    def found(card):
        return recorded.claim_card(CLAIM, BeautifulSoup(card, "html.parser").find())

    assert not found(CARD) and found(CARD.replace(old, new))


ROW = '<tr><th><a href="#">{stem}</a></th>{cells}</tr>'
CELLS = "<td>2 passed</td>" * 6 + "<td>no module</td>"


def test_a_cell_of_the_table_of_checks_that_says_nothing_is_found():
    def found(cells=CELLS, most=None):
        rows = "".join(ROW.format(stem=stem, cells=cells) for stem in recorded.encodings()[:most])
        head = f"<thead><tr>{'<th></th>' * 8}</tr></thead>"
        return recorded.checks(BeautifulSoup(f"<table>{head}<tbody>{rows}</tbody></table>", "html.parser").table)

    assert not found()
    for text in ("absent", "0 passed", "1 failed", ""):
        assert found(CELLS.replace("no module", text))
    assert found(CELLS.replace("<td>no module</td>", "")) and found(most=-1) and recorded.checks(None)


HOLDERS = {
    "F7.1": '<img src="a.png" alt="a">',
    "L4": "<pre>0.1</pre>",
    "T1": '<table class="pe-table"><tr><th>a</th></tr><tr><td>1</td></tr></table>',
    "P8.1": "<pre>layer</pre>",
    "S-sin": "<p>Rows of sines and cosines.</p>",
}


@pytest.mark.parametrize("id", HOLDERS)
def test_an_output_without_its_thing_is_found(id):
    def found(content):
        label = '<p class="pe-label">Label</p>'
        return recorded.holds(id, BeautifulSoup(f"<div>{label}{content}</div>", "html.parser").find())

    assert not found(HOLDERS[id]) and found("") and recorded.holds(id, None)
    assert found(HOLDERS[id].replace(' alt="a"', ' alt=""')) or id[0] != "F"


def test_an_output_without_a_place_is_found():
    places = json.loads((reading.SITE / "outputs.json").read_text())
    ids = [id for id in places if id != "later"]
    assert not recorded.outputs(places, ids, places["later"])
    lost = {id: place for id, place in places.items() if id != "L4"}
    assert recorded.outputs(lost, ids, places["later"]) == ["L4: no place"]
    assert recorded.outputs(places | {"L4": "index.html#nowhere"}, ids, places["later"]) == ["L4: no such anchor"]
    assert recorded.outputs(places | {"later": []}, ids, places["later"]) == ["later: []"]


def test_a_number_of_a_claim_that_leads_nowhere_is_found():
    table = '<table class="pe-table"><td>So it is (<a href="a.html#claim-1.1">1.1</a>, 1.2), not (1.5).</td></table>'
    assert recorded.bracketed(BeautifulSoup(table, "html.parser"), {"1.1", "1.2"}) == ["no link: 1.2"]


@pytest.mark.parametrize("text", ["a 1.5 b", "a 1.4 c", "a 1.4", "a 1.4 b\n2", ""])
def test_a_download_that_prints_something_else_is_found(text):
    page = BeautifulSoup('<div class="sphx-glr-script-out"><pre>a 1.4 b\n</pre></div>', "html.parser")
    assert not recorded.printed(page, "a 1.4 b\n") and recorded.printed(page, text)


def test_a_table_that_says_something_else_is_found():
    page = BeautifulSoup(HOLDERS["T1"], "html.parser")
    assert not recorded.tables(page, HOLDERS["T1"]) and recorded.tables(page, HOLDERS["T1"].replace("1", "2"))


def test_rounding_noise_alone_may_differ():
    page = BeautifulSoup('<div class="sphx-glr-script-out"><pre>off 2e-15\n</pre></div>', "html.parser")
    assert not recorded.printed(page, "off 3e-16") and recorded.printed(page, "off 3e-7")
