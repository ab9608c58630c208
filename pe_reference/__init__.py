"""The reference for transformer positional encodings.

``import pe_reference as pe``, then ``pe.sinusoidal.table(range(100), 512)``. The modules that need matplotlib
(:mod:`pe_reference.plotting`) or torch (:mod:`pe_reference.nn`) are loaded when they are first named.

Examples
--------
>>> import pe_reference as pe
>>> pe.sinusoidal.table(range(100), 512).shape
(100, 512)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pe_reference import article, attention, distances, frequencies
from pe_reference.analysis import properties
from pe_reference.embeddings import naive, sinusoidal

if TYPE_CHECKING:
    from pe_reference import nn, plotting

__all__ = ["article", "attention", "distances", "frequencies", "naive", "nn", "plotting", "properties", "sinusoidal"]
__version__ = "0.1.0"

LOADED_WHEN_NAMED = ("nn", "plotting")


def __getattr__(name: str) -> Any:
    if name in LOADED_WHEN_NAMED:
        return import_module(f"pe_reference.{name}")
    raise AttributeError(f"module 'pe_reference' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *LOADED_WHEN_NAMED})
