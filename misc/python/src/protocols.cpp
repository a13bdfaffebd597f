// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Buffers and the CUDA array interface. dlpack.cpp has DLPack.

#include <cstdlib>
#include <string>

#include "protocols.hpp"

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

// Of an element, by its typestr.
int64_t bytesOf(const std::string& type)
{
    return type.size() > 2 ? std::atoi(type.c_str() + 2) : 0;
}

}  // namespace

void requireDepth(int depth, Access access, Argument argument, const cv::String& type, bool isBool)
{
    if (isBool && writes(access)) {
        throwTypeError(
            cv::format("%s: %s has elements of type bool, which hold 0 and 1 only; give their bytes, such as "
                       "%s.view(numpy.uint8)",
                       argument.function, argument.name, argument.name));
    }
    if (depth >= 0 && (depth != CV_16F || isTensor(access)))
        return;
    throwTypeError(
        cv::format("%s: %s has elements of type %s; accepted are uint8, int8, uint16, int16, int32, float32, "
                   "float64 and, to be read as uint8, bool, in the machine's byte order",
                   argument.function, argument.name, type.c_str()));
}

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
    if (writes(access) && buffer.readonly)
        refuseReadOnly(argument);
    view.depth = depthOfFormat(buffer.format, buffer.itemsize);
    const std::string format = buffer.format ? buffer.format : "B";
    requireDepth(view.depth, access, argument, "'" + format + "'", format.back() == '?');
    view.data = buffer.buf;
    setDims(view, buffer.ndim);
    for (int i = 0; i < view.known(); ++i) {
        view.shape[i] = buffer.shape[i];
        view.strides[i] = buffer.strides[i];
    }
    return owner;
}

std::unique_ptr<Owner> viewCudaArray(nb::handle object, Access access, Argument argument, View& view)
{
    static constexpr char kProtocol[] = "__cuda_array_interface__";
    std::string type;
    bool readOnly = false;
    readEntries(kProtocol, argument, [&] {
        const nb::dict array = nb::cast<nb::dict>(object.attr(kProtocol));
        const auto given = [&](const char* key) { return array.contains(key) && !array[key].is_none(); };
        const nb::object data = array["data"], shape = array["shape"];
        view.data = data[0].is_none() ? nullptr : reinterpret_cast<void*>(nb::cast<uintptr_t>(data[0]));
        readOnly = nb::cast<bool>(data[1]);
        type = nb::cast<std::string>(array["typestr"]);
        setDims(view, int64_t(nb::len(shape)));
        for (int i = 0; i < view.known(); ++i)
            view.shape[i] = nb::cast<int64_t>(nb::object(shape[size_t(i)]));
        setContiguous(view, bytesOf(type));
        for (int i = 0; given("strides") && i < view.known(); ++i)
            view.strides[i] = nb::cast<int64_t>(nb::object(array["strides"][size_t(i)]));
        view.producer = given("stream") ? nb::cast<uintptr_t>(array["stream"]) : 0;
    });
    if (writes(access) && readOnly)
        refuseReadOnly(argument);
    const int64_t bytes = bytesOf(type);
    view.depth = bytes > 0 && (type[0] != '>' || bytes == 1) ? depthOf(type[1], bytes) : -1;
    requireDepth(view.depth, access, argument, type, bytes > 0 && type[1] == 'b');
    view.onDevice = true;
    return std::make_unique<ObjectOwner>(object);
}

}  // namespace cudastripe_python
