// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The protocols by which Python objects show their memory: buffers, DLPack by Python and by C, and the CUDA array
// interface.

#include <cstdlib>
#include <string>

#include "arrays.hpp"
#include "errors.hpp"
#include "streams.hpp"

namespace cudastripe_python {
namespace {

struct BufferOwner : Owner
{
    ~BufferOwner() override
    {
        if (buffer.obj)
            PyBuffer_Release(&buffer);
    }
    Py_buffer buffer = {};
};

struct ObjectOwner : Owner
{
    explicit ObjectOwner(nb::handle kept) : object(nb::borrow(kept)) {}
    nb::object object;
};

void requireDepth(int depth, Access access, Argument argument, const cv::String& type)
{
    if (depth >= 0 && (depth != CV_16F || isTensor(access)))
        return;
    throwTypeError(
        cv::format("%s: %s has elements of type %s; accepted are uint8, int8, uint16, int16, int32, float32, "
                   "float64 and, as uint8, bool, in the machine's byte order",
                   argument.function, argument.name, type.c_str()));
}

int depthOfFormat(const char* format, int64_t bytes)
{
    if (!format)
        return CV_8U;
    if (*format == '@' || *format == '=' || *format == '<' || *format == '|')
        ++format;
    if (*format == '\0' || format[1] != '\0')
        return -1;
    switch (*format) {
    case '?':
        return depthOf('b', bytes);
    case 'B':
    case 'H':
        return depthOf('u', bytes);
    case 'b':
    case 'h':
    case 'i':
    case 'l':
        return depthOf('i', bytes);
    case 'e':
    case 'f':
    case 'd':
        return depthOf('f', bytes);
    default:
        return -1;
    }
}

void setDims(View& view, int64_t dims)
{
    view.dims = int(std::min<int64_t>(dims, View::kMostDims + 1));  // error texts say 5 for any more
}

void setContiguous(View& view, int64_t bytes)
{
    for (int i = view.known() - 1; i >= 0; --i) {
        view.strides[i] = bytes;
        bytes *= view.shape[i];
    }
}

// As dlpack.h has them; they are the same from version 0.8 to 1.3.
struct DlTensor
{
    void* data;
    struct
    {
        int32_t type, id;
    } device;
    int32_t ndim;
    struct
    {
        uint8_t code, bits;
        uint16_t lanes;
    } dtype;
    int64_t* shape;
    int64_t* strides;
    uint64_t byteOffset;
};
struct DlManagedTensor
{
    DlTensor tensor;
    void* context;
    void (*deleter)(DlManagedTensor*);
};
enum DlDevice
{
    kCpu = 1,
    kCuda = 2,
    kCudaHost = 3,
    kCudaManaged = 13
};

struct DlOwner : Owner
{
    ~DlOwner() override
    {
        if (managed && managed->deleter)
            managed->deleter(managed);
    }
    DlManagedTensor* managed = nullptr;
};

// The functions that a library offers for a type, in version 1.3. They do not wait for streams and keep nothing alive.
struct DlExchange
{
    struct
    {
        uint32_t major, minor;
        void* previous;
    } header;
    void *allocate, *manage, *toObject;
    int (*tensorOf)(void* object, DlTensor* tensor);
    int (*currentStream)(int deviceType, int32_t deviceId, void** stream);
};

int depthOfTensor(const DlTensor& tensor)
{
    static const char kinds[] = {'i', 'u', 'f', '?', '?', '?', 'b'};
    const uint8_t code = tensor.dtype.code;
    return code < sizeof(kinds) && tensor.dtype.lanes == 1 ? depthOf(kinds[code], tensor.dtype.bits / 8) : -1;
}

void setView(View& view, const DlTensor& tensor, Access access, Argument argument)
{
    view.depth = depthOfTensor(tensor);
    requireDepth(view.depth, access, argument,
                 cv::format("%d of %d bits in DLPack's codes", tensor.dtype.code, tensor.dtype.bits));
    view.data = static_cast<char*>(tensor.data) + tensor.byteOffset;
    setDims(view, tensor.ndim);
    for (int i = 0; i < view.known(); ++i)
        view.shape[i] = tensor.shape[i];
    setContiguous(view, tensor.dtype.bits / 8);
    for (int i = 0; tensor.strides && i < view.known(); ++i)
        view.strides[i] = tensor.strides[i] * (tensor.dtype.bits / 8);
}

void requireDevice(int device, Argument argument)
{
    if (device != kCpu && device != kCuda && device != kCudaHost && device != kCudaManaged) {
        throwTypeError(
            cv::format("%s: %s is on a device of DLPack's type %d; accepted are the CPU (1) and CUDA (2, 3, "
                       "13)",
                       argument.function, argument.name, device));
    }
}

nb::object callDlpack(nb::handle object, int device, const CallStream& stream)
{
    if (device != kCuda && device != kCudaManaged)
        return object.attr("__dlpack__")();
    return object.attr("__dlpack__")(nb::arg("stream") = stream.consumer());
}

}  // namespace

void refuseReadOnly(Argument argument)
{
    throwValueError(cv::format("%s: %s is read-only, and the call would write it", argument.function, argument.name));
}

std::unique_ptr<Owner> viewBuffer(nb::handle object, Access access, Argument argument, View& view)
{
    auto owner = std::make_unique<BufferOwner>();
    Py_buffer& buffer = owner->buffer;
    if (PyObject_GetBuffer(object.ptr(), &buffer, PyBUF_RECORDS_RO) != 0) {
        nb::python_error error;  // also clears Python's error
        throwValueError(cv::format("%s: %s shows no memory: %s", argument.function, argument.name, error.what()));
    }
    if (access != Access::Read && buffer.readonly)
        refuseReadOnly(argument);
    view.depth = depthOfFormat(buffer.format, buffer.itemsize);
    requireDepth(view.depth, access, argument, cv::format("'%s'", buffer.format));
    view.data = buffer.buf;
    setDims(view, buffer.ndim);
    for (int i = 0; i < view.known(); ++i) {
        view.shape[i] = buffer.shape[i];
        view.strides[i] = buffer.strides[i];
    }
    return owner;
}

std::unique_ptr<Owner> viewDlpack(nb::handle object, Access access, Argument argument, const CallStream& stream,
                                  View& view)
{
    const nb::tuple place = nb::cast<nb::tuple>(object.attr("__dlpack_device__")());
    const int device = nb::cast<int>(place[0]);
    requireDevice(device, argument);
    const nb::object capsule = callDlpack(object, device, stream);
    auto owner = std::make_unique<DlOwner>();
    owner->managed = static_cast<DlManagedTensor*>(PyCapsule_GetPointer(capsule.ptr(), "dltensor"));
    if (!owner->managed)
        throw nb::python_error();
    PyCapsule_SetName(capsule.ptr(), "used_dltensor");
    setView(view, owner->managed->tensor, access, argument);
    return owner;
}

const void* exchangeOf(nb::handle type)
{
    if (!nb::hasattr(type, "__dlpack_c_exchange_api__"))
        return nullptr;
    const nb::object capsule = type.attr("__dlpack_c_exchange_api__");
    const auto* const exchange =
        PyCapsule_IsValid(capsule.ptr(), "dlpack_exchange_api")
            ? static_cast<const DlExchange*>(PyCapsule_GetPointer(capsule.ptr(), "dlpack_exchange_api"))
            : nullptr;
    return exchange && exchange->header.major == 1 && exchange->tensorOf && exchange->currentStream ? exchange
                                                                                                    : nullptr;
}

std::unique_ptr<Owner> viewExchanged(const void* functions, nb::handle object, Access access, Argument argument,
                                     const CallStream& stream, View& view)
{
    const auto& exchange = *static_cast<const DlExchange*>(functions);
    DlTensor tensor = {};
    if (exchange.tensorOf(object.ptr(), &tensor) != 0)
        throw nb::python_error();
    requireDevice(tensor.device.type, argument);
    setView(view, tensor, access, argument);
    if (tensor.device.type == kCuda || tensor.device.type == kCudaManaged) {
        void* producer = nullptr;
        if (exchange.currentStream(tensor.device.type, tensor.device.id, &producer) != 0)
            throw nb::python_error();
        stream.await(producer ? reinterpret_cast<uintptr_t>(producer) : kLegacyStream, view.data);
    }
    return std::make_unique<ObjectOwner>(object);
}

std::unique_ptr<Owner> viewCudaArray(nb::handle object, Access access, Argument argument, const CallStream& stream,
                                     View& view)
{
    const nb::dict array = nb::cast<nb::dict>(object.attr("__cuda_array_interface__"));
    const nb::tuple data = nb::cast<nb::tuple>(array["data"]);
    if (access != Access::Read && nb::cast<bool>(data[1]))
        refuseReadOnly(argument);
    const std::string type = nb::cast<std::string>(array["typestr"]);
    const int64_t bytes = type.size() > 2 ? std::atoi(type.c_str() + 2) : 0;
    view.depth = type.size() > 2 && (type[0] != '>' || bytes == 1) ? depthOf(type[1], bytes) : -1;
    requireDepth(view.depth, access, argument, type);
    view.data = reinterpret_cast<void*>(nb::cast<uintptr_t>(data[0]));
    const nb::tuple shape = nb::cast<nb::tuple>(array["shape"]);
    setDims(view, int64_t(shape.size()));
    for (int i = 0; i < view.known(); ++i)
        view.shape[i] = nb::cast<int64_t>(shape[size_t(i)]);
    setContiguous(view, bytes);
    if (array.contains("strides") && !array["strides"].is_none()) {
        const nb::tuple strides = nb::cast<nb::tuple>(array["strides"]);
        for (int i = 0; i < view.known(); ++i)
            view.strides[i] = nb::cast<int64_t>(strides[size_t(i)]);
    }
    if (array.contains("stream") && !array["stream"].is_none())
        stream.await(nb::cast<uintptr_t>(array["stream"]), view.data);
    return std::make_unique<ObjectOwner>(object);
}

}  // namespace cudastripe_python
