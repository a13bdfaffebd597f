// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The images of a call, opened from InputArray, OutputArray and pointers.

#pragma once

#include <memory>
#include <vector>

#include "../../device/host_range.hpp"
#include "../../model/arguments.hpp"
#include "../../op/stripe_op.hpp"
#include "opencv2/core.hpp"
#include "opencv2/core/cuda.hpp"

namespace cv { namespace cudastripe {

//! An InputArray or OutputArray that was opened. Keeps its memory alive.
struct ImageAccess
{
    const char* argument;  //!< its name in the caller's call
    bool isGpuMat = false;
    Size size;
    int type = -1;
    PlaneView plane;                //!< the whole of it
    std::vector<PlaneView> planes;  //!< that an operation reads or writes; empty: the whole is one plane
    size_t alignment = 1;           //!< of an element's values, bytes
    bool alsoRead = false;          //!< only for a destination: its old content is the operation's last input
    size_t number = 0;              //!< of the image in its batch
    std::vector<uchar*> repeats;    //!< addresses of the next images of the batch that differ only in their address

    //! True if rows follow each other without a gap.
    bool continuous() const { return size.height == 1 || plane.dense(); }
    //! True if kernels can load its values: each lies at a multiple of `alignment`.
    bool aligned() const
    {
        const size_t step = size.height > 1 ? static_cast<size_t>(plane.step) : 0;
        return (reinterpret_cast<size_t>(plane.base) | step) % alignment == 0;
    }
    size_t partCount() const { return planes.empty() ? 1 : planes.size(); }
    const PlaneView& part(size_t i) const { return planes.empty() ? plane : planes[i]; }
    const uchar* firstByte() const { return plane.base; }
    const uchar* lastByte() const { return plane.base + spanBytes(plane, size.height) - 1; }
    HostRange range() const { return HostRange::of(plane.base, static_cast<size_t>(spanBytes(plane, size.height))); }

    Mat mat;
    cuda::GpuMat gpuMat;                     //!< keeps the memory of a GpuMat
    std::shared_ptr<cuda::HostMem> hostMem;  //!< keeps the memory that `mat` is a header of
    std::vector<Mat> repeatMats;             //!< keep the memory of `repeats`, if the call has a stream
    std::vector<cuda::GpuMat> repeatGpuMats;
    //! True if its memory may be freed while a device still uses it, unless it is held.
    bool needsHold() const { return mayBeReused || mat.u != nullptr; }
    bool mayBeReused = false;  //!< its allocator may give freed memory to others
    //! True if it holds a reference to its memory, as a graph needs.
    bool ownsMemory() const { return needsHold() || ownsGpuMemory; }
    bool ownsGpuMemory = false;  //!< it is a GpuMat that owns its memory
};

//! Calls use(image) for an image of a batch, and for each of its repeats. Repeats have neither planes nor references to
//! their memory.
template <class Use>
void forEachRepeat(const ImageAccess& image, const Use& use)
{
    use(image);
    ImageAccess next;
    next.argument = image.argument;
    next.isGpuMat = image.isGpuMat;
    next.size = image.size;
    next.type = image.type;
    next.plane = image.plane;
    next.alignment = image.alignment;
    next.mayBeReused = image.needsHold();
    next.number = image.number;
    for (uchar* base : image.repeats) {
        next.plane.base = base;
        ++next.number;
        use(static_cast<const ImageAccess&>(next));
    }
}

//! A list of one image.
inline std::vector<ImageAccess> listOf(ImageAccess&& image)
{
    std::vector<ImageAccess> list;
    list.push_back(std::move(image));
    return list;
}

//! Calls `in` for each image that an operation reads, in its order, and `out` for each that it writes.
template <class In, class Out>
void forEachImage(const std::vector<ImageAccess>& src, const std::vector<ImageAccess>& dst, const In& in,
                  const Out& out)
{
    for (const ImageAccess& image : src)
        in(image);
    for (const ImageAccess& image : dst) {
        if (image.alsoRead)
            in(image);
        out(image);
    }
}

//! True for a GpuMat, or several.
bool isOnDevice(const _OutputArray& dst);

//! True if the destination already has this size and type, so that nothing is allocated for it and it has old pixels.
bool fits(const _OutputArray& dst, Size size, int type);

//! Opens an image for reading and appends it to a list; throws if it is empty, a container, or has more than two
//! dimensions.
const ImageAccess& openInput(std::vector<ImageAccess>& images, InputArray array, const char* function,
                             const char* argument);

//! An array of `count` elements at an address; throws if it is null.
ImageAccess openPointer(const void* address, int64 count, size_t elementBytes, size_t alignment, const char* function,
                        const char* argument);

//! For messages: "6 x 4 of CV_8UC3".
String shapeText(Size size, int type);

//! Creates an image of this size and type, or takes the existing one if it fits; throws if a fixed one does not fit.
ImageAccess openOutput(OutputArray array, Size size, int type, const char* function, const char* argument);

//! Throws if a source and the destination share bytes. If `mayBeSame`, both may be exactly the same memory, as one
//! plane of the same shape.
void requireNoOverlap(const std::vector<ImageAccess>& src, const ImageAccess& dst, const char* function,
                      bool mayBeSame = true);

//! Opens an output as the one result of an operation; throws as openOutput() and requireNoOverlap() do.
std::vector<ImageAccess> openResult(OutputArray array, Size size, int type, const std::vector<ImageAccess>& src,
                                    const char* function, bool mayBeSame = true);

//! How to cut an operation on single pixels: at any element if no image has gaps between rows, else at rows.
CutBy cutOf(const std::vector<ImageAccess>& src, const std::vector<ImageAccess>& dst);

}}  // namespace cv::cudastripe
