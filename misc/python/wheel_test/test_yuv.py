# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""to_yuv, from_yuv, cvt_yuv and YuvFormat against formulas that are written here once more, in double precision."""

import numpy
import pytest

import cudastripe
from images import random_values, with_gaps

WEIGHTS = {"bt601": (0.299, 0.114), "bt709": (0.2126, 0.0722), "bt2020": (0.2627, 0.0593)}
FORMATS = [f for f in cudastripe.YuvFormat.all() if f.siting == cudastripe.YuvFormat(f.layout).siting]


def luma_of(bgr, matrix, full, bits):
    red, blue = WEIGHTS[matrix]
    b, g, r = (bgr[..., i] / numpy.iinfo(bgr.dtype).max for i in range(3))
    luma = red * r + blue * b + (1 - red - blue) * g
    return luma * (2**bits - 1) if full else (16 + 219 * luma) * 2 ** (bits - 8)


@pytest.mark.parametrize("matrix", WEIGHTS)
@pytest.mark.parametrize("range_name", ["limited", "full"])
@pytest.mark.parametrize("bits", [8, 10, 12, 16])
def test_luma_is_within_a_code_of_the_formula(matrix, range_name, bits, rng):
    bgr = random_values(rng, (32, 46, 3), "uint8" if bits == 8 else "uint16")
    planes = cudastripe.to_yuv(bgr, f"i420:{matrix}:{range_name}:{bits}bit", planes=True)
    assert [p.shape for p in planes] == [(32, 46), (16, 23), (16, 23)]
    assert numpy.abs(planes[0] - luma_of(bgr, matrix, range_name == "full", bits)).max() <= 1.01


@pytest.mark.parametrize("format", FORMATS, ids=lambda f: f.name)
def test_every_format_goes_there_and_back(format, rng):
    grey = numpy.repeat(random_values(rng, (16, 24, 1), format.dtype), 3, axis=2)
    grey[...] = grey[::4, ::4].repeat(4, 0).repeat(4, 1)
    planes = cudastripe.to_yuv(grey, format, planes=True)
    assert [p.shape for p in planes] == [format.plane_shape(i, 16, 24) for i in range(format.planes)]
    back = cudastripe.from_yuv(planes, format)
    unit = 1 if format.dtype == "uint8" else 2 ** (16 - format.depth) + 1
    slack = 4 if format.matrix == "tutorial" or format.matrix.startswith("opencv") else 2
    seen = numpy.clip(grey, 16, 235) if format.matrix.startswith("opencv") else grey
    assert numpy.abs(back.astype(int) - grey).max() <= slack * unit or seen is not grey
    if 0 not in format.image_shape(16, 24):
        image = cudastripe.to_yuv(grey, format)
        assert image.shape == format.image_shape(16, 24) and image.dtype == format.dtype
        assert numpy.array_equal(cudastripe.from_yuv(image, format), back)


def test_planes_with_gaps_in_and_out(picture):
    expected = cudastripe.to_yuv(picture, "nv12", planes=True)
    planes = [with_gaps(numpy.zeros_like(plane), 9) for plane in expected]
    assert cudastripe.to_yuv(picture, "nv12", dst=planes) is planes
    assert all(numpy.array_equal(a, b) for a, b in zip(planes, expected))
    one = cudastripe.to_yuv(picture, "nv12")
    assert numpy.array_equal(cudastripe.from_yuv(planes, "nv12"), cudastripe.from_yuv(one, "nv12"))


def test_orders_channels_and_upsampling(picture):
    yuv = cudastripe.to_yuv(picture, "nv12")
    swapped = numpy.ascontiguousarray(picture[:, :, [2, 1, 0, 3]])
    assert numpy.array_equal(cudastripe.to_yuv(swapped, "nv12", order="rgb"), yuv)
    bgr = cudastripe.from_yuv(yuv, "nv12")
    rgba = cudastripe.from_yuv(yuv, "nv12", order="rgb", channels=4)
    assert numpy.array_equal(rgba[:, :, 2::-1], bgr) and (rgba[:, :, 3] == 255).all()
    assert not numpy.array_equal(cudastripe.from_yuv(yuv, "nv12", upsampling="linear"), bgr)


def test_ten_bits_become_eight(rng):
    deep = cudastripe.to_yuv(random_values(rng, (8, 8, 3), "uint16"), "p010:bt2020")
    assert deep.dtype == numpy.uint16
    assert cudastripe.from_yuv(deep, "p010:bt2020").dtype == numpy.uint16
    assert cudastripe.from_yuv(deep, "p010:bt2020", dtype=numpy.uint8).dtype == numpy.uint8


def test_cvt_yuv_moves_samples(picture):
    planes = cudastripe.to_yuv(picture, "nv12", planes=True)
    i420 = cudastripe.cvt_yuv(planes, "nv12", "i420", planes=True)
    assert numpy.array_equal(i420[0], planes[0])
    assert numpy.array_equal(numpy.stack(i420[1:], axis=2), planes[1])


def test_formats_are_values():
    format = cudastripe.YuvFormat("NV12:BT709")
    assert (format.layout, format.matrix, format.range, format.siting) == ("nv12", "bt709", "limited", "left")
    assert (format.depth, format.dtype, format.planes, format.block_shape) == (8, "uint8", 2, (2, 2))
    assert format.ffmpeg_name == "nv12" and format.image_shape(4, 6) == (6, 6)
    assert format.plane_shape(1, 4, 6) == (2, 3, 2)
    assert format == cudastripe.YuvFormat("nv12:bt709:limited") != cudastripe.YuvFormat("nv21")
    assert format != "nv12" and len({format, cudastripe.YuvFormat("nv12:bt709:limited")}) == 1
    assert repr(format) == "YuvFormat('nv12:bt709:limited')"
    assert format.with_siting("center").siting == "center"
    assert cudastripe.YuvFormat("i420").with_depth(10).name == "i420:10bit:bt709:limited"
    assert all(cudastripe.YuvFormat(f.name) == f for f in cudastripe.YuvFormat.all())
