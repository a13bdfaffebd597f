# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""cvt_color against cv2.cvtColor of the opencv-python in this environment, in one process with the OpenCV inside ours.

Which opencv-python that is depends on the environment: scripts/python.sh has one with 4.14, one with 5.0 and one with
NumPy 1.26.
"""

import re

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cudastripe
from images import random_values, with_gaps

cv2 = pytest.importorskip("cv2", reason="opencv-python-headless is not installed")

CODES = sorted(cudastripe.codes().items())
PACKED = [(name, code) for name, code in CODES if re.fullmatch(r"(BGR|RGB)2(YUV|YCrCb)|(YUV|YCrCb)2(BGR|RGB)", name)]
COLORS = [entry for entry in CODES if "YUV" not in entry[0] and "YCrCb" not in entry[0]]
SUBSAMPLED = [entry for entry in CODES if entry not in PACKED and entry not in COLORS]
# cv2 gives other bytes for these in rows of many pixels than in rows of one, or IPP computes them.
HUE = re.compile(r"HLS|HSV.*2(BGR|RGB)")
TOLERANCE = 1e-6  # of float32 in 0 to 1
OLD_422 = tuple(int(part) for part in cv2.__version__.split(".")[:2]) < (4, 9)


def source_of(name, rows, columns, dtype, rng):
    """A random image that the code takes, for a picture of so many rows and columns."""
    source, layout = name.split("2")[0], name.split("_")[-1]
    if source in ("BGR", "RGB", "BGRA", "RGBA"):
        return random_values(rng, (rows, columns, len(source)), dtype)
    if name.startswith(("GRAY2", "Bayer")):
        return random_values(rng, (rows, columns), dtype)
    if re.match("BGR5[56]52", name):
        return random_values(rng, (rows, columns, 2), dtype)
    if name == "mRGBA2RGBA":
        return random_values(rng, (rows, columns, 4), dtype)
    if "_" not in name or source in ("HSV", "HLS"):
        return random_values(rng, (rows, columns, 3), dtype)
    if layout in ("420", "NV12", "NV21", "YV12", "I420", "IYUV"):
        return random_values(rng, (rows * 3 // 2, columns), dtype)
    return random_values(rng, (rows, columns, 2), dtype)


def test_the_codes_are_those_of_cv2():
    for name, code in CODES:
        assert getattr(cv2, "COLOR_" + name, code) == code, name
    named = [name for name, _ in CODES if hasattr(cv2, "COLOR_" + name)]
    assert len(named) >= 230


@pytest.mark.parametrize("name,code", SUBSAMPLED)
@pytest.mark.parametrize("rows,columns", [(2, 2), (6, 34), (66, 130)])
def test_subsampled_codes_give_the_same_bytes(name, code, rows, columns, rng):
    source = source_of(name, rows, columns, numpy.uint8, rng)
    if OLD_422 and not hasattr(cv2, "COLOR_" + name):
        pytest.skip("this cv2 lacks the code " + name)
    expected = cv2.cvtColor(source, code)
    assert numpy.array_equal(cudastripe.cvt_color(source, code), expected)
    assert numpy.array_equal(cudastripe.cvt_color(with_gaps(source, 5), name), expected)


@pytest.mark.parametrize("name,code", PACKED)
@pytest.mark.parametrize("dtype", [numpy.uint8, numpy.uint16])
@pytest.mark.parametrize("rows,columns", [(1, 1), (5, 33), (64, 129)])
def test_packed_codes_give_the_same_bytes(name, code, dtype, rows, columns, rng):
    source = source_of(name, rows, columns, dtype, rng)
    expected = cv2.cvtColor(source, code)
    assert numpy.array_equal(cudastripe.cvt_color(source, code), expected)
    assert numpy.array_equal(cudastripe.cvt_color(with_gaps(source, 5), name), expected)


def check_colors(source, name, code):
    expected, result = cv2.cvtColor(source, code), cudastripe.cvt_color(source, code)
    assert result.shape == expected.shape and result.dtype == expected.dtype
    difference = numpy.abs(result.astype(int) - expected)
    if HUE.search(name):
        if "2HLS" in name:  # hue goes around the circle
            difference[..., 0] = numpy.minimum(difference[..., 0], (256 if "FULL" in name else 180) - difference[..., 0])
        # IPP computes the codes with _FULL.
        assert difference.max() <= (2 if "FULL" in name else 1)
    elif name == "RGBA2mRGBA":  # IPP again: x / 255, where OpenCV itself has (x + 128) // 255
        assert difference.max() <= 1
    else:
        assert difference.max() == 0


@pytest.mark.parametrize("name,code", COLORS)
@pytest.mark.parametrize("rows,columns", [(3, 3), (5, 33), (64, 129)])
def test_color_codes_give_the_same_bytes(name, code, rows, columns, rng):
    check_colors(source_of(name, rows, columns, numpy.uint8, rng), name, code)


@pytest.mark.parametrize("name,code", [entry for entry in COLORS if re.search("GRAY|XYZ|Bayer", entry[0])])
def test_color_codes_of_uint16_give_the_same_bytes(name, code, rng):
    if not re.search("5[56]5", name):
        check_colors(source_of(name, 64, 129, numpy.uint16, rng), name, code)


@pytest.mark.parametrize("name,code", PACKED)
def test_packed_codes_of_float32_differ_in_the_last_places(name, code, rng):
    source = source_of(name, 61, 47, numpy.float32, rng)
    result = cudastripe.cvt_color(source, code)
    assert result.dtype == numpy.float32
    assert numpy.abs(result - cv2.cvtColor(source, code)).max() <= TOLERANCE


@pytest.mark.parametrize("name,code", [entry for entry in PACKED if entry[0].endswith(("BGR", "RGB"))])
def test_four_channels_have_an_opaque_alpha(name, code, rng):
    source = source_of(name, 9, 31, numpy.uint8, rng)
    assert numpy.array_equal(cudastripe.cvt_color(source, code, channels=4), cv2.cvtColor(source, code, dstCn=4))


@pytest.mark.parametrize("name", ["YUV2BGR_NV12", "YUV2RGBA_NV21"])
def test_two_planes(name, rng):
    luma = random_values(rng, (20, 36), numpy.uint8)
    chroma = random_values(rng, (10, 18, 2), numpy.uint8)
    expected = cv2.cvtColorTwoPlane(luma, chroma, getattr(cv2, "COLOR_" + name))
    assert numpy.array_equal(cudastripe.cvt_color([luma, chroma], name), expected)


@settings(max_examples=150, deadline=None)
@given(
    entry=st.sampled_from(PACKED + SUBSAMPLED),
    rows=st.integers(1, 40),
    columns=st.integers(1, 150),
    gap=st.integers(0, 40),
    dtype=st.sampled_from(["uint8", "uint16", "float32"]),
    seed=st.integers(0, 2**31),
)
def test_any_shape_and_step(entry, rows, columns, gap, dtype, seed):
    name, code = entry
    if OLD_422 and not hasattr(cv2, "COLOR_" + name):
        return
    packed = entry in PACKED
    if not packed:
        rows, columns, dtype = 2 * rows, 2 * columns, "uint8"
    source = source_of(name, rows, columns, dtype, numpy.random.default_rng(seed))
    expected = cv2.cvtColor(source, code)
    target = with_gaps(numpy.zeros_like(expected), gap)
    assert cudastripe.cvt_color(with_gaps(source, gap), code, dst=target) is target
    if dtype == "float32":
        assert numpy.abs(target - expected).max() <= TOLERANCE
    else:
        assert numpy.array_equal(target, expected)
    memory = numpy.lib.stride_tricks.as_strided(
        target, (target.shape[0] - 1, target.strides[0] // target.itemsize), (target.strides[0], target.itemsize)
    )
    used = target.shape[1] * (target.shape[2] if target.ndim == 3 else 1)
    assert (memory[:, used:] == 77).all(), "what lies between rows stays as it is"
