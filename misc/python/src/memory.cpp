// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Page-locked memory, and what the build can do.

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <climits>
#include <new>

#include "arrays.hpp"
#include "bindings.hpp"
#include "errors.hpp"
#include "opencv2/core/version.hpp"
#include "opencv2/cudastripe/pinned.hpp"
#include "state.hpp"

#ifdef HAVE_CUDASTRIPE_CUDA
#include <cuda_runtime_api.h>
#endif

namespace cudastripe_python {
namespace {

constexpr int kPageBytes = 4096;

//! Memory of cudastripe::pinned() from a page on, and its owner.
std::pair<uchar*, nb::capsule> allocate(size_t bytes)
{
    const size_t pages = bytes / kPageBytes + 2;  // in ordinary memory no page need begin at the first byte
    if (pages > INT_MAX)
        throw std::bad_alloc();
    auto memory = std::make_unique<cv::Mat>(cv::cudastripe::pinned(int(pages), kPageBytes, CV_8U));
    uchar* const first = cv::alignPtr(memory->data, kPageBytes);
    return {first, nb::capsule(memory.release(), [](void* mat) noexcept { delete static_cast<cv::Mat*>(mat); })};
}

nb::object pinnedEmpty(nb::handle shape, DtypeArg dtype)
{
    const nb::object type = nb::module_::import_("numpy").attr("dtype")(dtype.object);
    if (nb::cast<bool>(type.attr("hasobject")))
        throwTypeError("cudastripe.pinned_empty: dtype has Python objects, which cannot be in page-locked memory");
    const bool one = PyIndex_Check(shape.ptr()) && !PySequence_Check(shape.ptr());
    const nb::tuple sides = one ? nb::make_tuple(shape) : nb::tuple(shape);
    size_t bytes = nb::cast<size_t>(type.attr("itemsize"));
    for (nb::handle side : sides) {
        const int64_t length = integerOf(side, "cudastripe.pinned_empty: a side of shape", 0, INT64_MAX);
        if (__builtin_mul_overflow(bytes, size_t(length), &bytes))
            throw std::bad_alloc();
    }
    const auto [first, owner] = allocate(bytes);
    const nb::ndarray<nb::numpy, uint8_t, nb::ndim<1>> flat(first, {bytes}, owner);
    return nb::module_::import_("numpy").attr("ndarray")(sides, type, nb::cast(flat));
}

nb::dict buildInfo()
{
    nb::dict info;
    info["version"] = CUDASTRIPE_VERSION;
    info["opencv"] = CV_VERSION;
#ifdef HAVE_CUDASTRIPE_CUDA
    int driver = 0;
    cudaDriverGetVersion(&driver);
    info["cuda"] = std::to_string(CUDART_VERSION / 1000) + "." + std::to_string(CUDART_VERSION % 1000 / 10);
    info["architectures"] = CUDASTRIPE_ARCHITECTURES;
    info["oldest_driver"] = CUDART_VERSION >= 13000 ? "580" : "525";  // for any CUDA 13, any CUDA 12
    info["driver"] = driver ? std::to_string(driver / 1000) + "." + std::to_string(driver % 1000 / 10) : "none";
#else
    info["cuda"] = "none";
    info["architectures"] = "none";
    info["driver"] = "none";
    info["oldest_driver"] = "none";
#endif
    return info;
}

}  // namespace

void bindMemory(nb::module_& m)
{
    m.def(
        "pinned_empty", &pinnedEmpty, nb::arg("shape"), nb::arg("dtype") = "uint8",
        nb::sig("def pinned_empty(shape: int | collections.abc.Sequence[int], dtype: numpy.typing.DTypeLike = 'uint8') "
                "-> numpy.typing.NDArray[typing.Any]"),
        "A NumPy array, not initialised, in page-locked memory, which GPUs copy from and to directly.\n\n"
        "Without a GPU it is ordinary memory that begins at a page. It is freed with its last view.");
    using cv::cudastripe::Pin;
    nb::class_<Pin> pin(
        m, "Pin",
        "Page-locks the memory of an array, which it keeps, until it is deleted, for memory that is used again "
        "and again.\n\nWithout a GPU it does nothing.");
    refuseCopies(pin, "cudastripe.Pin: it locks memory of this process");
    pin.def(
           "__init__",
           [](Pin* self, ArrayArg array) {
               const Argument argument = {"cudastripe.Pin", "array"};
               new (self) Pin(Image(array.object, Access::ReadHost, argument, CallStream(nb::none()), false).mat());
           },
           nb::arg("array"), nb::keep_alive<1, 2>())
        .def_prop_ro("locked", &Pin::locked, "True if the memory is page-locked by it.");
    m.def("has_device", &hasDevice, "True if this build and this machine can use a GPU.");
    m.def("build_info", &buildInfo, nb::sig("def build_info() -> dict[str, str]"),
          "Versions of this package, of OpenCV in it, of CUDA and of the driver (as the CUDA version that it "
          "supports),\nthe GPUs that there is code for, and the oldest driver that runs it.");
}

}  // namespace cudastripe_python
