# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""What the tests on a GPU need of torch and of CuPy, in one form."""

import numpy
import pytest

LIBRARIES = ["torch", "cupy"]


class Torch:
    def __init__(self):
        self.module = pytest.importorskip("torch", exc_type=ImportError, reason="torch is not installed")
        if not self.module.cuda.is_available():
            pytest.skip("this torch has no CUDA")

    def array(self, values):
        return self.module.from_numpy(numpy.ascontiguousarray(values)).cuda()

    def zeros(self, shape, dtype="uint8"):
        return self.module.zeros(shape, dtype=getattr(self.module, dtype), device="cuda")

    def host(self, array):
        return array.cpu().numpy()

    def address(self, array):
        return array.data_ptr()

    def is_own(self, array):
        return isinstance(array, self.module.Tensor) and array.is_cuda

    def stream(self):
        return self.module.cuda.Stream()

    def using(self, stream):
        return self.module.cuda.stream(stream)

    def delay(self):
        self.module.cuda._sleep(200_000_000)  # clock cycles: about 100 ms

    def synchronize(self):
        self.module.cuda.synchronize()

    def captured(self, call):
        graph = self.module.cuda.CUDAGraph()
        with self.module.cuda.graph(graph):
            call(self.module.cuda.current_stream())

        def replay():
            graph.replay()
            self.synchronize()

        return replay


class Cupy:
    def __init__(self):
        self.module = pytest.importorskip("cupy", reason="CuPy is not installed")
        self.spin = self.module.RawKernel(
            "extern \"C\" __global__ void spin(long long n) {long long s = clock64(); while (clock64() - s < n);}", "spin"
        )

    def array(self, values):
        return self.module.asarray(values)

    def zeros(self, shape, dtype="uint8"):
        return self.module.zeros(shape, dtype)

    def host(self, array):
        return self.module.asnumpy(array)

    def address(self, array):
        return array.data.ptr

    def is_own(self, array):
        return isinstance(array, self.module.ndarray)

    def stream(self):
        return self.module.cuda.Stream(non_blocking=True)

    def using(self, stream):
        return stream

    def delay(self):
        self.spin((1,), (1,), (self.module.int64(200_000_000),))

    def synchronize(self):
        self.module.cuda.runtime.deviceSynchronize()

    def captured(self, call):
        stream = self.stream()
        with stream:
            stream.begin_capture()
            call(stream)
            graph = stream.end_capture()

        def replay():
            self.synchronize()
            graph.launch(stream)
            self.synchronize()

        return replay


@pytest.fixture(params=LIBRARIES)
def library(request):
    return Torch() if request.param == "torch" else Cupy()
