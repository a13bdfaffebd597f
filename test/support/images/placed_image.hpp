// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../../../src/device/handles.hpp"
#include "../device/backend.hpp"
#include "opencv2/core/cuda.hpp"

namespace opencv_test {

enum class Placement
{
    Pageable,
    PageLocked,
    OnDevice,
};

//! Those that images of this backend can have.
std::vector<Placement> placementsOn(const Backend& backend);

//! How an image lies in its memory.
struct ImageShape
{
    Placement placement = Placement::Pageable;
    int offset = 0;   //!< bytes before the first pixel; odd values make odd pointers
    int padding = 0;  //!< bytes between rows; with more than 0 it is a region of a larger image

    //! For an offset and a padding that count values of this type: the same in bytes. An odd offset makes an odd
    //! address in pageable memory; in page-locked memory only 3 does, since kernels cannot use such an address.
    ImageShape inValues(int type) const;
};

std::ostream& operator<<(std::ostream& out, const ImageShape& shape);

/** @brief An image in any memory, with guard bytes before, between and after its rows. */
class PlacedImage
{
public:
    //! The backend needs a device for what is not pageable memory.
    PlacedImage(const Backend& backend, const ImageShape& shape, Size size, int type);

    //! Fills the pixels from an image of the same size and type.
    void set(const Mat& content);
    //! A copy of the pixels.
    Mat get() const;
    //! True if no byte beside the pixels was written.
    bool guardsIntact() const;

    //! What to hand to a function under test.
    _InputArray input() const;
    _OutputArray output();
    const PlaneView& plane() const { return plane_; }

private:
    Mat bytes() const;
    void setBytes(const Mat& bytes);

    const Backend& backend_;
    ImageShape shape_;
    Size size_;
    int type_;
    Mat pageable_;
    OwnedMemory memory_;
    int64 sizeBytes_;
    PlaneView plane_;
    Mat mat_;
    cuda::GpuMat gpuMat_;
};

//! Copies to or from the first device and waits for it.
void copyAll(const Backend& backend, bool up, uchar* dst, const uchar* src, size_t sizeBytes);

}  // namespace opencv_test
