"""What a rotary model turns by when its context is extended: ``spectrum(...)`` and ``inv_freq(...)``."""
