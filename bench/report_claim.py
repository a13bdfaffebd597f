# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""One line of what is asked and measured."""


class Claim:
    """A value, or None if it was not measured, and what it may be at most or at least."""

    def __init__(self, text, sign, limit, value, unit="", beside=""):
        self.text, self.sign, self.limit, self.value, self.unit, self.beside = text, sign, limit, value, unit, beside

    def line(self):
        limit = f"{self.sign} {self.limit:.4g}{self.unit}" if self.sign else "–"
        if self.value is None:
            return f"| {self.text} | {limit} | – | not measured | {self.beside} |"
        holds = self.value <= self.limit if self.sign == "≤" else self.value >= self.limit
        return f"| {self.text} | {limit} | {self.value:.3f}{self.unit} | {'yes' if holds else 'NO'} | {self.beside} |"


def worst(text, sign, limit, values):
    """Of several values with names the one that is nearest to the limit, or furthest beyond."""
    name = (max if sign == "≤" else min)(values, key=values.get, default=None)
    return Claim(text, sign, limit, values.get(name), "", name or "")
