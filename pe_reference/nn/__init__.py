"""Torch modules: they apply what NumPy decides. Needs the extra ``torch``."""

from pe_reference.nn.alibi import ALiBi as ALiBi
from pe_reference.nn.encoder import Encoder as Encoder
from pe_reference.nn.learned import Learned as Learned
from pe_reference.nn.rotary import Rotary as Rotary
from pe_reference.nn.shaw import Shaw as Shaw
from pe_reference.nn.sinusoidal import Sinusoidal as Sinusoidal
from pe_reference.nn.t5 import T5Bias as T5Bias

__all__ = ["ALiBi", "Encoder", "Learned", "Rotary", "Shaw", "Sinusoidal", "T5Bias"]
