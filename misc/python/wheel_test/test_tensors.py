# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Arrays of other libraries on the CPU: by DLPack, at both ends. Devices are in test_gpu.py."""

import sys

import numpy
import pytest

import cudastripe
from images import DlpackOnly, with_gaps

CODE = "BGRA2YUV_I420"


class OnAnotherDevice(DlpackOnly):
    def __dlpack_device__(self):
        return (8, 0)  # Metal


class CudaArray:
    def __init__(self, **entries):
        self.__cuda_array_interface__ = {"version": 3, "shape": (4, 4, 3), "typestr": "|u1", **entries}


def test_dlpack_without_a_copy(picture):
    expected = cudastripe.cvt_color(picture, CODE)
    assert numpy.array_equal(cudastripe.cvt_color(DlpackOnly(picture), CODE), expected)
    target = numpy.zeros_like(expected)
    given = DlpackOnly(target)
    assert cudastripe.cvt_color(DlpackOnly(with_gaps(picture, 8)), CODE, dst=given) is given
    assert numpy.array_equal(target, expected)


def test_a_capsule_as_the_result(picture):
    capsule = cudastripe.cvt_color(picture, CODE, out="dlpack")
    assert type(capsule).__name__ == "PyCapsule" and "dltensor" in repr(capsule)


def test_what_dlpack_shows_is_checked_as_numpys_arrays_are(picture):
    with pytest.raises(ValueError, match="cudastripe.cvt_color: src has strides"):
        cudastripe.cvt_color(DlpackOnly(picture[:, ::2]), CODE)
    with pytest.raises(TypeError, match="src has elements of type"):
        cudastripe.cvt_color(DlpackOnly(picture.astype("int64")), CODE)
    with pytest.raises(TypeError, match="src is on a device of DLPack's type 8"):
        cudastripe.cvt_color(OnAnotherDevice(picture), CODE)


def test_many_calls_give_back_what_they_took(picture):
    source = picture[:4, :8].copy()
    references = sys.getrefcount(source)
    for _ in range(3000):
        cudastripe.cvt_color(DlpackOnly(source), CODE)
    assert sys.getrefcount(source) == references


def test_cuda_arrays_are_checked_before_anything_else():
    with pytest.raises(TypeError, match="src has elements of type <c8"):
        cudastripe.cvt_color(CudaArray(typestr="<c8", data=(4096, False)), "BGR2YUV")
    with pytest.raises(ValueError, match="dst is read-only"):
        cudastripe.cvt_color(numpy.zeros((4, 4, 3), "uint8"), "BGR2YUV", dst=CudaArray(data=(4096, True)))
    with pytest.raises(ValueError, match="src has strides"):
        cudastripe.cvt_color(CudaArray(data=(4096, False), strides=(24, 6, 2)), "BGR2YUV")


class TestTorch:
    @pytest.fixture(autouse=True)
    def torch(self):
        return pytest.importorskip("torch", exc_type=ImportError, reason="torch is not installed")

    def test_a_tensor_gives_a_tensor(self, torch, picture):
        expected = cudastripe.cvt_color(picture, CODE)
        result = cudastripe.cvt_color(torch.from_numpy(picture), CODE)
        assert isinstance(result, torch.Tensor) and numpy.array_equal(result.numpy(), expected)

    def test_in_place_and_by_name(self, torch, picture):
        target = torch.zeros((72, 64), dtype=torch.uint8)
        address = target.data_ptr()
        assert cudastripe.cvt_color(torch.from_numpy(picture), CODE, dst=target) is target
        assert target.data_ptr() == address
        assert numpy.array_equal(target.numpy(), cudastripe.cvt_color(picture, CODE))
        assert isinstance(cudastripe.cvt_color(target.new_zeros((4, 4, 3)), "BGR2YUV", out="numpy"), numpy.ndarray)
        assert isinstance(cudastripe.cvt_color(picture, CODE, out="torch"), torch.Tensor)

    def test_planes_and_chains(self, torch, picture):
        planes = cudastripe.to_yuv(torch.from_numpy(picture), "nv12", planes=True)
        assert all(isinstance(plane, torch.Tensor) for plane in planes)
        chain = cudastripe.Chain.from_yuv("nv12").convert_to("float32", 1 / 255)
        result = cudastripe.transform(planes, chain)
        assert result.dtype == torch.float32 and result.shape == (48, 64, 3)

    def test_strides(self, torch, picture):
        with pytest.raises(ValueError, match="src has strides"):
            cudastripe.cvt_color(torch.from_numpy(picture).permute(1, 0, 2), CODE)


class TestJax:
    def test_an_array_gives_an_array(self, picture):
        jax = pytest.importorskip("jax", reason="jax is not installed")
        source = jax.numpy.asarray(picture)
        result = cudastripe.cvt_color(source, CODE)
        assert isinstance(result, jax.Array)
        assert numpy.array_equal(numpy.asarray(result), cudastripe.cvt_color(picture, CODE))
        with pytest.raises(ValueError, match="dst is read-only"):
            cudastripe.cvt_color(picture, CODE, dst=result)
