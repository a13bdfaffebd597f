# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Which arrays are taken, how they are refused, and that nothing is copied."""

import array as python_array
import sys

import numpy
import pytest

import cudastripe
from images import DlpackOnly, with_gaps

CODE = "BGRA2YUV_I420"


def test_a_result_is_a_new_array(picture):
    first, second = (cudastripe.cvt_color(picture, CODE) for _ in range(2))
    assert first.shape == (72, 64) and first.dtype == numpy.uint8 and first.flags.owndata
    assert not numpy.shares_memory(first, second)


def test_dst_is_written_in_place(picture):
    target = numpy.zeros((72, 64), numpy.uint8)
    assert cudastripe.cvt_color(picture, CODE, dst=target) is target
    assert numpy.array_equal(target, cudastripe.cvt_color(picture, CODE))


def test_a_region_of_a_larger_array(picture):
    larger = numpy.zeros((100, 200, 3), numpy.uint8)
    region = larger[20:68, 30:94]
    cudastripe.cvt_color(picture[:, :, :3].copy(), "BGR2YUV", dst=region)
    assert numpy.array_equal(region, cudastripe.cvt_color(picture, "BGR2YUV"))
    assert larger.sum() == region.sum()


def test_in_place(picture):
    pixels = numpy.ascontiguousarray(picture[:, :, :3])
    expected = cudastripe.cvt_color(pixels, "BGR2YUV")
    cudastripe.cvt_color(pixels, "BGR2YUV", dst=pixels)
    assert numpy.array_equal(pixels, expected)


def test_read_only_sources_are_taken_and_destinations_refused(picture):
    picture.flags.writeable = False
    result = cudastripe.cvt_color(picture, CODE)
    result.flags.writeable = False
    with pytest.raises(ValueError, match="cudastripe.cvt_color: dst is read-only"):
        cudastripe.cvt_color(picture, CODE, dst=result)


def test_any_object_with_the_buffer_protocol():
    memory = memoryview(python_array.array("B", range(96))).cast("B", (4, 8, 3))
    expected = cudastripe.cvt_color(numpy.asarray(memory), "BGR2YUV")
    assert numpy.array_equal(cudastripe.cvt_color(memory, "BGR2YUV"), expected)


@pytest.mark.parametrize(
    "view",
    [
        lambda p: p[::-1],
        lambda p: p[:, ::-1],
        lambda p: p[:, :, ::-1],
        lambda p: p[:, ::2],
        lambda p: p[:, :, :3],
        lambda p: p.transpose(1, 0, 2),
        lambda p: numpy.broadcast_to(p[:1], p.shape),
    ],
    ids=["rows backwards", "columns backwards", "channels backwards", "every other column", "channels left out",
         "transposed", "repeated rows"],
)
def test_other_strides_are_refused_by_name(picture, view):
    with pytest.raises(ValueError, match=r"cudastripe.cvt_color: src has strides \(.*numpy.ascontiguousarray"):
        cudastripe.cvt_color(view(picture), "BGR2YUV")


def test_every_other_row_is_a_step(picture):
    expected = cudastripe.cvt_color(picture[::2].copy(), "BGR2YUV")
    assert numpy.array_equal(cudastripe.cvt_color(picture[::2], "BGR2YUV"), expected)


def test_strides_of_single_elements_do_not_matter(rng):
    column = rng.integers(0, 256, (7, 9, 1), dtype=numpy.uint8)[:, ::9]
    result = cudastripe.transform(column, cudastripe.Chain().add(1))
    assert numpy.array_equal(result, numpy.minimum(column[:, :, 0].astype(int) + 1, 255))


@pytest.mark.parametrize("view", [lambda p: p[::-1], lambda p: p[:, ::-1]], ids=["rows", "columns"])
def test_a_dst_with_other_strides_is_refused_with_its_own_advice(picture, view):
    target = numpy.zeros((48, 64, 3), "uint8")
    with pytest.raises(ValueError, match="dst has strides.*leave dst out, and copy the result into this array"):
        cudastripe.cvt_color(picture, "BGR2YUV", dst=view(target))


@pytest.mark.parametrize("shown", [lambda a: a, memoryview, DlpackOnly])
def test_bools_are_read_as_bytes_and_never_written(picture, shown):
    mask = picture[:, :, 0] > 99
    chain = cudastripe.Chain().multiply(200)
    assert numpy.array_equal(cudastripe.transform(shown(mask), chain), mask * numpy.uint8(200))
    with pytest.raises(TypeError, match=r"dst has elements of type bool, .*dst.view\(numpy.uint8\)"):
        cudastripe.transform(picture[:, :, 0].copy(), chain, dst=shown(mask))


@pytest.mark.parametrize("dtype", ["uint32", "int64", "float16", "complex64", ">u2", "U1"])
def test_other_dtypes_are_refused(dtype):
    with pytest.raises(TypeError, match="cudastripe.cvt_color: src has elements of type"):
        cudastripe.cvt_color(numpy.zeros((4, 4, 3), dtype), "BGR2YUV")


@pytest.mark.parametrize("shape,text", [((4,), "has 1 dimensions"), ((4, 4, 3, 2), "has 4 dimensions"),
                                        ((0, 4, 3), "is empty"), ((4, 4, 0), "is empty")])
def test_other_shapes_are_refused(shape, text):
    with pytest.raises(ValueError, match="cudastripe.cvt_color: src " + text):
        cudastripe.cvt_color(numpy.zeros(shape, numpy.uint8), "BGR2YUV")


@pytest.mark.parametrize("other", [5, "text", object()])
def test_other_objects_are_refused(other):
    with pytest.raises(TypeError, match="cudastripe.cvt_color: src is a .*must be a NumPy array"):
        cudastripe.cvt_color(other, CODE)


def test_a_misaligned_row_step_is_refused():
    memory = numpy.zeros(4 * 33, numpy.uint8)
    view = numpy.ndarray((4, 8), numpy.uint16, memory, strides=(33, 2))
    with pytest.raises(ValueError, match="by whole elements"):
        cudastripe.transform(view, cudastripe.Chain().add(1))


def test_odd_addresses_and_gaps(rng):
    pixels = rng.integers(0, 256, (6, 10, 3), dtype=numpy.uint8)
    memory = numpy.zeros(pixels.size + 1, numpy.uint8)
    shifted = memory[1:].reshape(pixels.shape)
    shifted[...] = pixels
    expected = cudastripe.cvt_color(pixels, "BGR2YUV")
    assert numpy.array_equal(cudastripe.cvt_color(shifted, "BGR2YUV"), expected)
    assert numpy.array_equal(cudastripe.cvt_color(with_gaps(pixels, 7), "BGR2YUV"), expected)


def test_pinned_empty():
    frame = cudastripe.pinned_empty((6, 10, 3), numpy.uint16)
    assert frame.shape == (6, 10, 3) and frame.dtype == numpy.uint16 and frame.flags.writeable
    assert frame.ctypes.data % 4096 == 0
    frame[...] = 7
    view = frame[1:]
    del frame
    assert (view == 7).all()
    assert cudastripe.pinned_empty(5).shape == (5,)
    assert cudastripe.pinned_empty((0, 3), "f8").size == 0
    assert cudastripe.pinned_empty(numpy.int64(5)).shape == (5,)
    assert cudastripe.pinned_empty([2, numpy.uint8(3)], "c16").shape == (2, 3)
    assert cudastripe.pinned_empty((), "f8").shape == ()
    with pytest.raises(TypeError, match="Python objects"):
        cudastripe.pinned_empty(3, object)


def test_a_pin_keeps_its_array(picture):
    array = picture.copy()
    pin = cudastripe.Pin(array)
    assert pin.locked == cudastripe.has_device()
    references = sys.getrefcount(array)
    expected = cudastripe.cvt_color(picture, CODE)
    assert numpy.array_equal(cudastripe.cvt_color(array, CODE), expected)
    if pin.locked:
        with pytest.raises(ValueError, match="already"):
            cudastripe.Pin(array[2:4])
    del pin
    assert sys.getrefcount(array) == references - 1
    cudastripe.Pin(array[::2])
    with pytest.raises(ValueError, match="empty"):
        cudastripe.Pin(picture[:0])
    with pytest.raises(TypeError):
        cudastripe.Pin(5)
