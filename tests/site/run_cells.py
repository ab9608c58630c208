"""``python run_cells.py notebook.ipynb``: run its code cells as Jupyter does and print what each of them shows."""

import ast
import contextlib
import io
import json
import sys
from pathlib import Path


def run(source: str, names: dict) -> dict[str, str]:
    """Return what a cell prints, and the table that its last line shows."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, shown = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)
        if last:
            shown = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    html = shown._repr_html_() if hasattr(shown, "_repr_html_") else ""
    return {"printed": printed.getvalue(), "html": html}


if __name__ == "__main__":
    cells = json.loads(Path(sys.argv[1]).read_text())["cells"]
    names: dict = {"__name__": "__main__"}
    codes = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    print(json.dumps([run(code, names) for code in codes]))
