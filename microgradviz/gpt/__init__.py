"""A GPT out of scalars: it reads first names letter by letter, and makes up new ones."""

from .model import GPT, LETTERS, encode, first_names, train_gpt

__all__ = ["GPT", "LETTERS", "encode", "first_names", "train_gpt"]
