"""Everything that a training depends on, in one record that can be written down."""

import dataclasses
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import final

import torch
from torch import Generator, Tensor

from pe_reference.experiments import model as models
from pe_reference.experiments import tasks, training
from pe_reference.experiments.model import Norm, Transformer
from pe_reference.experiments.tasks import Task
from pe_reference.experiments.training import Course

__all__ = ["TASKS", "Plan", "task_of", "trained"]

TASKS: dict[str, Callable[[int], Task]] = {
    "recall": lambda _: tasks.recall(),
    "previous": lambda _: tasks.recall(back=1),
    "itself": lambda _: tasks.recall(back=0),
    "markov": lambda _: tasks.markov(),
    "who": lambda _: tasks.order(),
    "whether": lambda _: tasks.order(asked="whether"),
    "reversal": lambda _: tasks.reversal(),
    "copy": lambda _: tasks.copy(),
    "probe": lambda length: tasks.probe(length=length),
    "probe from a mark": lambda length: tasks.probe(length=length, start=True),
}


@final
@dataclass(frozen=True)
class Plan:
    """A training, and the spectrum that its model is given afterwards."""

    task: str
    encoding: str
    steps: int = 600
    length: int = 32
    shortest: int | None = None
    shifted: bool = False
    max_seq_len: int = 256
    causal: bool = True
    norm: Norm = "pre"
    layers: int = 2
    d_model: int = 64
    heads: int = 4
    batch_size: int = 32
    learning_rate: float = 3e-3
    embedding_std: float = 1.0
    embedding_scale: float = 1.0
    encoding_weight: float = 1.0
    first_position: int = 0
    bfloat16: bool = False
    spectrum: str | None = None
    factor: float | None = None

    def identity(self, seed: int) -> str:
        """Return what the training depends on, in words; the spectrum comes after it."""
        fields = dataclasses.asdict(dataclasses.replace(self, spectrum=None, factor=None))
        return json.dumps({**fields, "seed": seed}, sort_keys=True)


def task_of(plan: Plan) -> Task:
    """Return the task of a plan."""
    return TASKS[plan.task](plan.length)


def trained(
    plan: Plan, seed: int, folder: Path | None = None, *, progress: bool | None = None
) -> tuple[Transformer, Course]:
    """Return the model of a plan after its training, which goes on from what `folder` holds of it."""
    task = task_of(plan)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = models.Transformer(
            task.vocab_size,
            task.num_classes,
            encoding=plan.encoding,
            max_seq_len=plan.max_seq_len,
            length=plan.length,
            causal=plan.causal,
            norm=plan.norm,
            d_model=plan.d_model,
            num_heads=plan.heads,
            num_layers=plan.layers,
            embedding_std=plan.embedding_std,
            embedding_scale=plan.embedding_scale,
            encoding_weight=plan.encoding_weight,
            first_position=plan.first_position,
            rounded=plan.bfloat16,
        )
    identity = plan.identity(seed)
    name = hashlib.sha256(identity.encode()).hexdigest()[:16]
    course = training.train(
        task,
        model,
        steps=plan.steps,
        seed=seed,
        length=plan.length,
        shortest=plan.shortest,
        placed=_shifts(plan.max_seq_len) if plan.shifted else None,
        batch_size=plan.batch_size,
        learning_rate=plan.learning_rate,
        bfloat16=plan.bfloat16,
        checkpoint=None if folder is None else folder / f"{name}.safetensors",
        identity=identity,
        progress=progress,
    )
    if plan.spectrum is not None:
        model.respectrum(plan.spectrum, factor=plan.factor)
    return model, course


def _shifts(max_seq_len: int) -> Callable[[Generator, int, int], Tensor]:
    """Return what places each sentence somewhere below `max_seq_len`."""

    def placed(generator: Generator, batch_size: int, length: int) -> Tensor:
        first = torch.randint(max_seq_len - length + 1, (batch_size, 1), generator=generator)
        return first + torch.arange(length)

    return placed
