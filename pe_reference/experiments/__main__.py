"""``python -m pe_reference.experiments ladder --seed 0 --arm alibi``: make records, or a part of one."""

import argparse
import dataclasses
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pe_reference.experiments import _again, _pool, catalogue, records, runner

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for; 1 where a part made anew is not within the spread."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    if (asked.again or asked.renew) and (asked.arm or asked.seed or asked.out):
        parser.error("--again and --renew choose arms and seeds themselves, and write no record elsewhere")
    if asked.out and asked.out.exists() and not asked.out.is_dir():
        parser.error(f"--out must be a folder, got the file {asked.out}")
    asked.seed = asked.seed and list(dict.fromkeys(asked.seed))
    names = asked.experiment or list(records.NAMES)
    if asked.again or asked.renew:
        with tempfile.TemporaryDirectory() as folder:
            found = (_made_again if asked.again else _renewed)(names, asked.steps, Path(folder))
        print("\n".join(found), file=sys.stderr)
        return 1 if found else 0
    if asked.processes > 1:
        jobs = runner.trainings(names, arm=asked.arm, seeds=asked.seed, steps=asked.steps)
        _pool.train_all(jobs, asked.steps, asked.cache, asked.processes)
    whole = asked.arm is None and asked.seed is None and asked.steps is None
    for name in names:
        record = runner.make(name, arm=asked.arm, seeds=asked.seed, steps=asked.steps, cache=asked.cache)
        print(_summary(record))
        if whole or asked.out:
            print(runner.write(record, asked.out))
    return 0


def _made_again(names: Sequence[str], steps: int | None, cache: Path) -> list[str]:
    """Make the cheapest arms of each experiment anew with the first seed; return what differs, in words."""
    found = []
    for name in names:
        kept = records.load(name)
        for arm in catalogue.experiment(name).cheapest:
            new = runner.make(name, arm=arm, seeds=kept.seeds[:1], steps=steps, cache=cache)
            print(f"{name}, {arm}: {new.seconds:.0f} s")
            found += _again.differences(kept, new)
    return found


def _renewed(names: Sequence[str], steps: int | None, cache: Path) -> list[str]:
    """Give records the digest of the present code, where the first seed of every arm is the same in each digit."""
    found = []
    for name in names:
        kept = records.Record.from_text(records.path(name).read_text(encoding="utf-8"))
        new = runner.make(name, seeds=kept.seeds[:1], steps=steps, cache=cache)
        if _again.same(kept, new):
            runner.write(dataclasses.replace(kept, digest=new.digest))
        else:
            found.append(f"{name}: this code gives other numbers, `nox -s experiments -- {name}` makes the record anew")
    return found


def _summary(record: records.Record) -> str:
    lines = [f"{record.experiment}: {len(record.runs)} runs, {record.seconds:.0f} s of a core"]
    for arm in record.arms:
        for measure in record.of(arm)[0].measures:
            low, high = record.span(arm, measure)
            lines.append(f"  {arm}, {measure}: {_words(low)} to {_words(high)}")
    return "\n".join(lines)


def _words(values: NDArray[np.float64]) -> str:
    return " ".join(f"{each:.3g}" for each in values.ravel()[:: max(1, values.size // 8)])


def _at_least(least: int) -> Callable[[str], int]:
    def number(word: str) -> int:
        if int(word) < least:
            raise argparse.ArgumentTypeError(f"must be at least {least}, got {word}")
        return int(word)

    return number


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m pe_reference.experiments", description="Make records.")
    named = f"of {', '.join(records.NAMES)}; by default all of them"
    parser.add_argument("experiment", nargs="*", choices=[*records.NAMES, []], metavar="experiment", help=named)
    parser.add_argument("--arm", help="one arm, or all whose name ends with it; writes no record")
    parser.add_argument(
        "--seed", type=_at_least(0), nargs="+", help="by default those of the experiment; writes no record"
    )
    parser.add_argument("--steps", type=_at_least(1), help="at most so many, for a rehearsal; writes no record")
    parser.add_argument("--processes", type=_at_least(1), default=1, help="trainings at once, each on one core")
    parser.add_argument("--cache", type=Path, default=runner.CACHE, help="where unfinished work is kept")
    parser.add_argument("--out", type=Path, help="folder for records, also of a part")
    parser.add_argument("--again", action="store_true", help="make one seed of the cheapest arms anew and compare")
    parser.add_argument("--renew", action="store_true", help="after code changed that changes no number: new digests")
    return parser


if __name__ == "__main__":
    sys.exit(main())
