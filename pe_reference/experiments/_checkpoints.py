"""The whole state of a training in one file, written at once or not at all."""

import hashlib
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
    words = {"identity": identity, "seconds": json.dumps(course.seconds), "digest": _digest(tensors)}
    save_file(tensors, unfinished, words)
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
    from safetensors import SafetensorError, safe_open  # noqa: PLC0415 - as above

    try:
        with safe_open(path, framework="pt") as file:
            words = file.metadata()
            kept, digest = words["identity"], words["digest"]
            tensors = {name: file.get_tensor(name).clone() for name in file.keys()}  # noqa: SIM118 - is no mapping
    except (SafetensorError, KeyError, TypeError) as error:
        raise ValueError(f"`checkpoint` must be whole, got a broken file: remove {path} to start again") from error
    if kept != identity:
        raise ValueError(f"`checkpoint` must be that of {identity}, got that of {kept}: {path}")
    if digest != _digest(tensors):
        raise ValueError(
            f"`checkpoint` must hold what was written, got other numbers, {path}: remove it to start again"
        )
    shapes = {f"model.{name}": each.shape for name, each in model.named_parameters()}
    found = {name: each.shape for name, each in tensors.items() if name.startswith("model.")}
    if found != shapes:
        odd = min({*found.items()} ^ {*shapes.items()})[0]
        raise ValueError(f"`checkpoint` must hold {odd} as {shapes.get(odd)}, got {found.get(odd)}: {path}")
    with torch.no_grad():
        for name, each in model.named_parameters():
            each.copy_(tensors[f"model.{name}"])
            if f"step.{name}" in tensors:
                optimiser.state[each] = {moment: tensors[f"{moment}.{name}"] for moment in MOMENTS}
    generator.set_state(tensors["generator"])
    course.loss = tensors["loss"].tolist()
    course.gradient = tensors["gradient"].tolist()
    course.seconds = float(json.loads(words["seconds"]))


def _digest(tensors: dict[str, Tensor]) -> str:
    found = hashlib.sha256()
    for name, each in sorted(tensors.items()):
        found.update(name.encode() + each.detach().contiguous().numpy().tobytes())
    return found.hexdigest()
