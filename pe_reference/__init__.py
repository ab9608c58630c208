"""The reference for transformer positional encodings.

``import pe_reference as pe``, then ``pe.sinusoidal.table(range(100), 512)``. A module is loaded when it is first named,
and only then is matplotlib (:mod:`pe_reference.plotting`) or torch (:mod:`pe_reference.nn`,
:mod:`pe_reference.experiments`) needed.

Examples
--------
>>> import pe_reference as pe
>>> pe.sinusoidal.table(range(100), 512).shape
(100, 512)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pe_reference import article as article
    from pe_reference import attention as attention
    from pe_reference import distances as distances
    from pe_reference import experiments as experiments
    from pe_reference import frequencies as frequencies
    from pe_reference import layouts as layouts
    from pe_reference import nn as nn
    from pe_reference import plotting as plotting
    from pe_reference.analysis import bases, bounds, nope, properties, toeplitz
    from pe_reference.biases import alibi, fire, kerple, shaw, t5
    from pe_reference.embeddings import grid2d, learned, naive, sinusoidal
    from pe_reference.rotations import rotary, xpos
    from pe_reference.spectra import llama3, longrope, ntk, position_interpolation, scaling, yarn

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

EXTRAS = {"experiments": "experiments", "nn": "torch", "plotting": "gallery"}  # module: what it needs
FOLDERS = {
    "analysis": ("bases", "bounds", "nope", "properties", "toeplitz"),
    "biases": ("alibi", "fire", "kerple", "shaw", "t5"),
    "embeddings": ("grid2d", "learned", "naive", "sinusoidal"),
    "rotations": ("rotary", "xpos"),
    "spectra": ("llama3", "longrope", "ntk", "position_interpolation", "scaling", "yarn"),
}


def __getattr__(name: str) -> Any:
    if name not in {*__all__, *EXTRAS, *FOLDERS}:
        raise AttributeError(f"module 'pe_reference' has no attribute {name!r}")
    folder = next((f"{folder}." for folder, names in FOLDERS.items() if name in names), "")
    try:
        module = import_module(f"pe_reference.{folder}{name}")
    except ModuleNotFoundError as error:  # as an AttributeError it spares help() and hasattr()
        if name not in EXTRAS:
            raise
        extra = EXTRAS[name]
        raise AttributeError(f"'pe_reference.{name}' needs the extra `{extra}`: there is no {error.name}") from error
    globals()[name] = module
    return module


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *EXTRAS, *FOLDERS})
