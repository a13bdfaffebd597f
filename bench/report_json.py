# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Reads what a benchmark has written, even if it was stopped half way."""

import json


def read_json(path):
    """The content, and whether the file was complete."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        return json.loads(text), True
    except json.JSONDecodeError:
        try:
            return json.loads(text[:text.rindex("}") + 1] + "]}"), False
        except ValueError:
            return {}, False
