# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Arrays for tests: random values, in memory with gaps between rows."""

import numpy


def random_values(rng, shape, dtype):
    dtype = numpy.dtype(dtype)
    if dtype.kind == "f":
        return rng.random(shape).astype(dtype)
    limits = numpy.iinfo(dtype)
    return rng.integers(limits.min, limits.max, shape, dtype=dtype, endpoint=True)


def with_gaps(array, gap):
    """The same values, with so many unused elements behind each row."""
    channels = array.shape[2] if array.ndim == 3 else 1
    memory = numpy.full((array.shape[0], array.shape[1] * channels + gap), 77, array.dtype)
    view = memory[:, : array.shape[1] * channels]
    view = numpy.lib.stride_tricks.as_strided(
        view,
        array.shape,
        (memory.strides[0], channels * array.itemsize) + ((array.itemsize,) if array.ndim == 3 else ()),
    )
    view[...] = array
    return view


class DlpackOnly:
    """An array that shows itself by DLPack alone."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        assert set(options) <= {"max_version"}, "on the CPU there is no stream"
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class OldDlpackOnly(DlpackOnly):
    """The same, before version 1.0."""

    def __dlpack__(self):
        return self.array.__dlpack__()
