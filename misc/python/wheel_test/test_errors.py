# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Errors are Python's, say what was wrong in the library's words, and leave everything as it was."""

import copy

import numpy
import pytest

import cudastripe
from cudastripe import Chain

BGR = numpy.zeros((4, 6, 3), numpy.uint8)
GREY = numpy.zeros((4, 6), numpy.uint8)

CASES = [
    (TypeError, "src has type CV_8UC1; COLOR_BGR2YUV takes", lambda: cudastripe.cvt_color(GREY, "BGR2YUV")),
    (TypeError, "src has type CV_64FC3", lambda: cudastripe.cvt_color(BGR.astype(float), "BGR2YUV")),
    (ValueError, r"code is COLOR_BGR2Luv \(50\), which this .*use cv::cvtColor", lambda: cudastripe.cvt_color(BGR, 50)),
    (ValueError, 'there is no code "BGR2Luv"', lambda: cudastripe.cvt_color(BGR, "BGR2Luv")),
    (TypeError, "code is a float", lambda: cudastripe.cvt_color(BGR, 1.5)),
    (ValueError, "channels is 5", lambda: cudastripe.cvt_color(BGR, "YUV2BGR", channels=5)),
    (ValueError, "dst is fixed at 3 x 2", lambda: cudastripe.cvt_color(BGR, "BGR2YUV", dst=BGR[:2, :3].copy())),
    (ValueError, "dst overlaps src", lambda: cudastripe.cvt_color(BGR[:3], "BGR2YUV", dst=BGR[1:])),
    (ValueError, "the nearest are", lambda: cudastripe.to_yuv(BGR, "nv12:bt70")),
    (TypeError, "format is a int", lambda: cudastripe.to_yuv(BGR, 12)),
    (ValueError, 'order is "grb"; it must be one of "bgr", "rgb"', lambda: cudastripe.to_yuv(BGR, "nv12", order="grb")),
    (ValueError, "src is 6 x 3", lambda: cudastripe.to_yuv(BGR[:3], "nv12")),
    (ValueError, "2 planes", lambda: cudastripe.to_yuv(BGR, "nv12", dst=[GREY, GREY, GREY])),
    (ValueError, 'upsampling is "cubic"', lambda: cudastripe.from_yuv(GREY, "y", upsampling="cubic")),
    (ValueError, "channels is 7", lambda: cudastripe.from_yuv(GREY, "y", channels=7)),
    (TypeError, "dtype is int64", lambda: cudastripe.from_yuv(GREY, "y", dtype="int64")),
    (TypeError, r"src\[1\] is a str", lambda: cudastripe.from_yuv([GREY, "chroma"], "nv12")),
    (TypeError, "second image", lambda: cudastripe.transform(BGR, Chain().add(cudastripe.second_image))),
    (ValueError, "second is 6 x 2", lambda: cudastripe.transform(BGR, Chain().add(cudastripe.second_image), BGR[:2])),
    (ValueError, r"src\[1\] is 3 x 1", lambda: cudastripe.cvt_color([GREY, BGR[:1, :3, :2].copy()], "YUV2BGR_NV12")),
    (TypeError, "mask has type CV_8UC3", lambda: cudastripe.transform(BGR, Chain().add(1), mask=BGR)),
    (ValueError, "s has 5 values", lambda: Chain().add((1, 2, 3, 4, 5))),
    (TypeError, "s is a str", lambda: Chain().add("1")),
    (ValueError, 'operation is "=>"', lambda: Chain().compare(1, "=>")),
    (ValueError, "shiftLeft", lambda: Chain().shift_left(32)),
    (ValueError, "gamma", lambda: Chain().gamma(-1)),
    (ValueError, "table", lambda: Chain().lut(GREY)),
    (ValueError, "out is 'pandas'", lambda: cudastripe.cvt_color(BGR, "BGR2YUV", out="pandas")),
    (TypeError, "stream is a str", lambda: cudastripe.cvt_color(BGR, "BGR2YUV", stream="main")),
    (ValueError, 'route is "fast"', lambda: cudastripe.Striper(route="fast")),
    (ValueError, "slots", lambda: cudastripe.Striper(slots=-1)),
    (ValueError, "dtype is 9; it must be -1 to 6", lambda: Chain().result_type(9, 3)),
    (ValueError, "dtype is -1", lambda: Chain().result_type(-1, 3)),
    (ValueError, "dtype is beyond 64 bits", lambda: Chain().convert_to(2**70)),
    (ValueError, "channels is 515; it must be 1 to 4", lambda: Chain().result_type("uint8", 515)),
    (ValueError, "channels is 0", lambda: Chain().same_bits("uint8", 3, ("uint8", 0))),
    (ValueError, "channels is -1", lambda: cudastripe.Striper([]).reserve(10, 10, -1)),
    (TypeError, "dtype is >f4.*byte order", lambda: Chain().convert_to(">f4")),
    (TypeError, "dtype is True", lambda: Chain().convert_to(True)),
    (TypeError, "dtype is bool", lambda: cudastripe.from_yuv(GREY, "y", dtype=bool)),
    (TypeError, "dtype is 'nonsense'", lambda: Chain().to_tensor("chw", "nonsense")),
    (TypeError, "value is a str; it must be a number, or second_image", lambda: Chain().compare("x", ">")),
    (ValueError, "s is beyond the numbers of float64", lambda: Chain().add(10**400)),
    (TypeError, "s is a complex; it must be a number, or a sequence", lambda: Chain().add(1j)),
    (TypeError, r"s\[1\] is a str", lambda: Chain().add((1, "2"))),
    (ValueError, "operation is beyond 64 bits", lambda: Chain().compare(1, 2**64)),
    (ValueError, "code is 1099511627776", lambda: cudastripe.cvt_color(BGR, 2**40)),
    (ValueError, "stream is -1", lambda: cudastripe.cvt_color(BGR, "BGR2YUV", stream=-1)),
    (ValueError, "stream is beyond 64 bits", lambda: cudastripe.cvt_color(BGR, "BGR2YUV", stream=2**70)),
    (TypeError, "stream is a bool", lambda: cudastripe.cvt_color(BGR, "BGR2YUV", stream=True)),
    (ValueError, "a side of shape is -1", lambda: cudastripe.pinned_empty((3, -1))),
    (TypeError, "a side of shape is a float", lambda: cudastripe.pinned_empty((3.5, 1))),
    (ValueError, "rounds is 0", lambda: cudastripe.tune(lambda s: None, rounds=0)),
]


@pytest.mark.parametrize("kind,text,call", CASES, ids=[case[1] for case in CASES])
def test_errors_have_the_librarys_text(kind, text, call):
    with pytest.raises(kind, match=text) as caught:
        call()
    assert type(caught.value) is kind
    assert "OpenCV(" not in str(caught.value) and ".cpp" not in str(caught.value)


def test_a_refused_step_leaves_the_chain_as_it_was():
    chain = Chain().add(1)
    with pytest.raises(ValueError):
        chain.gamma(-1)
    for _ in range(15):
        chain.add(1)
    with pytest.raises(ValueError, match="16"):
        chain.add(1)
    assert len(chain) == 16


def test_an_error_in_a_callback_comes_through():
    with pytest.raises(ZeroDivisionError):
        cudastripe.explain(lambda striper: 1 / 0)


@pytest.mark.skipif(cudastripe.has_device(), reason="this machine has a GPU")
def test_without_a_device_the_null_stream_is_no_stream_and_others_are_refused(picture):
    expected = cudastripe.cvt_color(picture, "BGR2YUV")
    pipeline = cudastripe.Pipeline(0)
    for stream in (0, pipeline):
        assert numpy.array_equal(cudastripe.cvt_color(picture, "BGR2YUV", stream=stream), expected)
        capsule = cudastripe.cvt_color(picture, "BGR2YUV", stream=stream, out="dlpack")
        assert type(capsule).__name__ == "PyCapsule"
    pipeline.wait()
    with pytest.raises(TypeError, match="cudastripe.Pipeline: it holds a stream of this process"):
        copy.copy(pipeline)
    with pytest.raises(ValueError, match="no device"):
        cudastripe.cvt_color(picture, "BGR2YUV", stream=1)
    with pytest.raises(ValueError, match="no device"):
        cudastripe.Pipeline(1)
