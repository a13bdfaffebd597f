# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Calls in CUDA graphs of torch and CuPy, and compiled chains, on a GPU."""

import copy
import gc
import pickle

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


def test_page_locked_arrays_come_and_go_beside_a_capture(library, picture):
    source, target = library.array(picture), library.zeros((72, 64))

    def call(stream):
        array = cudastripe.pinned_empty((4, 6))
        cudastripe.cvt_color(source, CODE, dst=target, stream=stream)
        del array

    library.captured(call)()
    assert numpy.array_equal(library.host(target), cudastripe.cvt_color(picture, CODE))


def test_second_images_of_a_captured_list_are_kept(library, rng):
    values = [rng.integers(0, 256, (480, 640, 3), dtype=numpy.uint8) for _ in range(8)]
    chain = cudastripe.Chain().absdiff(cudastripe.second_image)
    firsts, seconds = ([library.array(value) for value in half] for half in (values[:4], values[4:]))
    targets = [library.zeros(value.shape) for value in values[:4]]
    replay = library.captured(lambda stream: cudastripe.transform(firsts, chain, seconds, dst=targets, stream=stream))
    del seconds
    gc.collect()
    others = [library.array(numpy.full_like(value, 7)) for value in values]
    replay()
    for target, expected in zip(targets, cudastripe.transform(values[:4], chain, values[4:])):
        assert numpy.array_equal(library.host(target), expected) and len(others) == 8


def test_a_compiled_chain_is_no_plain_value():
    compiled = cudastripe.Chain().add(1).compile("uint8", 4)
    for way in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="cudastripe.CompiledChain: .*write"):
            way(compiled)


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
