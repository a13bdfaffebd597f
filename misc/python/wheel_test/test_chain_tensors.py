# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Chains that end in a tensor: (pictures, channels, rows, columns), or with channels last."""

import numpy
import pytest

import cudastripe
from cudastripe import Chain
from images import DlpackOnly, random_values

SCALE = 1 / 255
MEAN = (103.5, 116.25, 123.75)


def chain_to(layout="chw", dtype="float32", first=Chain):
    return first().convert_to("float32").subtract(MEAN).multiply(SCALE).to_tensor(layout, dtype)


def expected_of(pictures, layout="chw", dtype="float32"):
    """The same steps in NumPy, in single precision."""
    values = (numpy.stack(pictures).astype("float32") - numpy.float32(MEAN)) * numpy.float32(SCALE)
    return (values.transpose(0, 3, 1, 2) if layout == "chw" else values).astype(dtype)


def is_close(result, expected):
    bound = 1e-6 if expected.dtype == numpy.float32 else 1e-3
    return result.dtype == expected.dtype and result.shape == expected.shape and (
        numpy.abs(result.astype(float) - expected.astype(float)).max() <= bound)


@pytest.fixture
def pictures(rng):
    return [random_values(rng, (5, 9, 3), "uint8") for _ in range(4)]


@pytest.mark.parametrize("layout", ["chw", "hwc"])
@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_a_list_becomes_one_tensor(pictures, layout, dtype):
    chain = chain_to(layout, dtype)
    assert chain.tensor == (layout, dtype) and Chain().tensor is None
    expected = expected_of(pictures, layout, dtype)
    assert is_close(cudastripe.transform(pictures, chain), expected)
    single = cudastripe.transform(pictures[2], chain)
    assert is_close(single, expected[2:3])
    target = numpy.zeros(expected.shape, dtype)
    assert cudastripe.transform(pictures, chain, dst=target) is target
    assert numpy.array_equal(target, cudastripe.transform(pictures, chain))
    assert numpy.array_equal(target[2:3], single)


def test_half_is_rounded_as_numpy_rounds(pictures):
    full = cudastripe.transform(pictures, chain_to())
    assert numpy.array_equal(cudastripe.transform(pictures, chain_to(dtype="float16")), full.astype("float16"))


@pytest.mark.parametrize("layout", ["chw", "hwc"])
def test_one_picture_of_a_tensor(pictures, layout):
    chain = chain_to(layout, "float16")
    expected = cudastripe.transform(pictures, chain)
    target = numpy.zeros_like(expected)
    cudastripe.transform(pictures[0], chain, dst=target[0])
    cudastripe.transform(pictures[1], chain, dst=target[1:2])
    cudastripe.transform(pictures[2:], chain, dst=[target[2], target[3:]])
    assert numpy.array_equal(target, expected)


def test_gaps_between_pictures(pictures):
    memory = numpy.full((4, 4, 5, 9), 7, "float32")
    cudastripe.transform(pictures, chain_to(), dst=memory[:, :3])
    assert numpy.array_equal(memory[:, :3], cudastripe.transform(pictures, chain_to())) and (memory[:, 3] == 7).all()
    with pytest.raises(ValueError, match="dst has strides .*a picture of a tensor must be contiguous"):
        cudastripe.transform(pictures, chain_to(), dst=numpy.zeros((4, 3, 5, 18), "float32")[..., ::2])


def test_dlpack_at_both_ends(pictures):
    target = numpy.zeros((4, 3, 5, 9), "float16")
    cudastripe.transform([DlpackOnly(p) for p in pictures], chain_to(dtype="float16"), dst=DlpackOnly(target))
    assert numpy.array_equal(target, cudastripe.transform(pictures, chain_to(dtype="float16")))
    capsule = cudastripe.transform(pictures, chain_to(), out="dlpack")
    assert type(capsule).__name__ == "PyCapsule"


@pytest.mark.parametrize("layout", ["chw", "hwc"])
def test_yuv_becomes_a_tensor(rng, layout):
    images = [random_values(rng, (12, 10), "uint8") for _ in range(3)]
    chain = chain_to(layout, first=lambda: Chain.from_yuv("nv12"))
    expected = expected_of([cudastripe.from_yuv(image, "nv12") for image in images], layout)
    result = cudastripe.transform(images, chain)
    assert is_close(result, expected)
    target = numpy.zeros_like(result)
    cudastripe.transform(images, chain, dst=target)
    assert numpy.array_equal(target, result)
    luma, chroma = images[0][:8], images[0][8:].reshape(4, 5, 2)
    assert numpy.array_equal(cudastripe.transform([luma, chroma], chain), result[:1])
    images[1] = images[1][:6]
    with pytest.raises(ValueError, match=r"dst\[1\] is fixed at"):
        cudastripe.transform(images, chain)
    with pytest.raises(ValueError, match=r"src\[0\] is 10 x 11; an image of nv12"):
        cudastripe.transform([images[0][:11], images[0]], chain)
    with pytest.raises(ValueError, match=r"src\[0\] is 10 x 11; an image of nv12"):
        cudastripe.transform([images[0][:11], images[0]], chain, dst=target[:2])


def test_pictures_of_one_tensor_have_one_size(pictures):
    target = numpy.full((4, 3, 5, 9), 7, "float32")
    pictures[2] = pictures[2][:4]
    for options in ({}, {"dst": target}):
        with pytest.raises(ValueError, match=r"src\[2\] is 9 x 4 of CV_8UC3; it must be 9 x 5 of CV_8UC3 as image 0"):
            cudastripe.transform(pictures, chain_to(), **options)
    assert (target == 7).all()
    # But there may be a tensor for each.
    cudastripe.transform(pictures, chain_to(), dst=[numpy.empty((1, 3, len(p), 9), "float32") for p in pictures])


@pytest.mark.parametrize(
    "shape,dtype,kind,text",
    [
        ((3, 3, 5, 9), "float32", ValueError, "dst is 3 x 3 x 5 x 9 of .*the tensor is 4 x 3 x 5 x 9 of CV_32FC1"),
        ((4, 5, 9, 3), "float32", ValueError, "dst is 4 x 5 x 9 x 3 of"),
        ((4, 3, 5, 9), "float16", TypeError, "dst is 4 x 3 x 5 x 9 of CV_16FC1"),
        ((4, 3, 5, 9), "int64", TypeError, "dst has elements of type"),
        ((1, 4, 3, 5, 9), "float32", ValueError, "dst has 5 dimensions; a tensor has 4"),
        ((540,), "float32", ValueError, "dst has 1 dimensions; a tensor has 4"),
        ((0, 3, 5, 9), "float32", ValueError, "dst is empty"),
    ],
)
def test_other_tensors_are_refused(pictures, shape, dtype, kind, text):
    target = numpy.zeros(shape, dtype)
    with pytest.raises(kind, match=text):
        cudastripe.transform(pictures, chain_to(), dst=target)
    assert not target.any()


def test_a_picture_does_not_become_a_whole_tensor(pictures):
    with pytest.raises(ValueError, match="dst is 4 x 3 x 5 x 9 of CV_32FC1; the tensor is 1 x 3 x 5 x 9"):
        cudastripe.transform(pictures[0], chain_to(), dst=numpy.zeros((4, 3, 5, 9), "float32"))


@pytest.mark.parametrize("layout", ["chw", "hwc"])
def test_a_tensor_in_another_order_of_channels(layout):
    picture = numpy.arange(5 * 7 * 3, dtype=numpy.uint8).reshape(5, 7, 3)
    swapped = cudastripe.transform(picture, Chain().channels([2, 1, 0]).to_tensor(layout))
    chain = Chain().to_tensor(layout, order="rgb")
    assert numpy.array_equal(cudastripe.transform(picture, chain), swapped)
    assert repr(chain) == f"Chain(toTensor({layout.upper()}, CV_32F, RGB))"
    with pytest.raises(TypeError, match="order is RGB.*3 or 4 channels"):
        cudastripe.transform(picture[:, :, :2].copy(), chain)


def test_a_chain_interpolates_chroma():
    nv12 = numpy.arange(12 * 8, dtype=numpy.uint8).reshape(12, 8)
    chain = Chain.from_yuv("nv12", upsampling="linear").bitwise_not()
    expected = 255 - cudastripe.from_yuv(nv12, "nv12", upsampling="linear")
    assert numpy.array_equal(cudastripe.transform(nv12, chain), expected)
    with pytest.raises(ValueError, match='upsampling is "cubic"'):
        Chain.from_yuv("nv12", upsampling="cubic")


def test_a_tensor_ends_the_chain():
    chain = Chain().to_tensor()
    with pytest.raises(ValueError, match="ends"):
        chain.add(1)
    with pytest.raises(ValueError, match='layout is "nchw"; it must be one of "chw", "hwc"'):
        Chain().to_tensor("nchw")
    with pytest.raises(ValueError, match="depth"):
        Chain().to_tensor(dtype="int16")
    with pytest.raises(TypeError, match="dtype is float16"):
        Chain().convert_to("float16")
    assert Chain.from_yuv("nv12").to_yuv("i420").source_format == cudastripe.YuvFormat("nv12")
    assert Chain.from_yuv("nv12").to_yuv("i420").yuv_format == cudastripe.YuvFormat("i420")
    assert Chain().source_format is None and Chain().yuv_format is None
