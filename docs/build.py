"""Build the site: run the claims and the checks of encodings, then Sphinx, and name at the end everything that failed.

``python docs/build.py`` builds what changed; ``python docs/build.py fresh`` builds everything anew.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from time import perf_counter

DOCS = Path(__file__).resolve().parent
BUILD = DOCS / "_build"
sys.path.insert(0, str(DOCS / "_ext"))


def main(words: list[str]) -> int:
    """Run every step, whatever fails, and return 1 if anything did."""
    if "fresh" in words:
        for folder in (BUILD, DOCS / "gallery", DOCS / "reference" / "generated"):
            shutil.rmtree(folder, ignore_errors=True)
    forget_renamed_scripts()
    started = datetime.now(UTC).isoformat(timespec="seconds")
    times = [perf_counter()]
    import conforming
    import evidence

    print("docs: running the claims, alone and under every wrong variant", flush=True)
    problems = evidence.gather()
    times.append(perf_counter())
    print("docs: running every encoding against every check", flush=True)
    problems += conforming.gather()
    times.append(perf_counter())
    print("docs: running the gallery and building the pages", flush=True)
    warnings = BUILD / "warnings.txt"
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-W",
        "--keep-going",
        "-n",
        "-q",
        "-w",
        str(warnings),
        "-d",
        str(BUILD / "doctrees"),
    ]
    env = os.environ | {"PYTHONHASHSEED": "0", "IPYTHONDIR": str(quiet_kernels())}
    built = subprocess.run([*command, "-b", "html", str(DOCS), str(BUILD / "html")], check=False, env=env)
    times.append(perf_counter())
    note_times(started, times)
    scripts = broken_scripts()
    lines = warnings.read_text().splitlines() if warnings.exists() else []
    if not (problems or scripts or lines or built.returncode):
        print(f"docs: open {BUILD / 'html' / 'index.html'}")
        return 0
    print("\n".join(["", "docs: failed", *problems]))
    print(f"{len(lines)} lines of warnings in {warnings.relative_to(DOCS.parent)}" if lines else "no warnings")
    print("scripts: " + (", ".join(scripts) or "none"))
    print("claims, outputs and checks: " + (", ".join(ids(problems)) or "none"))
    return 1


def forget_renamed_scripts() -> None:
    """Drop what was built when it shows a script that is no more."""
    shown = {path.relative_to(DOCS / "gallery").with_suffix("") for path in (DOCS / "gallery").glob("*/plot_*.rst")}
    scripts = {
        path.relative_to(DOCS.parent / "gallery").with_suffix("")
        for path in (DOCS.parent / "gallery").glob("*/plot_*.py")
    }
    if shown - scripts:
        for folder in (DOCS / "gallery", BUILD / "html", BUILD / "doctrees"):
            shutil.rmtree(folder, ignore_errors=True)


def quiet_kernels() -> Path:
    """Return a profile in which kernels say only what is wrong, not that they talk over TCP to this machine."""
    profile = BUILD / "ipython" / "profile_default" / "ipython_kernel_config.py"
    profile.parent.mkdir(parents=True, exist_ok=True)
    profile.write_text('get_config().IPKernelApp.log_level = "ERROR"\n')
    return profile.parents[1]


def note_times(started: str, times: list[float]) -> None:
    """Write down when this run was and how many seconds it took, outside the site: two builds of it are the same."""
    claims, checks, pages = (round(after - before, 1) for before, after in pairwise(times))
    scripts = {script: round(float(case.get("time", 0)), 2) for script, case in reported().items()}
    spent = {"started": started, "claims": claims, "checks": checks, "gallery and pages": pages}
    spent["last run of each script"] = scripts
    (BUILD / "timings.json").write_text(json.dumps(spent, indent=1) + "\n")


def broken_scripts() -> list[str]:
    """Return the gallery scripts that raised in this run."""
    return sorted(script for script, case in reported().items() if case.find("failure") is not None)


def reported() -> dict[str, ET.Element]:
    """Return what sphinx-gallery reports of each script."""
    report = BUILD / "gallery-junit.xml"
    cases = ET.parse(report).getroot().iter("testcase") if report.exists() else []
    return {case.get("file", "").removeprefix("../"): case for case in cases}


def ids(problems: list[str]) -> list[str]:
    """Return the ids that the problems name, each once."""
    found = (re.match(r"(?:claim|output|conformance) (\S+?)[: ]", problem) for problem in problems)
    return list(dict.fromkeys(match[1] for match in found if match))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
