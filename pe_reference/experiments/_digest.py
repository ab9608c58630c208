"""The digest of code: of a module and all modules of this package that it imports, without words for readers.

Docstrings, comments and the form of the text do not count, nor do the modules that only refuse arguments. It is the
same in every version of Python: what a version adds to the syntax tree and leaves empty is left out.
"""

import ast
import hashlib
from collections.abc import Iterator
from pathlib import Path

__all__ = ["digest", "essence", "modules"]

PACKAGE = Path(__file__).resolve().parents[1]
REFUSALS = {"_checks", "nn._inputs"}
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def digest(module: str) -> str:
    """Return 16 hexadecimal digits for a module of this package, such as ``experiments._ladder``."""
    found = hashlib.sha256()
    for name, tree in modules(module).items():
        found.update(f"{name} {essence(tree)}\n".encode())
    return found.hexdigest()[:16]


def modules(module: str) -> dict[str, ast.Module]:
    """Return the trees of a module and of what it imports, directly or not, in the order of their names."""
    found: dict[str, ast.Module] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        path = PACKAGE.joinpath(*name.split(".")).with_suffix(".py")
        if name not in found and name not in REFUSALS and path.exists():
            found[name] = ast.parse(path.read_text(encoding="utf-8"))
            waiting.extend(_imported(found[name]))
    return dict(sorted(found.items()))


def essence(tree: ast.AST) -> str:
    """Return what a syntax tree says, without docstrings.

    Examples
    --------
    >>> essence(ast.parse("x = 1  # one")) == essence(ast.parse("x   = 1"))
    True
    """
    words: list[str] = []
    _spell(tree, words)
    return " ".join(words)


def _spell(node: object, words: list[str]) -> None:
    if isinstance(node, list):
        words.append("[")
        for each in node:
            _spell(each, words)
        words.append("]")
    elif isinstance(node, ast.AST):
        words.append(f"{type(node).__name__}(")
        for name in node._fields:
            value = getattr(node, name, None)
            if name == "body" and isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
                value = node.body[1:]
            if value is not None and value != []:
                words.append(name)
                _spell(value, words)
        words.append(")")
    else:
        words.append(repr(node))


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == PACKAGE.name:
            folder = node.module.split(".")[1:]
            yield ".".join(folder)
            yield from (".".join([*folder, alias.name]) for alias in node.names)
