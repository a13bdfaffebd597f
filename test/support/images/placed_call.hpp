// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <memory>
#include <string>

#include "image_operation.hpp"

namespace opencv_test {

//! Empty if an image is what the operation makes of a sample and of what the image was before, else a sentence.
std::string wrongImage(const ImageOperation& operation, const Sample& sample, const Mat& before, const Mat& actual);

//! One call of an operation on images that it keeps, with guard bytes around each.
class PlacedCall
{
public:
    //! The result goes to the source's own memory if `inPlace`, for which both must have one size and type.
    PlacedCall(const ImageOperation& operation, const Backend& backend, const Sample& sample, bool inPlace = false);

    void run(const StreamRef& stream, Striper& striper);
    //! True if it can be run again with the same result.
    bool repeatable() const { return dst_ != src_; }
    //! Empty if the result is right and nothing beside it was written, else a sentence; the call must have ended.
    std::string wrong() const;

private:
    using Placed = std::shared_ptr<PlacedImage>;

    const ImageOperation operation_;
    const Sample sample_;
    Placed src_, second_, mask_, dst_;
    Mat before_;  // of the result
};

}  // namespace opencv_test
