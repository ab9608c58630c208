"""Torch modules: they apply what NumPy decides. Needs the extra ``torch``."""

from pe_reference.nn.encoder import Encoder as Encoder
from pe_reference.nn.learned import Learned as Learned
from pe_reference.nn.rotary import Rotary as Rotary
from pe_reference.nn.sinusoidal import Sinusoidal as Sinusoidal

__all__ = ["Encoder", "Learned", "Rotary", "Sinusoidal"]
