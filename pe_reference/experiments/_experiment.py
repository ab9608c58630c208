"""An experiment: named arms, each a plan, and what is measured of a trained model."""

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import final

from pe_reference.experiments._plans import Plan
from pe_reference.experiments.model import Transformer
from pe_reference.experiments.training import Course

__all__ = ["Experiment", "Measured", "Measures"]

Measures = Mapping[str, float | list[float]]
Measured = Callable[[Plan, Transformer, Course], Measures]


@final
@dataclass(frozen=True)
class Experiment:
    """Arms, what is measured of each, and the numbers that the measures stand beside.

    ``cheapest`` names the arms that are made anew where the whole would take too long.
    """

    question: str
    arms: Mapping[str, Plan]
    measured: Measured
    cheapest: tuple[str, ...]
    seeds: tuple[int, ...] = (0, 1, 2)
    settings: Mapping[str, float | list[float]] = field(default_factory=dict)

    def chosen(self, wanted: str | None) -> dict[str, Plan]:
        """Return the arms of that name, or whose name ends with it after a slash; all of them for None."""
        found = {name: plan for name, plan in self.arms.items() if wanted in (None, name, name.split("/")[-1])}
        if not found:
            raise ValueError(f"`arm` must be one of {', '.join(self.arms)}, got {wanted!r}")
        return found

    def with_steps(self, steps: int) -> "Experiment":
        """Return the same with trainings of at most so many steps."""
        arms = {name: dataclasses.replace(plan, steps=min(steps, plan.steps)) for name, plan in self.arms.items()}
        return dataclasses.replace(self, arms=arms)
