"""A GPT out of scalars: it reads first names letter by letter, and makes up new ones."""

from .model import GPT, LETTERS, encoded, first_names, training

__all__ = ["GPT", "LETTERS", "encoded", "first_names", "training"]
