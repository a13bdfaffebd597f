// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "placed_image.hpp"

namespace opencv_test {

//! An image for each plane of a format, each in memory of its own with guard bytes.
class PlacedPlanes
{
public:
    //! The shape is asked for plane by plane; its offset and padding are in samples.
    PlacedPlanes(const Backend& backend, const YuvFormat& format, Size source,
                 const std::function<ImageShape(int plane)>& shape);

    //! Headers to hand to a function under test, of planes in host memory.
    std::vector<Mat> mats() const;
    //! The same of planes on the device.
    std::vector<cuda::GpuMat> gpuMats() const;

    //! The samples of all planes as one row, see @ref samplesOf.
    Mat samples() const;
    void set(const Mat& samples);
    bool guardsIntact() const;
    const PlacedImage& plane(int number) const { return *planes_[static_cast<size_t>(number)]; }

private:
    std::vector<std::unique_ptr<PlacedImage>> planes_;
};

//! One format for each layout and depth: BT.709, full range, chroma of all pixels of a block.
const std::vector<YuvFormat>& formatsOfLayouts();
//! Sides of pictures in an image for each plane are multiples of this.
Size pictureUnit(const YuvFormat& format);
//! A picture of whole units, up to 66 x 38.
Size randomPicture(Size unit, RNG& rng);
//! At some address, with a gap behind rows or none.
ImageShape randomShape(Placement placement, RNG& rng);
//! Another way to cut an image for each number.
StriperParams cuttingOfCall(int call);

//! The values of images, one image after the other, as one row: one image with several planes has the same.
Mat samplesOf(const std::vector<Mat>& images);

}  // namespace opencv_test
