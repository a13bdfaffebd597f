# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""What the tests share. A skipped test names what it lacks."""

import numpy
import pytest


@pytest.fixture
def rng():
    return numpy.random.default_rng(1)


@pytest.fixture
def picture(rng):
    return rng.integers(0, 256, (48, 64, 4), dtype=numpy.uint8)
