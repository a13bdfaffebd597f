// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Images in Python objects, as headers over their memory.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "owner.hpp"
#include "streams.hpp"

namespace cudastripe_python {

//! What a message says about an argument.
struct Argument
{
    const char* function;  //!< such as "cudastripe.cvt_color"
    const char* name;      //!< such as "src"
};

//! Whether a call reads or writes an array, and as what. Tensors may be of float16, and of four dimensions.
enum class Access
{
    Read,
    ReadHost,  //!< from host memory; may be of one dimension
    Write,
    WriteChw,  //!< a tensor
    WriteHwc   //!< a tensor with channels side by side
};

inline bool writes(Access access)
{
    return access != Access::Read && access != Access::ReadHost;
}

inline bool isTensor(Access access)
{
    return access == Access::WriteChw || access == Access::WriteHwc;
}

//! The memory, the shape and the strides of an array, by whatever protocol they were read.
struct View
{
    static constexpr int kMaxDims = 4;
    //! The number of entries in use in `shape` and `strides`.
    int known() const { return std::min(dims, kMaxDims); }

    void* data = nullptr;
    int depth = -1;  //!< CV_8U to CV_16F
    int dims = 0;
    int64_t shape[kMaxDims] = {};
    int64_t strides[kMaxDims] = {};  //!< in bytes
    bool onDevice = false;
    uintptr_t producer = 0;  //!< the stream that writes the memory, if the call must wait for it
};

/** @brief An image whose pixels are in a Python object: anything with the buffer protocol, `__dlpack__` or
`__cuda_array_interface__`. Nothing is copied. */
class Image
{
public:
    //! @param stream waits for the work on the object's own stream
    //! @param hold keeps the object for as long as the library holds the Mat; else for as long as this Image lives
    Image(nb::handle object, Access access, Argument argument, const CallStream& stream, bool hold);
    const cv::Mat& mat() const { return mat_; }

private:
    std::unique_ptr<Owner> owner_;
    cv::Mat mat_;
};

bool isList(nb::handle object);

//! One image; or a list or tuple of images or of the planes of one picture. A PyAV frame is its plane, or a list of its
//! planes; frames in a list that is read are copied, each into one image.
class Images
{
public:
    Images(nb::handle object, Access access, Argument argument, const CallStream& stream, bool hold);
    //! True for a list, and for the planes of a frame.
    bool areList() const { return list_; }
    bool areFrame() const { return frame_; }
    //! True for a list of frames, each of which is an image then.
    bool areFrames() const { return frames_; }
    cv::_InputArray input() const;
    const std::vector<cv::Mat>& mats() const { return mats_; }
    std::vector<cv::Mat>& mats() { return mats_; }

private:
    bool list_ = false;
    bool frame_ = false;
    bool frames_ = false;
    std::vector<std::unique_ptr<Image>> images_;
    std::vector<cv::Mat> mats_;
};

//! Throws: the call would write the array, which is read-only.
[[noreturn]] void refuseReadOnly(Argument argument);

//! Fills the view by the first protocol that the object has, and returns what keeps its memory.
std::unique_ptr<Owner> viewAny(nb::handle object, Access access, Argument argument, const CallStream& stream,
                               View& view);
//! The same by one protocol.
std::unique_ptr<Owner> viewBuffer(nb::handle object, Access access, Argument argument, View& view);
//! The functions by which a type shows its arrays without calls of Python, DLPack's C exchange; null if it has none.
const void* exchangeOf(nb::handle type);
std::unique_ptr<Owner> viewExchanged(const void* functions, nb::handle object, Access access, Argument argument,
                                     View& view);
std::unique_ptr<Owner> viewDlpack(nb::handle object, Access access, Argument argument, const CallStream& stream,
                                  View& view);
std::unique_ptr<Owner> viewCudaArray(nb::handle object, Access access, Argument argument, View& view);

/** @brief A header over the memory; `stream` waits for the view's producer.
@throws nb::value_error, nb::type_error or cv::Exception that names the argument, also if the memory is on a device that
cannot be used */
cv::Mat headerOf(const View& view, Access access, Argument argument, const CallStream& stream);

//! The depth of elements, CV_16F included, -1 if there is none. @param kind one of 'u', 'i', 'f' and 'b'
int depthOf(char kind, int64_t bytes);
//! The name of NumPy's dtype of a depth.
const char* dtypeName(int depth);

}  // namespace cudastripe_python
