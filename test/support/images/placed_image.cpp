// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "placed_image.hpp"

namespace opencv_test {
namespace {

constexpr uchar kGuard = 0xa5;
constexpr int kMargin = 64;  // bytes before and after, and a multiple of any alignment that matters

PlaneView flat(const uchar* memory, size_t sizeBytes)
{
    PlaneView view;
    view.base = const_cast<uchar*>(memory);
    view.step = view.rowBytes = static_cast<int64>(sizeBytes);
    return view;
}

}  // namespace

void copyAll(const Backend& backend, bool up, uchar* dst, const uchar* src, size_t sizeBytes)
{
    Device& device = *backend.device();
    if (up)
        device.copyUp(backend.copies(), flat(dst, sizeBytes), flat(src, sizeBytes), 1);
    else
        device.copyDown(backend.copies(), flat(dst, sizeBytes), flat(src, sizeBytes), 1);
    waitFor(device, backend.copies());
}

std::vector<Placement> placementsOn(const Backend& backend)
{
    if (!backend.device())
        return {Placement::Pageable};
    if (backend.devices().size() > 1)
        return {Placement::Pageable, Placement::PageLocked};
    return {Placement::Pageable, Placement::PageLocked, Placement::OnDevice};
}

std::ostream& operator<<(std::ostream& out, const ImageShape& shape)
{
    static const char* const memories[] = {"pageable", "page-locked", "device"};
    return out << memories[static_cast<int>(shape.placement)] << " memory (offset " << shape.offset << ", padding "
               << shape.padding << ")";
}

ImageShape ImageShape::inValues(int type) const
{
    const int size = static_cast<int>(CV_ELEM_SIZE1(type));
    const bool between =
        size > 1 &&
        (placement == Placement::Pageable ? offset % 2 == 1 : placement == Placement::PageLocked && offset == 3);
    return {placement, offset * size + (between ? 1 : 0), padding * size};
}

PlacedImage::PlacedImage(const Backend& backend, const ImageShape& shape, Size size, int type)
    : backend_(backend), shape_(shape), size_(size), type_(type)
{
    plane_.rowBytes = int64(size.width) * int64(CV_ELEM_SIZE(type));
    plane_.step = plane_.rowBytes + shape.padding;
    sizeBytes_ = kMargin + shape.offset + plane_.step * size.height + kMargin;
    uchar* memory = nullptr;
    if (shape.placement == Placement::Pageable) {
        pageable_.create(1, static_cast<int>(sizeBytes_), CV_8U);
        memory = pageable_.data;
    } else {
        memory_ = OwnedMemory(*backend.device(),
                              shape.placement == Placement::OnDevice ? OwnedMemory::OnDevice : OwnedMemory::PageLocked,
                              static_cast<size_t>(sizeBytes_));
        memory = memory_.get();
        CV_Assert(memory);
    }
    plane_.base = memory + kMargin + shape.offset;
    setBytes(Mat(1, static_cast<int>(sizeBytes_), CV_8U, Scalar(kGuard)));
    if (shape.placement == Placement::OnDevice)
        gpuMat_ = cuda::GpuMat(size.height, size.width, type, plane_.base, static_cast<size_t>(plane_.step));
    else
        mat_ = Mat(size.height, size.width, type, plane_.base, static_cast<size_t>(plane_.step));
}

void PlacedImage::set(const Mat& content)
{
    CV_Assert(content.size() == size_ && content.type() == type_);
    Mat all = bytes();
    content.copyTo(
        Mat(size_.height, size_.width, type_, all.data + kMargin + shape_.offset, static_cast<size_t>(plane_.step)));
    setBytes(all);
}

Mat PlacedImage::get() const
{
    const Mat all = bytes();
    return Mat(size_.height, size_.width, type_, all.data + kMargin + shape_.offset, static_cast<size_t>(plane_.step))
        .clone();
}

bool PlacedImage::guardsIntact() const
{
    const Mat all = bytes();
    const int64 first = kMargin + shape_.offset;
    for (int64 i = 0; i < sizeBytes_; ++i) {
        const int64 row = i < first ? -1 : (i - first) / plane_.step;
        const bool pixel = row >= 0 && row < size_.height && (i - first) % plane_.step < plane_.rowBytes;
        if (!pixel && all.data[i] != kGuard)
            return false;
    }
    return true;
}

_InputArray PlacedImage::input() const
{
    if (shape_.placement == Placement::OnDevice)
        return gpuMat_;
    return mat_;
}

_OutputArray PlacedImage::output()
{
    if (shape_.placement == Placement::OnDevice)
        return gpuMat_;
    return mat_;
}

Mat PlacedImage::bytes() const
{
    const uchar* memory = plane_.base - shape_.offset - kMargin;
    Mat all(1, static_cast<int>(sizeBytes_), CV_8U);
    if (shape_.placement == Placement::OnDevice) {
        copyAll(backend_, false, all.data, memory, static_cast<size_t>(sizeBytes_));
    } else {
        if (shape_.placement == Placement::PageLocked)
            backend_.device()->hostAccess(flat(memory, static_cast<size_t>(sizeBytes_)), 1, false);
        std::memcpy(all.data, memory, static_cast<size_t>(sizeBytes_));
    }
    return all;
}

void PlacedImage::setBytes(const Mat& all)
{
    uchar* memory = plane_.base - shape_.offset - kMargin;
    if (shape_.placement == Placement::OnDevice) {
        copyAll(backend_, true, memory, all.data, static_cast<size_t>(sizeBytes_));
    } else {
        if (shape_.placement == Placement::PageLocked)
            backend_.device()->hostAccess(flat(memory, static_cast<size_t>(sizeBytes_)), 1, true);
        std::memcpy(memory, all.data, static_cast<size_t>(sizeBytes_));
    }
}

}  // namespace opencv_test
