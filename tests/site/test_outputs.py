"""claims.json, claims.csv and outputs.json say what the pages show, and the listings show the article's numbers."""

import csv
import json
import tomllib

import pytest
import reading
import recorded

OUTLINE = tomllib.loads((reading.ROOT / "docs" / "article" / "outline.toml").read_text())
PLACED = [entry["id"] for entry in OUTLINE["output"] if entry["id"] not in OUTLINE["later"]]
KINDS = {id: kind for section in OUTLINE["section"] for id, kind in section["claims"].items()}
FIELDS = ["id", "section", "kind", "statement", "verdict", "checks", "passed", "catches", "page"]
VERDICTS = {"holds", "corrected", "refuted", "cited", "opinion", "pending"}
ROWS = {
    "article": [
        [-0.544, -0.839, -0.613, 0.79, -0.021, -1.0, 0.979, -0.206],
        [0.42, 0.907, 0.856, 0.517, -0.825, -0.566, 0.738, -0.675],
    ],
    "paper": [
        [-0.544, -0.839, 0.938, 0.348, -0.613, 0.79, -0.88, -0.475],
        [0.42, 0.907, -0.318, -0.948, 0.856, 0.517, -0.718, 0.696],
    ],
}


@pytest.fixture(scope="module")
def claims():
    return json.loads((reading.SITE / "claims.json").read_text())


@pytest.fixture(scope="module")
def outputs():
    return json.loads((reading.SITE / "outputs.json").read_text())


@pytest.fixture(scope="module")
def listing(outputs):
    """Give the lines that a listing prints on its page."""
    return lambda id: reading.at(outputs[id]).find("pre").get_text().strip().splitlines()


def numbers(line):
    """Return the numbers behind the last colon."""
    return [float(number) for number in recorded.NUMBER.findall(line.rsplit(":", 1)[-1])]


def test_every_claim_is_recorded_and_its_checks_passed(claims):
    article = [entry for entry in claims if isinstance(entry["section"], int)]
    problems = recorded.claims(article, KINDS) + recorded.own_claims(claims[len(article) :], recorded.written())
    assert not problems, "\n".join(problems)


def test_every_record_has_its_fields(claims):
    for entry in claims:
        assert list(entry) == FIELDS
        assert str(entry["section"]) == entry["id"].rsplit(".", 1)[0] and entry["verdict"] in VERDICTS
        assert isinstance(entry["section"], int) == (entry["id"] in KINDS)
        assert type(entry["checks"]) is type(entry["passed"]) is int and entry["statement"].endswith((".", "?"))


def test_every_claim_stands_on_its_page_as_recorded(claims):
    for page in {entry["page"].split("#")[0] for entry in claims}:
        soup = reading.soup(reading.SITE / page)
        for entry in claims:
            if entry["page"].startswith(f"{page}#"):
                problems = recorded.claim_card(entry, soup.find(id=entry["page"].split("#")[1]))
                assert not problems, "\n".join(problems)


def test_the_table_for_spreadsheets_agrees(claims):
    with (reading.SITE / "claims.csv").open(newline="") as file:
        assert list(csv.DictReader(file)) == [{name: str(value) for name, value in entry.items()} for entry in claims]


def test_the_ledger_has_a_row_for_every_claim(claims):
    page = reading.soup(reading.SITE / "claims.html")
    rows = [(row["id"], row["data-verdict"]) for row in page.select("table.pe-ledger tbody tr[id]")]
    assert rows == [(entry["id"], entry["verdict"]) for entry in claims]


def test_numbers_of_claims_in_tables_lead_to_them(claims):
    ids, pages = {entry["id"] for entry in claims}, [reading.SITE / page for page in reading.pages()]
    problems = {page.name: recorded.bracketed(reading.soup(page), ids) for page in pages}
    assert not any(problems.values()), problems


def test_every_output_has_a_place_that_holds_it(outputs):
    problems = recorded.outputs(outputs, PLACED, OUTLINE["later"])
    assert not problems, "\n".join(problems)


WORKS = {"9.2": {"position_interpolation", "ntk", "alibi"}, "10.3": {"rotary"}, "10.5": {"t5"}}


@pytest.mark.parametrize("id", WORKS)
def test_a_claim_of_the_article_leads_to_where_it_works(id, claims):
    (entry,) = (entry for entry in claims if entry["id"] == id)
    links = {link["href"].split("#")[0] for link in reading.at(entry["page"]).select("a[href]")}
    assert {f"../encodings/{stem}.html" for stem in WORKS[id]} <= links


def test_every_encoding_is_shown_with_every_check():
    page = reading.soup(reading.SITE / "conventions.html")
    problems = recorded.checks(page.select_one("table.pe-conformance"))
    assert not problems, "\n".join(problems)


def test_listing_2a_the_linear_code_at_position_9(listing):
    lines = listing("L2a")
    assert [numbers(line) for line in lines] == [[9.0, 9.0]]


def test_listing_2b_the_range_of_the_sinusoidal_table(listing):
    lines = listing("L2b")
    assert lines[-2].split()[0] == "article's" and lines[-1].split()[0] == "paper's"
    assert numbers(lines[-2]) == pytest.approx([-0.9999983836604643, 1.0], abs=1e-15)
    assert numbers(lines[-1]) == pytest.approx([-0.9999999807324713, 1.0], abs=1e-15)


def test_listing_4_rows_10_and_13(listing):
    lines = listing("L4")
    for name, line in (("article", 0), ("paper", 3)):
        assert lines[line].lower().startswith(name)
        ten, thirteen = lines[line + 1 : line + 3]
        assert "Position 10" in ten and "Position 13" in thirteen
        assert [numbers(ten), numbers(thirteen)] == ROWS[name]


def test_listing_7_3_shapes_of_three_codes(listing):
    lines = listing("L7.3")
    assert [numbers(line) for line in lines] == [[10, 10], [10, 1], [10, 16]]


def test_listing_8_2_shape_of_the_encoder_s_output(listing):
    lines = listing("L8.2")
    assert [numbers(line) for line in lines] == [[2, 10, 512]]
