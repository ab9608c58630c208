"""Encodings that are added to the token embeddings: ``table(positions, d_model)``."""
