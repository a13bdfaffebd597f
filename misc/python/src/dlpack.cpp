// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// DLPack, by Python and by C.

#include "protocols.hpp"

namespace cudastripe_python {
namespace {

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
// From version 1.0 on. Later minor versions only add flags.
struct DlVersionedTensor
{
    static constexpr uint64_t kReadOnly = 1;
    uint32_t major, minor;
    void* context;
    void (*deleter)(DlVersionedTensor*);
    uint64_t flags;
    DlTensor tensor;
};
constexpr uint8_t kBool = 6;
enum DlDevice
{
    kCpu = 1,
    kCuda = 2,
    kCudaHost = 3,
    kCudaManaged = 13
};

template <class Managed>
struct DlOwner : Owner
{
    ~DlOwner() override
    {
        if (managed && managed->deleter)
            managed->deleter(managed);
    }
    Managed* managed = nullptr;
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
    constexpr uint8_t kBFloat = 4;
    const bool bfloats = tensor.dtype.code == kBFloat && tensor.dtype.bits == 16 && tensor.dtype.lanes == 1;
    view.depth = bfloats && isTensor(access) ? CV_16U : depthOfTensor(tensor);
    requireDepth(view.depth, access, argument,
                 cv::format("%d of %d bits in DLPack's codes", tensor.dtype.code, tensor.dtype.bits),
                 tensor.dtype.code == kBool);
    view.data = !tensor.data ? nullptr : static_cast<char*>(tensor.data) + tensor.byteOffset;
    setDims(view, tensor.ndim);
    for (int i = 0; i < view.known(); ++i)
        view.shape[i] = tensor.shape[i];
    setContiguous(view, tensor.dtype.bits / 8);
    for (int i = 0; tensor.strides && i < view.known(); ++i)
        view.strides[i] = tensor.strides[i] * (tensor.dtype.bits / 8);
}

void setDevice(View& view, int device, Argument argument)
{
    view.onDevice = device == kCuda || device == kCudaManaged;
    if (device != kCpu && device != kCuda && device != kCudaHost && device != kCudaManaged) {
        throwTypeError(
            cv::format("%s: %s is on a device of DLPack's type %d; accepted are the CPU (1) and CUDA (2, 3, "
                       "13)",
                       argument.function, argument.name, device));
    }
}

// Arrays that are read-only can be shown from version 1.0 on only.
nb::object callDlpack(nb::handle object, bool onDevice, const CallStream& stream)
{
    const nb::object call = object.attr("__dlpack__");
    nb::dict options;
    if (onDevice)
        options["stream"] = stream.consumer();
    options["max_version"] = nb::make_tuple(1, 0);
    try {
        return call(**options);
    } catch (const nb::python_error& error) {
        if (!error.matches(PyExc_TypeError))
            throw;
    }
    nb::del(options["max_version"]);
    return call(**options);
}

template <class Managed>
std::unique_ptr<DlOwner<Managed>> taken(nb::handle capsule, const char* name, const char* usedName)
{
    auto owner = std::make_unique<DlOwner<Managed>>();
    owner->managed = static_cast<Managed*>(PyCapsule_GetPointer(capsule.ptr(), name));
    if (!owner->managed)
        throw nb::python_error();
    PyCapsule_SetName(capsule.ptr(), usedName);
    return owner;
}

}  // namespace

std::unique_ptr<Owner> viewDlpack(nb::handle object, Access access, Argument argument, const CallStream& stream,
                                  View& view)
{
    int device = 0;
    readEntries("__dlpack_device__", argument,
                [&] { device = nb::cast<int>(nb::object(object.attr("__dlpack_device__")()[size_t(0)])); });
    setDevice(view, device, argument);
    const nb::object capsule = callDlpack(object, view.onDevice, stream);
    if (!PyCapsule_IsValid(capsule.ptr(), "dltensor_versioned")) {
        auto owner = taken<DlManagedTensor>(capsule, "dltensor", "used_dltensor");
        setView(view, owner->managed->tensor, access, argument);
        return owner;
    }
    auto owner = taken<DlVersionedTensor>(capsule, "dltensor_versioned", "used_dltensor_versioned");
    if (owner->managed->major != 1)
        throwTypeError(cv::format("%s: %s shows itself by DLPack %u; accepted are versions up to 1", argument.function,
                                  argument.name, owner->managed->major));
    if (writes(access) && (owner->managed->flags & DlVersionedTensor::kReadOnly))
        refuseReadOnly(argument);
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
                                     View& view)
{
    const auto& exchange = *static_cast<const DlExchange*>(functions);
    DlTensor tensor = {};
    if (exchange.tensorOf(object.ptr(), &tensor) != 0)
        throw nb::python_error();
    setDevice(view, tensor.device.type, argument);
    setView(view, tensor, access, argument);
    if (view.onDevice) {
        void* producer = nullptr;
        if (exchange.currentStream(tensor.device.type, tensor.device.id, &producer) != 0)
            throw nb::python_error();
        view.producer = producer ? reinterpret_cast<uintptr_t>(producer) : kLegacyStream;
    }
    return std::make_unique<ObjectOwner>(object);
}

}  // namespace cudastripe_python
