"""What must be true of the files that hosts read, each as a function that returns the problems it finds."""

import ast
import re
import runpy
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[1]
WORKFLOWS = {path.stem: path.read_text() for path in sorted((ROOT / ".github" / "workflows").iterdir())}
READTHEDOCS = (ROOT / ".readthedocs.yaml").read_text()
README = (ROOT / "README.md").read_text()
RUN = (ROOT / ".ci" / "run").read_text()
INDEX = "PIP_EXTRA_INDEX_URL=https://download.pytorch.org/whl/cpu"
PINNED = re.compile(r"uses: (?P<action>[\w./-]+)@(?P<hash>[0-9a-f]{40}) # v\d+\.\d+\.\d+")
WRITES = {
    ("ci", "deploy"): {"pages", "id-token"},
    ("release", "publish"): {"id-token"},
    ("release", "attach"): {"contents"},
}
release, notes = (runpy.run_path(str(ROOT / ".ci" / "release.py"))[name] for name in ("problems", "notes"))
pins = runpy.run_path(str(ROOT / ".ci" / "pins.py"))


def actions(*texts: str) -> list[str]:
    """Every action is named by hash with its version beside it, and by the same hash everywhere."""
    lines = [line.strip().removeprefix("- ") for text in texts for line in text.splitlines() if "uses:" in line]
    found = {line: PINNED.fullmatch(line.split(" # ")[0] + " # " + line.split(" # ")[-1].split()[0]) for line in lines}
    problems = [f"no hash with a version: {line}" for line, match in found.items() if not match]
    hashes: dict[str, set[str]] = {}
    for match in filter(None, found.values()):
        hashes.setdefault(match["action"], set()).add(match["hash"])
    return problems + [f"more than one hash: {action}" for action, several in hashes.items() if len(several) > 1]


def permissions(name: str, text: str) -> list[str]:
    """Nothing is allowed but what a job names; a job that may write is a known one, and runs no code of ours."""
    workflow = yaml.safe_load(text)
    problems = [] if workflow.get("permissions") == {} else ["the workflow allows something to every job"]
    for title, job in workflow["jobs"].items():
        allowed = job.get("permissions")
        if not isinstance(allowed, dict):
            problems.append(f"{title} does not say what it may do")
            continue
        writes = {scope for scope, level in allowed.items() if level == "write"}
        problems += [f"{title} may write {scope}" for scope in writes - WRITES.get((name, title), set())]
        if writes and any("actions/checkout@" in step.get("uses", "") for step in job["steps"]):
            problems.append(f"{title} may write, and checks out code")
    return problems


def steps(text: str) -> list[str]:
    """No step leaves credentials behind or puts a template into a shell; every job ends, and runs are ordered."""
    workflow = yaml.safe_load(text)
    problems = [] if "concurrency" in workflow else ["runs are not ordered"]
    problems += [f"{title} has no end" for title, job in workflow["jobs"].items() if "timeout-minutes" not in job]
    for step in (step for job in workflow["jobs"].values() for step in job["steps"]):
        if "actions/checkout@" in step.get("uses", "") and step.get("with", {}).get("persist-credentials") is not False:
            problems.append("a checkout leaves its credentials")
        if "${{" in step.get("run", ""):
            problems.append(f"a template in a shell: {step['run']}")
    return problems


def sessions(text: str) -> list[str]:
    """Return the nox sessions that a file runs, those of a matrix too."""
    matrix = [word for words in re.findall(r"session: \[([\w, ]+)\]", text) for word in words.split(", ")]
    named = [word for words in re.findall(r"\.venv/bin/nox -s ([\w ]+)", text) for word in words.split()]
    return sorted({*matrix, *named})


def defined(noxfile: str) -> set[str]:
    """Return the sessions that a noxfile defines, as its syntax tree has them."""
    functions = [node for node in ast.parse(noxfile).body if isinstance(node, ast.FunctionDef)]
    return {node.name for node in functions if any("nox.session" in ast.unparse(it) for it in node.decorator_list)}


def torch_for_the_cpu(ci: str, release: str, readthedocs: str, readme: str, noxfile: str) -> list[str]:
    """Hosts and readers on Linux say the index of torch for the CPU; the noxfile names none."""
    name, address = INDEX.split("=")
    workflows, others = {"CI": ci, "release": release}, {"Read the Docs": readthedocs, "README": readme}
    said = {where: yaml.safe_load(text).get("env", {}).get(name) == address for where, text in workflows.items()}
    said |= {where: INDEX in text.split() for where, text in others.items()}
    problems = [f"{where} does not say where torch for the CPU is" for where, it_does in said.items() if not it_does]
    return problems + (["noxfile.py names an index"] if re.search(r"https?://|index-url|INDEX_URL", noxfile) else [])


def read_the_docs(text: str) -> list[str]:
    """Read the Docs builds with nox and finds the site where it looks for it."""
    jobs = yaml.safe_load(text)["build"]["jobs"]
    lines = [*jobs["install"], *jobs["build"]["html"]]
    wanted = (
        ".venv/bin/nox -s docs",
        'PE_SITE_URL="$READTHEDOCS_CANONICAL_URL"',
        'docs/_build/html "$READTHEDOCS_OUTPUT/html"',
    )
    return [f"no line has {words}" for words in wanted if not any(words in line for line in lines)]


def unpinned(project: str, constraints: str) -> list[str]:
    """Every requirement of ours is pinned to one version, and the pins are in order."""
    lines = constraints.splitlines()
    problems = [f"no exact version: {line}" for line in lines if not re.fullmatch(r"[\w.-]+==[\w.!]+", line)]
    keys = [line.split("==")[0].lower().replace("_", "-") for line in lines]
    problems += [] if keys == sorted(set(keys)) else ["the pins are out of order"]
    return problems + [f"not pinned: {name}" for name in _required(tomllib.loads(project)) if name not in keys]


def _required(project: dict[str, Any]) -> Iterator[str]:
    extras = project["project"]["optional-dependencies"].values()
    for group in (project["project"]["dependencies"], *extras, *project["dependency-groups"].values()):
        for name in (re.match(r"[\w.-]+", each) for each in group):
            if name and name[0] != project["project"]["name"]:
                yield name[0].lower().replace("_", "-")
