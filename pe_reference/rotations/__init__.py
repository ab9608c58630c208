"""Encodings that turn query and key: ``rotate(x, angles)``."""
