"""Progress on a terminal; nothing elsewhere."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["bar"]


@contextmanager
def bar(total: int, words: str, shown: bool | None, done: int = 0) -> Iterator[Callable[[str], None]]:
    """Give what is called after each step with a few words to show; by default a bar is drawn on a terminal only."""
    if not (sys.stderr.isatty() if shown is None else shown):
        yield lambda now: None
        return
    from tqdm import tqdm  # type: ignore[import-untyped]  # noqa: PLC0415 - to read records needs no bar

    with tqdm(total=total, initial=done, desc=words, leave=False) as drawn:

        def advance(now: str) -> None:
            drawn.set_postfix_str(now, refresh=False)
            drawn.update()

        yield advance
