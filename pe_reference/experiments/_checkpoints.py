"""The whole state of a training in one file, written at once or not at all."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import torch
from torch import Generator, Tensor, nn

if TYPE_CHECKING:
    from pe_reference.experiments.training import Course

__all__ = ["load", "save"]

MOMENTS = ("step", "exp_avg", "exp_avg_sq")


def save(
    path: Path,
    identity: str,
    model: nn.Module,
    optimiser: torch.optim.Optimizer,
    generator: Generator,
    course: "Course",
) -> None:
    """Write parameters, moments of the optimiser, state of the generator, and what was seen so far."""
    from safetensors.torch import save_file  # noqa: PLC0415 - to read records needs no safetensors

    tensors = {f"model.{name}": each.detach() for name, each in model.named_parameters()}
    for name, each in model.named_parameters():
        if state := optimiser.state.get(each):
            tensors.update({f"{moment}.{name}": state[moment] for moment in MOMENTS})
    tensors["generator"] = generator.get_state()
    tensors["loss"] = torch.tensor(course.loss, dtype=torch.float64)
    tensors["gradient"] = torch.tensor(course.gradient, dtype=torch.float64)
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(f".{os.getpid()}")
    save_file(tensors, unfinished, {"identity": identity, "seconds": json.dumps(course.seconds)})
    unfinished.replace(path)


def load(
    path: Path,
    identity: str,
    model: nn.Module,
    optimiser: torch.optim.Optimizer,
    generator: Generator,
    course: "Course",
) -> None:
    """Put everything back to where it was; refuse the file of another training."""
    from safetensors import safe_open  # noqa: PLC0415 - as above

    with safe_open(path, framework="pt") as file:
        words = file.metadata()
        if words["identity"] != identity:
            raise ValueError(f"`checkpoint` must be that of {identity!r}, got that of {words['identity']!r}")
        tensors: dict[str, Tensor] = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    with torch.no_grad():
        for name, each in model.named_parameters():
            each.copy_(tensors[f"model.{name}"])
            if f"step.{name}" in tensors:
                optimiser.state[each] = {moment: tensors[f"{moment}.{name}"] for moment in MOMENTS}
    generator.set_state(tensors["generator"])
    course.loss = tensors["loss"].tolist()
    course.gradient = tensors["gradient"].tolist()
    course.seconds = float(json.loads(words["seconds"]))
