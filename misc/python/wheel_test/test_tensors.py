# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Arrays of other libraries on the CPU: by DLPack, at both ends. Devices are in test_gpu.py."""

import contextlib
import sys
import types

import numpy
import pytest

import cudastripe
from cudastripe import _kinds
from images import DlpackOnly, OldDlpackOnly, with_gaps

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


def test_read_only_arrays_by_dlpack(picture):
    picture.flags.writeable = False
    expected = cudastripe.cvt_color(picture, CODE)
    assert numpy.array_equal(cudastripe.cvt_color(DlpackOnly(picture), CODE), expected)
    expected.flags.writeable = False
    with pytest.raises(ValueError, match="dst is read-only"):
        cudastripe.cvt_color(picture, CODE, dst=DlpackOnly(expected))
    with pytest.raises(BufferError, match="readonly"):  # what NumPy says
        cudastripe.cvt_color(OldDlpackOnly(picture), CODE)


def test_dlpack_before_1_0(picture):
    expected = cudastripe.cvt_color(picture, CODE)
    target = numpy.zeros_like(expected)
    cudastripe.cvt_color(OldDlpackOnly(picture), CODE, dst=OldDlpackOnly(target))
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


@pytest.mark.parametrize(
    "entries,kind,text",
    [
        (dict(shape=(0, 5, 3), data=(None, False)), ValueError, r"src is empty: its shape is \(0, 5, 3\)"),
        (dict(data=(None, False)), ValueError, r"src has shape \(4, 4, 3\), but no memory"),
        (dict(data=None), TypeError, "the __cuda_array_interface__ of src is not as the protocol says"),
        (dict(), TypeError, "the __cuda_array_interface__ of src is not as the protocol says: KeyError: 'data'"),
        (dict(data=(4096, False), shape=("4", 4, 3)), TypeError, "of src is not as the protocol says"),
        (dict(data=(4096, False), typestr=None), TypeError, "of src is not as the protocol says"),
        (dict(data=(-1, False)), TypeError, "of src is not as the protocol says"),
        (dict(data=(4096, False), typestr=">u2"), TypeError, "src has elements of type >u2.*byte order"),
        (dict(data=(4096, False), shape=[4, 4]), TypeError, "src has type CV_8UC1"),
    ],
)
def test_cuda_arrays_that_show_themselves_otherwise(entries, kind, text):
    if "CV_8UC1" in text and not cudastripe.has_device():
        kind, text = RuntimeError, "src: .*takes no array on a device"
    with pytest.raises(kind, match=text):
        cudastripe.cvt_color(CudaArray(**entries), "BGR2YUV", out="numpy")


@pytest.mark.skipif(cudastripe.has_device(), reason="this machine has a GPU")
class TestArraysOnADeviceWithoutCuda:
    """Their addresses are of no memory that the CPU reads."""

    ADDRESS = 0x7F0000001000
    TEXT = "takes no array on a device"

    class OnCuda(DlpackOnly):
        def __dlpack__(self, stream, **options):
            return self.array.__dlpack__(**options)

        def __dlpack_device__(self):
            return (2, 0)

    @pytest.mark.parametrize("stream", [{}, {"stream": None}, {"stream": 1}])
    def test_cuda_arrays(self, picture, stream):
        source = CudaArray(shape=picture.shape, data=(self.ADDRESS, False), **stream)
        for out in (None, "numpy"):
            with pytest.raises(RuntimeError, match=f"cudastripe.cvt_color: src: .*{self.TEXT}"):
                cudastripe.cvt_color(source, CODE, out=out)
        with pytest.raises(RuntimeError, match=f"cudastripe.cvt_color: dst: .*{self.TEXT}"):
            cudastripe.cvt_color(picture, CODE, dst=CudaArray(shape=(72, 64), data=(self.ADDRESS, False), **stream))
        with pytest.raises(RuntimeError, match=rf"src\[1\]: .*{self.TEXT}"):
            cudastripe.cvt_color([picture, source], CODE)

    @pytest.mark.parametrize("device", [2, 13])
    def test_dlpack(self, picture, device):
        source = self.OnCuda(picture)
        source.__class__.__dlpack_device__ = lambda self: (device, 0)
        with pytest.raises(RuntimeError, match=f"cudastripe.cvt_color: src: .*{self.TEXT}"):
            cudastripe.cvt_color(source, CODE)
        with pytest.raises(RuntimeError, match=f"cudastripe.transform: mask: .*{self.TEXT}"):
            cudastripe.transform(picture, cudastripe.Chain().add(1), mask=self.OnCuda(picture[:, :, 0].copy()))
        with pytest.raises(RuntimeError, match=f"cudastripe.transform: second: .*{self.TEXT}"):
            cudastripe.transform(picture, cudastripe.Chain().add(cudastripe.second_image), self.OnCuda(picture))


def test_a_table_on_a_device_is_refused():
    with pytest.raises(ValueError, match="Chain.lut: table is on a device; it must be in host memory"):
        cudastripe.Chain().lut(CudaArray(shape=(1, 256), data=(0x7F0000001000, False)))


class TestKindsOnADevice:
    """Which library makes a new array, and on which stream, by libraries that only note what is asked of them."""

    class Array:
        def __init__(self, said):
            self.said = said

        def __dlpack_device__(self):
            return (2, 3)

        def __dlpack__(self, **options):
            self.said.append(("exported", tuple(self.current), options))
            return "capsule"

    @pytest.fixture
    def cupy(self, monkeypatch):
        said, current = [], []

        @contextlib.contextmanager
        def using(name, value):
            current.append((name, value))
            yield
            current.pop()

        module = types.ModuleType("cupy")
        module.cuda = types.SimpleNamespace(Device=lambda n: using("device", n),
                                            ExternalStream=lambda n: using("stream", n))
        self.Array.__module__, self.Array.current = "cupy", current
        module.empty = lambda *_: self.Array(said)
        monkeypatch.setitem(sys.modules, "cupy", module)
        return said

    @pytest.mark.parametrize("stream", [77, types.SimpleNamespace(ptr=77)])
    def test_who_takes_a_result_waits_for_the_calls_stream(self, cupy, monkeypatch, stream):
        kind = ("dlpack", self.Array(cupy))
        array = _kinds.empty(kind, (4, 4), "uint8", stream)
        assert _kinds.finish(kind, array, stream) == "capsule"
        jax = types.ModuleType("jax.dlpack")
        jax.from_dlpack = lambda array: array.__dlpack__(stream=5)
        monkeypatch.setitem(sys.modules, "jax.dlpack", jax)
        assert _kinds.finish(("jax", array), array, stream) == "capsule"
        places = (("device", 3), ("stream", 77))
        assert cupy == [("exported", places, {"stream": 1}), ("exported", places, {"stream": 5})]

    def test_a_library_that_is_missing_is_named_with_the_way_out(self, monkeypatch):
        for name in ("cupy", "torch", "jax", "jax.dlpack"):
            monkeypatch.setitem(sys.modules, name, None)
        monkeypatch.delitem(sys.modules, "torch")
        with pytest.raises(ModuleNotFoundError, match='install CuPy, or give dst= or out="numpy"'):
            _kinds.empty(("dlpack", self.Array([])), (4, 4), "uint8", None)
        with pytest.raises(ModuleNotFoundError, match='jax, which is not installed; install jax, or give dst='):
            _kinds.finish(("jax", None), numpy.zeros(3), None)


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
