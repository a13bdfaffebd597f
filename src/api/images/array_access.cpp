// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Opens InputArray and OutputArray.

#include "array_access.hpp"

#include <algorithm>
#include <cstring>
#include <typeinfo>

#include "../../model/checked_math.hpp"
#include "image_array.hpp"
#include "opencv2/core/check.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr size_t kMaxInputs = 5;  // three planes, a second image and a mask

void setPlane(ImageAccess& image, uchar* data, size_t step, int rows, int cols, int type)
{
    image.size = Size(cols, rows);
    image.type = type;
    image.alignment = CV_ELEM_SIZE1(type);
    image.plane.base = data;
    image.plane.rowBytes = int64(cols) * int64(CV_ELEM_SIZE(type));
    image.plane.step = rows == 1 ? image.plane.rowBytes : static_cast<int64>(step);
}

void setMat(ImageAccess& image, const Mat& mat)
{
    image.mat = mat;
    setPlane(image, mat.data, mat.step, mat.rows, mat.cols, mat.type());
}

// Memory of a cuda::BufferPool is never held: the pool belongs to a stream, and breaks if memory does not come back in
// reverse order. Its allocator has no public type, so the name of the type identifies it.
bool ofBufferPool(const cuda::GpuMat& mat)
{
    return mat.allocator && std::strstr(typeid(*mat.allocator).name(), "StackAllocator");
}

// Memory of OpenCV's own allocator need not be held: its cudaFree() waits for the device. The default allocator may be
// another one. OpenCV before 4.14 does not say which one is its own.
template <class GpuMat>
auto isOfStandardAllocator(const GpuMat& mat, int) -> decltype(mat.allocator == GpuMat::getStdAllocator())
{
    return mat.allocator == GpuMat::getStdAllocator();
}
template <class GpuMat>
bool isOfStandardAllocator(const GpuMat&, long)
{
    return false;
}

void setGpuMat(ImageAccess& image, const cuda::GpuMat& mat, bool keep)
{
    image.isGpuMat = true;
    image.ownsGpuMemory = mat.refcount && !ofBufferPool(mat);
    image.mayBeReused = image.ownsGpuMemory && !isOfStandardAllocator(mat, 0);
    if (image.ownsGpuMemory || keep)
        image.gpuMat = mat;
    setPlane(image, mat.data, mat.step, mat.rows, mat.cols, mat.type());
}

void setHostMem(ImageAccess& image, const cuda::HostMem& memory)
{
    image.hostMem = std::make_shared<cuda::HostMem>(memory);
    image.mayBeReused = true;
    setMat(image, memory.createMatHeader());
}

void requirePlace(const _OutputArray& array, const char* function, const char* argument)
{
    if (!array.needed())
        CV_Error_(Error::StsBadArg, ("%s: %s is noArray(), but the result needs a place", function, argument));
    if (!isOneImage(array)) {
        CV_Error_(Error::StsBadArg, ("%s: %s is a container or an OpenGL buffer; it may be Mat, UMat, cuda::HostMem or "
                                     "cuda::GpuMat",
                                     function, argument));
    }
}

void requireChangeable(const _OutputArray& array, Size size, int type, const char* function, const char* argument)
{
    const bool typeMatters = array.fixedType() && array.type() != type;
    const bool sizeMatters = array.fixedSize() && (array.dims() > 2 || array.size() != size);
    if (typeMatters || sizeMatters) {
        const String fixed = array.dims() > 2                ? format("%d dimensions", array.dims())
                             : sizeMatters || !array.empty() ? shapeText(array.size(), array.type())
                                                             : "type " + String(typeToString(array.type()));
        CV_Error_(Error::StsUnmatchedSizes, ("%s: %s is fixed at %s and cannot become %s", function, argument,
                                             fixed.c_str(), shapeText(size, type).c_str()));
    }
    if (array.kind() == _InputArray::STD_VECTOR && size.width != 1 && size.height != 1) {
        CV_Error_(Error::StsBadArg, ("%s: %s is a std::vector, which holds one row or one column; it cannot become %s: "
                                     "give a Mat",
                                     function, argument, shapeText(size, type).c_str()));
    }
}

Mat createMat(const _OutputArray& array, Size size, int type, const char* function, const char* argument)
{
    array.create(size, type);
    Mat mat = array.getMat();
    // A std::vector becomes a row, even if a column was created.
    if (mat.size() != size && mat.isContinuous() && mat.total() == size_t(size.width) * size_t(size.height))
        mat = mat.reshape(0, size.height);
    if (mat.size() != size) {
        CV_Error_(Error::StsUnmatchedSizes, ("%s: %s became %s where it must be %s", function, argument,
                                             shapeText(mat.size(), mat.type()).c_str(), shapeText(size, type).c_str()));
    }
    return mat;
}

}  // namespace

String shapeText(Size size, int type)
{
    return format("%d x %d of %s", size.width, size.height, typeToString(type).c_str());
}

bool isOnDevice(const _OutputArray& dst)
{
    return dst.isGpuMat() || dst.isGpuMatVector();
}

bool fits(const _OutputArray& dst, Size size, int type)
{
    if (dst.isGpuMat()) {
        const cuda::GpuMat& mat = dst.getGpuMatRef();
        return mat.data && mat.size() == size && mat.type() == type;
    }
    if (!isOneImage(dst) || dst.empty() || dst.dims() > 2 || dst.type() != type)
        return false;
    // A std::vector is a row, even if a column is requested.
    const bool column = dst.kind() == _InputArray::STD_VECTOR && size.width == 1;
    return dst.size() == size || (column && dst.total() == static_cast<size_t>(size.height));
}

const ImageAccess& openInput(std::vector<ImageAccess>& images, InputArray array, const char* function,
                             const char* argument)
{
    if (!isOneImage(array)) {
        CV_Error_(Error::StsBadArg,
                  ("%s: %s is a container of images or an OpenGL buffer; it must be one image, or for a batch dst must "
                   "be an array, too",
                   function, argument));
    }
    if (array.empty())
        CV_Error_(Error::StsBadArg, ("%s: %s is empty", function, argument));
    // Callers hold references to images of the list, so it must not reallocate. A caller that knows their number has
    // reserved them.
    if (images.capacity() == 0)
        images.reserve(kMaxInputs);
    images.emplace_back();
    ImageAccess& image = images.back();
    image.argument = argument;
    // In an OpenCV without CUDA getGpuMat() throws, but the object itself exists.
    if (array.isGpuMat()) {
        setGpuMat(image, *static_cast<const cuda::GpuMat*>(array.getObj()), true);  // dst may be the same object
    } else if (array.kind() == _InputArray::CUDA_HOST_MEM) {
        setHostMem(image, *static_cast<const cuda::HostMem*>(array.getObj()));
    } else {
        if (array.dims() > 2)
            CV_Error_(Error::StsBadArg, ("%s: %s has %d dimensions; an image has 2: give a vector of "
                                         "tensorImage(blob, n), or a Mat header of 2 dimensions",
                                         function, argument, array.dims()));
        setMat(image, array.getMat());
    }
    return image;
}

ImageAccess openPointer(const void* address, int64 count, size_t elementBytes, size_t alignment, const char* function,
                        const char* argument)
{
    if (!address) {
        CV_Error_(Error::StsNullPtr,
                  ("%s: %s is a null pointer, but %lld elements are wanted", function, argument, (long long)count));
    }
    ImageAccess array;
    array.argument = argument;
    array.size = Size(1, 1);
    array.alignment = alignment;
    array.plane.base = static_cast<uchar*>(const_cast<void*>(address));
    array.plane.rowBytes = array.plane.step = checkedProduct(count, static_cast<int64>(elementBytes));
    return array;
}

ImageAccess openOutput(OutputArray array, Size size, int type, const char* function, const char* argument)
{
    requirePlace(array, function, argument);
    requireChangeable(array, size, type, function, argument);
    ImageAccess image;
    image.argument = argument;
    if (array.isGpuMat()) {
        cuda::GpuMat& mat = array.getGpuMatRef();
        // OpenCV without CUDA cannot create a GpuMat, but it can hold one.
        if (!fits(array, size, type))
            mat.create(size, type);
        setGpuMat(image, mat, false);
    } else if (array.kind() == _InputArray::CUDA_HOST_MEM) {
        cuda::HostMem& memory = array.getHostMemRef();
        memory.create(size.height, size.width, type);
        setHostMem(image, memory);
    } else {
        setMat(image, createMat(array, size, type, function, argument));
    }
    return image;
}

void requireNoOverlap(const std::vector<ImageAccess>& src, const ImageAccess& dst, const char* function, bool mayBeSame)
{
    for (const ImageAccess& from : src) {
        const int64 srcRows = from.size.height, dstRows = dst.size.height;
        const bool same = from.plane.base == dst.plane.base && from.plane.step == dst.plane.step &&
                          from.plane.rowBytes == dst.plane.rowBytes && srcRows == dstRows && dst.planes.empty();
        if (!(same && mayBeSame) && overlap(from.plane, srcRows, dst.plane, dstRows)) {
            CV_Error_(Error::StsBadArg,
                      ("%s: %s overlaps %s: %lld bytes at %p and %lld bytes at %p; they may share nothing%s", function,
                       dst.argument, from.argument, (long long)spanBytes(dst.plane, dstRows), dst.plane.base,
                       (long long)spanBytes(from.plane, srcRows), from.plane.base,
                       mayBeSame ? ", or be exactly the same memory with elements of one size" : ""));
        }
    }
}

std::vector<ImageAccess> openResult(OutputArray array, Size size, int type, const std::vector<ImageAccess>& src,
                                    const char* function, bool mayBeSame)
{
    ImageAccess image = openOutput(array, size, type, function, "dst");
    requireNoOverlap(src, image, function, mayBeSame);
    return listOf(std::move(image));
}

CutBy cutOf(const std::vector<ImageAccess>& src, const std::vector<ImageAccess>& dst)
{
    const auto continuous = [](const ImageAccess& image) { return image.continuous(); };
    return std::all_of(src.begin(), src.end(), continuous) && std::all_of(dst.begin(), dst.end(), continuous)
               ? CutBy::Elements
               : CutBy::Rows;
}

}}  // namespace cv::cudastripe
