"""The layout is a tested fact: stems, names, imports, sizes, docstrings."""

import ast
import importlib
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import pe_reference

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "pe_reference"
FILES = {path.relative_to(PACKAGE).with_suffix(""): path for path in sorted(PACKAGE.rglob("*.py"))}
STEMS = {name: path for name, path in FILES.items() if name.name not in ("__init__", "__main__")}
TREES = {name: ast.parse(path.read_text()) for name, path in FILES.items()}
MODULES = {name: importlib.import_module(".".join(("pe_reference", *name.parts))) for name in STEMS}
PUBLIC = {name: module for name, module in MODULES.items() if not name.name.startswith("_")}

LAYERS = (  # each imports what stands before it, and its own folder
    {"_checks"},
    {"_circle", "_decimals"},
    {"frequencies", "distances", "plotting", "article"},
    {"attention", "layouts", "embeddings", "rotations", "spectra", "biases"},
    {"nn", "analysis"},
    {"experiments"},
)
EXTRAS = {
    "torch": {"nn", "experiments"},
    "matplotlib": {"plotting"},
    "safetensors": {"experiments"},
    "tqdm": {"experiments"},
}
FORMULAS = {"sin", "cos", "tan", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "pow", "power", "float_power"}

FIXED = {  # names and parameters that tools outside the repository rely on
    "frequencies.inv_freq": "(dim, *, base=10000.0, grid='paper'",
    "frequencies.angles": "(positions, inv_freq",
    "frequencies.spectrum": "(dim, *, base=10000.0, grid='paper'",
    "frequencies.cos_sin": "(positions, spectrum",
    "sinusoidal.table": "(positions, d_model, *, base=10000.0, grid='paper', layout='interleaved', dtype, out",
    "sinusoidal.shift_matrix": "(offset, d_model, *, base=10000.0, grid='paper', layout='interleaved'",
    "naive.linear": "(positions, d_model",
    "naive.integer": "(positions",
    "naive.one_hot": "(positions, num_positions",
    "rotary.rotate": "(x, angles, *, pairing='interleaved'",
    "alibi.slopes": "(num_heads, *",
    "alibi.bias": "(query_positions, key_positions, slopes, *, causal",
    "t5.bucket": "(relative_position, *, num_buckets=32, max_distance=128, bidirectional=True",
    "shaw.index": "(query_positions, key_positions, *, max_distance",
    "position_interpolation.inv_freq": "(head_dim, *, factor, base=10000.0",
    "ntk.inv_freq": "(head_dim, *, factor, base=10000.0",
    "yarn.inv_freq": "(head_dim, *, factor, original_max_seq_len, base=10000.0",
    "yarn.attention_factor": "(factor, *",
    "llama3.inv_freq": "(head_dim, *, factor=8.0, low_freq_factor=1.0, high_freq_factor=4.0",
    "longrope.inv_freq": "(head_dim, *, short_factors, long_factors, seq_len, original_max_seq_len, base=10000.0",
    "layouts.convert_table": "(table, *, source, target",
    "layouts.convert_rotary_weight": "(weight, num_heads, *, source, target",
    "nn.Sinusoidal": "(d_model, *",
    "nn.Learned": "(d_model, *, max_seq_len",
    "nn.Rotary": "(head_dim, *, max_seq_len",
    "nn.ALiBi": "(num_heads, *, causal",
    "nn.T5Bias": "(num_heads, *, num_buckets=32, max_distance=128, bidirectional=True",
    "nn.Shaw": "(head_dim, *, max_distance",
}


def defined(module):
    """Functions and classes that a module defines without a leading underscore."""
    kinds = [*inspect.getmembers(module, inspect.isfunction), *inspect.getmembers(module, inspect.isclass)]
    return {name: it for name, it in kinds if it.__module__ == module.__name__ and not name.startswith("_")}


def imports(tree):
    """Module and imported name of every import, the name empty for a plain ``import``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.module, alias.name) for alias in node.names)


def target(module, name):
    """Path in the package of what an import names, or None if it is foreign."""
    parts = module.split(".")
    if parts[0] != "pe_reference":
        return None
    whole = Path(*parts[1:], name)
    return whole if whole in FILES or whole / "__init__" in FILES else Path(*parts[1:])


def level(name):
    return next(rank for rank, layer in enumerate(LAYERS) if name.parts[0] in layer)


def every(names):
    return pytest.mark.parametrize("name", names, ids=str)


@every(STEMS)
def test_a_stem_has_its_test(name):
    namesake = ROOT / "tests" / name.parent / f"test_{name.name.lstrip('_')}.py"
    assert namesake.exists(), f"{namesake.relative_to(ROOT)} is missing"


@every(MODULES)
def test_all_is_what_the_module_defines(name):
    module = MODULES[name]
    listed = {
        item
        for item in module.__all__
        if inspect.isfunction(getattr(module, item)) or inspect.isclass(getattr(module, item))
    }
    assert listed == defined(module).keys()


@every(STEMS)
def test_imports_point_one_way(name):
    for module, item in imports(TREES[name]):
        to = target(module, item)
        if to and to.parts[:1] != name.parts[:1]:
            assert level(to) < level(name), f"{name} imports {to}"


@every(FILES)
def test_extras_stay_in_their_folders(name):
    for module, _ in imports(TREES[name]):
        top = module.split(".")[0]
        assert top in {"numpy", "pe_reference", *sys.stdlib_module_names} or name.parts[0] in EXTRAS[top]


@every(STEMS)
def test_own_modules_are_imported_as_modules_types_by_name(name):
    for module, item in imports(TREES[name]):
        to = target(module, item)
        assert to is None or to.name == item or item[0].isupper(), f"from {module} import {item}"


def test_the_package_alone_imports_neither_torch_nor_matplotlib():
    code = "import sys, pe_reference; print(sorted({'torch', 'matplotlib'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_the_package_hands_its_modules_on():
    handed = {*pe_reference.__all__, *pe_reference.EXTRAS}
    for name in handed:
        assert inspect.ismodule(getattr(pe_reference, name))
    assert handed <= set(dir(pe_reference))
    assert all(inspect.ismodule(getattr(pe_reference, name)) for name in pe_reference.FOLDERS)
    assert {name.name for name in PUBLIC if name.parts[0] not in ("nn", "experiments")} <= handed
    with pytest.raises(AttributeError, match="module 'pe_reference' has no attribute 'rotary_'"):
        _ = pe_reference.rotary_


def test_the_package_works_without_its_extras():
    code = """
import pydoc, sys
sys.modules.update(torch=None, matplotlib=None)
from pe_reference import *
import pe_reference
print(sinusoidal.table(range(3), 4).shape, hasattr(pe_reference, "plotting"), "spectrum" in dir(frequencies))
pydoc.render_doc(pe_reference)
pe_reference.nn
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "(3, 4) False True\n"
    assert done.stderr.endswith("AttributeError: 'pe_reference.nn' needs the extra `torch`: there is no torch\n")


@pytest.mark.parametrize(("name", "extra"), pe_reference.EXTRAS.items())
def test_what_an_extra_lacks_is_said(name, extra, monkeypatch):
    def missing(name):
        raise ModuleNotFoundError("No module named 'other'", name="other")

    monkeypatch.setattr(pe_reference, "import_module", missing)
    monkeypatch.delattr(pe_reference, name, raising=False)
    with pytest.raises(AttributeError, match=f"'pe_reference.{name}' needs the extra `{extra}`: there is no other"):
        getattr(pe_reference, name)


def test_what_numpy_alone_needs_is_no_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "pe_reference.biases.alibi", None)
    monkeypatch.delattr(pe_reference, "alibi", raising=False)
    with pytest.raises(ModuleNotFoundError):
        _ = pe_reference.alibi


def test_files_are_short():
    folders = [
        path for folder in ("pe_reference", "tests", "gallery", "docs/_ext") for path in (ROOT / folder).rglob("*.py")
    ]
    long = {
        str(path.relative_to(ROOT))
        for path in [*folders, ROOT / "noxfile.py"]
        if len(path.read_text().splitlines()) > 300
    }
    assert not long


@every([name for name in STEMS if name.parts[0] == "nn"])
def test_nn_holds_no_formula(name):
    for node in ast.walk(TREES[name]):
        assert not isinstance(node, ast.Pow), f"** in {name}"
        called = getattr(node, "attr", getattr(node, "id", ""))
        assert called not in FORMULAS, f"{called} in {name}"


@every(FILES)
def test_nothing_is_checked_by_assert(name):
    assert not any(isinstance(node, ast.Assert) for node in ast.walk(TREES[name]))


@every([name for name in PUBLIC if name.name != "plotting"])
def test_no_options_without_a_name(name):
    for node in ast.walk(TREES[name]):
        assert not isinstance(node, ast.FunctionDef) or node.args.kwarg is None, f"** in {node.name}"


@every(FILES)
def test_what_coverage_leaves_out_has_its_reason(name):
    for line in FILES[name].read_text().splitlines():
        assert "pragma: no" not in line or re.search(r"# pragma: no (cover|branch) - \w+", line), line


@pytest.mark.parametrize("name", FIXED)
def test_fixed_names_have_their_parameters(name):
    module, item = name.split(".")
    signature = inspect.signature(getattr(getattr(pe_reference, module), item))
    plain = [each.replace(annotation=inspect.Parameter.empty) for each in signature.parameters.values()]
    words = re.sub(r"\b(dtype|out)=[^,)]+", r"\1", str(inspect.Signature(plain)))
    assert words.startswith(FIXED[name]), words


@every(PUBLIC)
def test_docstrings_show_an_example_and_name_their_errors(name):
    for item, function in inspect.getmembers(PUBLIC[name], inspect.isfunction):
        if item in defined(PUBLIC[name]):
            words = inspect.getdoc(function) or ""
            assert "Examples\n-----" in words and ">>> " in words, f"{item} without an example"
            refuses = re.search(r"\b_checks\.|\braise ", inspect.getsource(function))
            assert not refuses or "Raises\n-----" in words, f"{item} does not say what it raises"
