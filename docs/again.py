"""Edit one script, build again, and say what ran and how long it took; the script is put back at the end.

``nox -s docs -- again`` calls this after a build.
"""

import os
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
SCRIPT = "02_bounded_values/plot_2_norms"
SECONDS = 10


def pictures(gallery: Path) -> dict[str, float]:
    """Return when each picture of each script was drawn."""
    found = gallery.glob("*/images/sphx_glr_plot_*.png")
    return {f"{path.parents[1].name}/{path.stem.removeprefix('sphx_glr_')}": path.stat().st_mtime_ns for path in found}


def problems(before: dict[str, float], after: dict[str, float], script: str, seconds: float) -> list[str]:
    """The edited script ran, no other did, and the build took no longer than it may."""
    drawn = {name for name in after if before.get(name) != after[name]}
    own = {name for name in after if name.startswith(f"{script}_0")}
    found = [f"did not run: {script}"] if not own or own - drawn else []
    found += [f"ran although nobody edited it: {name}" for name in sorted(drawn - own)]
    return found + ([f"took {seconds:.1f} s of {SECONDS}"] if seconds > SECONDS else [])


def spent() -> float:
    """Return the time that processors have worked for our builds: on quiet ones as long as a clock shows, or longer."""
    times = os.times()
    return times.children_user + times.children_system


def main() -> int:
    """Build, edit, build again, and return 1 if anything is not as it should be."""
    build = [sys.executable, str(DOCS / "build.py")]
    script = DOCS.parent / "gallery" / f"{SCRIPT}.py"
    text = script.read_text()
    subprocess.run(build, check=True)
    before = pictures(DOCS / "gallery")
    try:
        script.write_text(f"{text}# Edited.\n")
        start = spent()
        subprocess.run(build, check=True)
        seconds = spent() - start
    finally:
        script.write_text(text)
    found = problems(before, pictures(DOCS / "gallery"), SCRIPT, seconds)
    subprocess.run(build, check=True)
    print("\n".join(found) or f"again: {SCRIPT} alone, in {seconds:.1f} s")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
