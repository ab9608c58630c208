"""Encodings that are added to the attention logits: ``bias(query_positions, key_positions, ...)``."""
