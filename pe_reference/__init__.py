"""The reference for transformer positional encodings.

``import pe_reference as pe``, then ``pe.sinusoidal.table(range(100), 512)``. The modules that need matplotlib
(:mod:`pe_reference.plotting`) or torch (:mod:`pe_reference.nn`, :mod:`pe_reference.experiments`) are loaded when they
are first named.

Examples
--------
>>> import pe_reference as pe
>>> pe.sinusoidal.table(range(100), 512).shape
(100, 512)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pe_reference import article, attention, distances, frequencies, layouts
from pe_reference.analysis import bases, bounds, nope, properties, toeplitz
from pe_reference.biases import alibi, fire, kerple, shaw, t5
from pe_reference.embeddings import grid2d, learned, naive, sinusoidal
from pe_reference.rotations import rotary, xpos
from pe_reference.spectra import llama3, longrope, ntk, position_interpolation, scaling, yarn

if TYPE_CHECKING:
    from pe_reference import experiments as experiments
    from pe_reference import nn as nn
    from pe_reference import plotting as plotting

__all__ = [
    "alibi",
    "article",
    "attention",
    "bases",
    "bounds",
    "distances",
    "fire",
    "frequencies",
    "grid2d",
    "kerple",
    "layouts",
    "learned",
    "llama3",
    "longrope",
    "naive",
    "nope",
    "ntk",
    "position_interpolation",
    "properties",
    "rotary",
    "scaling",
    "shaw",
    "sinusoidal",
    "t5",
    "toeplitz",
    "xpos",
    "yarn",
]
__version__ = "0.1.0"

LOADED_WHEN_NAMED = {  # module: the extra that it needs
    "experiments": "experiments",
    "nn": "torch",
    "plotting": "gallery",
}


def __getattr__(name: str) -> Any:
    if name not in LOADED_WHEN_NAMED:
        raise AttributeError(f"module 'pe_reference' has no attribute {name!r}")
    try:
        return import_module(f"pe_reference.{name}")
    except ModuleNotFoundError as error:  # as an AttributeError it spares help() and hasattr()
        extra = LOADED_WHEN_NAMED[name]
        raise AttributeError(f"'pe_reference.{name}' needs the extra `{extra}`: there is no {error.name}") from error


def __dir__() -> list[str]:
    return sorted({*globals(), *LOADED_WHEN_NAMED})
