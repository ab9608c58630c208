"""Train a small model: the same seed gives the same numbers, also when the run is killed and started again."""

import json
import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import final

import torch
from torch import Generator, Tensor, nn
from torch.nn import functional

from pe_reference import _checks
from pe_reference.experiments import _bars, _checkpoints, tasks
from pe_reference.experiments.tasks import Task

__all__ = ["Course", "Placed", "single_thread", "train"]

Placed = Callable[[Generator, int, int], Tensor | None]
WARM_UP = 0.3  # share of the steps in which the learning rate rises


@final
@dataclass
class Course:
    """What was seen on the way: loss in nats and norm of the gradient at every step, and seconds of the processor."""

    loss: list[float] = field(default_factory=list)
    gradient: list[float] = field(default_factory=list)
    seconds: float = 0.0


def train(
    task: Task,
    model: nn.Module,
    *,
    steps: int,
    seed: int,
    length: int,
    shortest: int | None = None,
    placed: Placed | None = None,
    batch_size: int = 32,
    learning_rate: float = 3e-3,
    bfloat16: bool = False,
    checkpoint: Path | str | None = None,
    identity: str = "",
    every: int = 100,
    progress: bool | None = None,
) -> Course:
    """Train `model` in place on fresh batches, with AdamW and a learning rate that rises and falls once.

    Parameters
    ----------
    task : Task
        Where tokens and answers come from.
    model : torch.nn.Module
        Takes tokens and positions, as :class:`pe_reference.experiments.model.Transformer` does.
    steps : int
        How many batches.
    seed : int
        Of the batches. The initial weights are those of `model`.
    length : int
        Tokens of a sentence.
    shortest : int, optional
        The length of each batch is drawn from here up to `length`.
    placed : callable, optional
        Takes a ``torch.Generator``, the batch size and the length; returns positions, or None to count from the start.
    batch_size : int
        Sentences of a batch.
    learning_rate : float
        The highest on the way.
    bfloat16 : bool
        Whether the products of matrices are computed in bfloat16; parameters stay in float32.
    checkpoint : path, optional
        File in which the state is kept, every so many steps and at the end. If it is there, the training goes on from
        it, with the numbers of a run that was never stopped.
    identity : str
        Words that a checkpoint has to carry beside the arguments: what else the training depends on.
    every : int
        Steps between two checkpoints.
    progress : bool, optional
        Whether to draw a bar; by default only on a terminal.

    Returns
    -------
    Course
        Losses and norms of the gradient, none of it clipped.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind or out of range, or the checkpoint belongs to another training.
    FloatingPointError
        At the first loss that is not finite.

    Examples
    --------
    >>> from pe_reference.experiments import model, tasks
    >>> _ = torch.manual_seed(0)
    >>> small = model.Transformer(4, 4, encoding="none", max_seq_len=8, length=8, causal=True, d_model=8)
    >>> course = train(tasks.recall(back=0, symbols=4), small, steps=100, seed=0, length=8)
    >>> course.loss[0] > 1.0, course.loss[-1] < 0.5
    (True, True)
    """
    steps, length = _checks.integer("steps", steps, least=0), _checks.integer("length", length)
    shortest = length if shortest is None else _checks.integer("shortest", shortest, most=length)
    seed, every = _checks.integer("seed", seed, least=0), _checks.integer("every", every)
    peak, batch_size = _checks.positive("learning_rate", learning_rate), _checks.integer("batch_size", batch_size)
    settings: dict[str, float] = {
        "steps": steps,
        "seed": seed,
        "length": length,
        "shortest": shortest,
        "batch_size": batch_size,
    }
    identity = json.dumps(
        [identity, {**settings, "learning_rate": peak, "bfloat16": _checks.flag("bfloat16", bfloat16)}]
    )
    generator = torch.Generator().manual_seed(seed)
    optimiser = torch.optim.AdamW(model.parameters(), lr=peak, fused=True)
    course = Course()
    checkpoint = None if checkpoint is None else Path(checkpoint)
    if checkpoint is not None and checkpoint.exists():
        _checkpoints.load(checkpoint, identity, model, optimiser, generator, course)
    began = time.process_time() - course.seconds
    with single_thread(), _bars.bar(steps, "steps", progress, len(course.loss)) as advance:
        for step in range(len(course.loss), steps):
            now = _between(shortest, length, generator)
            inputs, targets = task.batch(generator, batch_size, now)
            positions = None if placed is None else placed(generator, batch_size, now)
            with torch.autocast("cpu", torch.bfloat16, enabled=bfloat16):
                logits = model(inputs, positions)
            loss = functional.cross_entropy(logits.flatten(0, 1), targets.flatten(), ignore_index=tasks.IGNORED)
            now_lost = float(loss.detach())
            if not math.isfinite(now_lost):
                raise FloatingPointError(f"the loss must be finite, got {now_lost} at step {step} of {steps}")
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]  # torch leaves it without types
            course.loss.append(now_lost)
            course.gradient.append(float(nn.utils.get_total_norm(_gradients(model))))
            optimiser.param_groups[0]["lr"] = peak * _rate(step, steps)
            optimiser.step()
            course.seconds = time.process_time() - began
            if checkpoint is not None and (len(course.loss) % every == 0 or len(course.loss) == steps):
                _checkpoints.save(checkpoint, identity, model, optimiser, generator, course)
            advance(f"loss {course.loss[-1]:.3f}")
    return course


@contextmanager
def single_thread() -> Iterator[None]:
    """Compute on one thread, so that sums have one order.

    Examples
    --------
    >>> with single_thread():
    ...     torch.get_num_threads()
    1
    """
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def _gradients(model: nn.Module) -> list[Tensor]:
    return [each.grad for each in model.parameters() if each.grad is not None]


def _between(shortest: int, length: int, generator: Generator) -> int:
    if shortest == length:
        return length
    return int(torch.randint(shortest, length + 1, (), generator=generator))


def _rate(step: int, steps: int) -> float:
    """Return the share of the highest learning rate: half a cosine up from 1/25, half a cosine down to nothing."""
    share = (step + 1) / steps
    if share < WARM_UP:
        return 0.52 - 0.48 * math.cos(math.pi * share / WARM_UP)
    return 0.5 + 0.5 * math.cos(math.pi * (share - WARM_UP) / (1 - WARM_UP))
