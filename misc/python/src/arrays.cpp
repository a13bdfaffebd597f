// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See arrays.hpp.

#include "arrays.hpp"

#include <unordered_map>

#include "arguments.hpp"
#include "errors.hpp"
#include "opencv2/core/check.hpp"

namespace cudastripe_python {
namespace {

cv::String listOf(const int64_t* values, int count)
{
    cv::String text = "(";
    for (int i = 0; i < count; ++i)
        text += (i ? ", " : "") + std::to_string(values[i]);
    return text + ")";
}

// PyAV's class, without importing PyAV.
bool isVideoFrame(nb::handle object)
{
    return !PyObject_CheckBuffer(object.ptr()) && !isList(object) && !nb::hasattr(object, "__dlpack__") &&
           nb::hasattr(object, "planes") && nb::hasattr(object, "format");
}

nb::object callVideo(const char* function, nb::handle frame)
{
    return nb::module_::import_("cudastripe.video").attr(function)(frame);
}

//! What a type offers; it never changes.
struct Protocols
{
    const void* exchange;  //!< see exchangeOf()
    bool buffer;           //!< Python's, for host memory: CuPy's arrays have it, too, but refuse to be read by it
    bool immutable;        //!< DLPack before 1.0 does not say it
};

const Protocols& protocolsOf(nb::handle object)
{
    static std::unordered_map<PyObject*, Protocols> known;
    const nb::handle type = object.type();
    const auto found = known.find(type.ptr());
    if (found != known.end())
        return found->second;
    const bool buffer = PyObject_CheckBuffer(object.ptr()) && !nb::hasattr(type, "__cuda_array_interface__");
    const bool immutable = nb::cast<bool>(nb::module_::import_("cudastripe._kinds").attr("is_immutable")(object));
    return known.emplace(nb::borrow(type).release().ptr(), Protocols{exchangeOf(type), buffer, immutable})
        .first->second;
}

[[noreturn]] void refuse(Argument argument, const cv::String& what)
{
    throwValueError(cv::format("%s: %s %s", argument.function, argument.name, what.c_str()));
}

void requireSides(const View& view, Argument argument, int64_t most)
{
    for (int i = 0; i < view.dims; ++i) {
        if (view.shape[i] <= 0)
            refuse(argument, "is empty: its shape is " + listOf(view.shape, view.dims));
        if (view.shape[i] > most) {
            refuse(argument, cv::format("has shape %s; an image has at most 2^31 - 1 rows and columns and %d channels",
                                        listOf(view.shape, view.dims).c_str(), CV_CN_MAX));
        }
    }
    if (!view.data)
        refuse(argument, "has shape " + listOf(view.shape, view.dims) + ", but no memory: its address is 0");
}

const char* adviceFor(Access access)
{
    return writes(access) ? "leave dst out, and copy the result into this array"
                          : "pass a copy, such as numpy.ascontiguousarray gives";
}

cv::Mat imageHeader(const View& view, Access access, Argument argument)
{
    requireSides(view, argument, INT_MAX);
    const int64_t rows = view.shape[0], cols = view.shape[1], channels = view.dims == 3 ? view.shape[2] : 1;
    if (channels > CV_CN_MAX)
        refuse(argument, cv::format("has %lld channels; an image has at most %d", (long long)channels, CV_CN_MAX));
    const int type = CV_MAKETYPE(view.depth, int(channels));
    const int64_t element = CV_ELEM_SIZE1(type), pixel = element * channels, rowBytes = pixel * cols;
    // Strides of dimensions with one element have no meaning.
    const bool channelsApart = view.dims == 3 && channels > 1 && view.strides[2] != element;
    const bool columnsApart = cols > 1 && view.strides[1] != pixel;
    const bool rowsOverlap = rows > 1 && view.strides[0] < rowBytes;
    if (channelsApart || columnsApart || rowsOverlap || (rows > 1 && view.strides[0] % element != 0)) {
        refuse(
            argument,
            cv::format("has strides %s for shape %s and elements of %d bytes; pixels of a row must be contiguous and "
                       "rows at least %lld bytes apart, by whole elements: %s",
                       listOf(view.strides, view.dims).c_str(), listOf(view.shape, view.dims).c_str(), int(element),
                       (long long)rowBytes, adviceFor(access)));
    }
    const size_t step = rows > 1 ? size_t(view.strides[0]) : size_t(rowBytes);
    return cv::Mat(int(rows), int(cols), type, view.data, step);
}

// A picture of a tensor has no gaps, but there may be some between pictures.
void requireDense(const View& view, Access access, Argument argument)
{
    const int64_t element = CV_ELEM_SIZE1(view.depth);
    int64_t bytes = element;
    for (int i = view.dims - 1; i >= 0; bytes *= view.shape[i--]) {
        const bool pictures = i == 0 && view.dims == View::kMaxDims;
        const bool right = pictures ? view.strides[i] >= bytes && view.strides[i] % element == 0  //
                                    : view.strides[i] == bytes;
        if (view.shape[i] > 1 && !right) {
            refuse(argument,
                   cv::format("has strides %s for shape %s and elements of %d bytes; a picture of a tensor must be "
                              "contiguous: %s",
                              listOf(view.strides, view.dims).c_str(), listOf(view.shape, view.dims).c_str(),
                              int(element), adviceFor(access)));
        }
    }
}

// Of four dimensions; a picture of three is an image with its planes one below the other.
cv::Mat tensorHeader(const View& view, Access access, Argument argument)
{
    requireSides(view, argument, INT_MAX);
    requireDense(view, access, argument);
    const size_t element = CV_ELEM_SIZE1(view.depth);
    if (view.dims == 3) {
        if (view.shape[0] * view.shape[1] > INT_MAX)
            refuse(argument, cv::format("has shape %s; planes may have 2^31 - 1 rows together",
                                        listOf(view.shape, view.dims).c_str()));
        return cv::Mat(int(view.shape[0] * view.shape[1]), int(view.shape[2]), view.depth, view.data);
    }
    int sizes[View::kMaxDims];
    size_t steps[View::kMaxDims], bytes = element;
    for (int i = View::kMaxDims - 1; i >= 0; --i) {
        sizes[i] = int(view.shape[i]);
        steps[i] = i == 0 && view.shape[0] > 1 ? size_t(view.strides[0]) : bytes;
        bytes *= size_t(view.shape[i]);
    }
    return cv::Mat(View::kMaxDims, sizes, view.depth, view.data, steps);
}

// A device that this process cannot use may still be one that another library uses, with another driver or runtime.
void requireReachable(const View& view, Access access, Argument argument)
{
    if (view.onDevice && access == Access::ReadHost)
        refuse(argument, "is on a device; it must be in host memory");
    static const bool devices = hasDevice();
    if (!view.onDevice || devices)
        return;
#ifdef HAVE_CUDASTRIPE_CUDA
    const char* const why = "this machine has no GPU that the build can use (see build_info)";
#else
    const char* const why = "this build has no CUDA";
#endif
    throw cv::Exception(
        cv::Error::GpuNotSupported,
        cv::format("%s: %s: %s, so it takes no array on a device", argument.function, argument.name, why), "", "", 0);
}

cv::Mat shapedHeader(const View& view, Access access, Argument argument)
{
    if (isTensor(access)) {
        if (view.dims < 2 || view.dims > View::kMaxDims) {
            refuse(argument, cv::format("has %d dimensions; a tensor has 4, or 3 for one picture: (pictures, channels, "
                                        "rows, columns), or with channels last",
                                        view.dims));
        }
        const bool asImage = view.dims == 2 || (view.dims == 3 && access == Access::WriteHwc);
        return asImage ? imageHeader(view, access, argument) : tensorHeader(view, access, argument);
    }
    if (view.dims == 1 && access == Access::ReadHost) {
        View row = view;
        row.dims = 2;
        row.shape[0] = 1;
        row.shape[1] = view.shape[0];
        row.strides[1] = view.strides[0];
        return imageHeader(row, access, argument);
    }
    if (view.dims != 2 && view.dims != 3) {
        refuse(argument, cv::format("has %d dimensions; an image has 2 (rows, columns) or 3 (rows, columns, channels)",
                                    view.dims));
    }
    return imageHeader(view, access, argument);
}

}  // namespace

bool isList(nb::handle object)
{
    return PyList_Check(object.ptr()) || PyTuple_Check(object.ptr());
}

int depthOf(char kind, int64_t bytes)
{
    switch (kind) {
    case 'b':
        return bytes == 1 ? CV_8U : -1;
    case 'u':
        return bytes == 1 ? CV_8U : bytes == 2 ? CV_16U : -1;
    case 'i':
        return bytes == 1 ? CV_8S : bytes == 2 ? CV_16S : bytes == 4 ? CV_32S : -1;
    case 'f':
        return bytes == 2 ? CV_16F : bytes == 4 ? CV_32F : bytes == 8 ? CV_64F : -1;
    default:
        return -1;
    }
}

const char* dtypeName(int depth)
{
    static const char* const names[] = {"uint8", "int8", "uint16", "int16", "int32", "float32", "float64", "float16"};
    if (depth == cv::cudastripe::kBFloat16)
        return "bfloat16";
    CV_Assert(depth >= CV_8U && depth <= CV_16F);
    return names[depth];
}

cv::Mat headerOf(const View& view, Access access, Argument argument, const CallStream& stream)
{
    View known = view;
    if (isTensor(access) && view.depth == CV_16U)  // NumPy and CuPy do not have bfloat16
        known.depth = cv::cudastripe::arrayDepthOf(cv::cudastripe::kBFloat16);
    const cv::Mat header = shapedHeader(known, access, argument);
    requireReachable(view, access, argument);
    if (view.producer)
        stream.await(view.producer, view.data);
    return header;
}

std::unique_ptr<Owner> viewAny(nb::handle object, Access access, Argument argument, const CallStream& stream,
                               View& view)
{
    const Protocols& protocols = protocolsOf(object);
    if (protocols.immutable && writes(access))
        refuseReadOnly(argument);
    if (protocols.exchange)
        return viewExchanged(protocols.exchange, object, access, argument, view);
    if (protocols.buffer)
        return viewBuffer(object, access, argument, view);
    if (nb::hasattr(object, "__dlpack__"))
        return viewDlpack(object, access, argument, stream, view);
    if (nb::hasattr(object, "__cuda_array_interface__"))
        return viewCudaArray(object, access, argument, view);
    throwTypeError(
        cv::format("%s: %s is a %s; it must be a NumPy array, or another object with the buffer protocol, "
                   "__dlpack__ or __cuda_array_interface__",
                   argument.function, argument.name, typeName(object).c_str()));
}

Image::Image(nb::handle object, Access access, Argument argument, const CallStream& stream, bool hold)
{
    View view;
    owner_ = viewAny(object, access, argument, stream, view);
    mat_ = headerOf(view, access, argument, stream);
    if (hold)
        giveOwner(mat_, owner_.release());
}

Images::Images(nb::handle object, Access access, Argument argument, const CallStream& stream, bool hold)
{
    frame_ = isVideoFrame(object);
    nb::object images = frame_ ? callVideo("frame_planes", object) : nb::borrow(object);
    if (frame_ && nb::len(images) == 1)
        images = images[0];
    list_ = isList(images);
    if (!list_) {
        images_.push_back(std::make_unique<Image>(images, access, argument, stream, hold));
        mats_.push_back(images_.back()->mat());
        return;
    }
    const size_t count = nb::len(images);
    images_.reserve(count);
    mats_.reserve(count);
    for (size_t i = 0; i < count; ++i) {
        const std::string name = argument.name + ("[" + std::to_string(i) + "]");
        nb::object image = images[i];
        if (!frame_ && isVideoFrame(image)) {
            if (writes(access))
                throwTypeError(cv::format("%s: %s is a frame; frames of a list are only read: make one call for each",
                                          argument.function, name.c_str()));
            image = callVideo("frame_image", image);
            frames_ = true;
        }
        images_.push_back(
            std::make_unique<Image>(image, access, Argument{argument.function, name.c_str()}, stream, hold));
        mats_.push_back(images_.back()->mat());
    }
}

cv::_InputArray Images::input() const
{
    return list_ ? cv::_InputArray(mats_) : cv::_InputArray(mats_.front());
}

}  // namespace cudastripe_python
