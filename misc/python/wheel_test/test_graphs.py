# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Calls in CUDA graphs of torch and CuPy, and compiled chains, on a GPU."""

import numpy
import pytest

import cudastripe
from gpu_libraries import library  # noqa: F401

pytestmark = pytest.mark.skipif(not cudastripe.has_device(), reason="no GPU, or a build without CUDA")

CODE = "BGRA2YUV_I420"


def test_a_captured_call_is_replayed(library, picture):
    source, target = library.array(numpy.zeros_like(picture)), library.zeros((72, 64))
    replay = library.captured(lambda stream: cudastripe.cvt_color(source, CODE, dst=target, stream=stream))
    for shift in range(3):
        pixels = picture + numpy.uint8(shift)
        source[...] = library.array(pixels)
        replay()
        assert numpy.array_equal(library.host(target), cudastripe.cvt_color(pixels, CODE))


def test_a_compiled_chain_gives_the_same_bits(library, picture, tmp_path):
    chain = cudastripe.Chain().add((1, 2, 3, 4)).multiply(1.5).absdiff(90).convert_to("float32", 1 / 255)
    compiled = chain.compile("uint8", 4)
    expected = cudastripe.transform(picture, chain)
    assert numpy.array_equal(library.host(cudastripe.transform(library.array(picture), compiled)), expected)
    with pytest.raises(TypeError, match="fixed"):
        compiled.add(1)
    path = str(tmp_path / "chain.yml")
    compiled.write(path)
    again = cudastripe.CompiledChain.read(path, chain, "uint8", 4, architecture=compiled.architecture)
    assert numpy.array_equal(library.host(cudastripe.transform(library.array(picture), again)), expected)
