// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Calls on many images.

#pragma once

#include <functional>

#include "../images/image_array.hpp"
#include "../striper/operation.hpp"

namespace cv { namespace cudastripe {

//! True if a call is a batch: images come in an array, and go into one.
inline bool isBatch(InputArray src, OutputArray dst)
{
    return isArrayOfImages(src) && isArrayOfImages(dst);
}

//! Describes what happens to image `index`.
using Describe = std::function<Operation(size_t index, InputArray src, OutputArray dst)>;

//! Whether the same is done to all images that differ only in their address.
enum class Repeats
{
    AreAlike,
    Differ
};

/** @brief Describes all images of a batch, then does them in one call.

Throws if an image is refused. The result is false if the Striper only explains calls. In both cases nothing is written
and `dst` stays as it is.
@param allocate creates all images of `dst` at once, on the device that is current then; null if `dst` has images, or if
each is created on its own
@param repeats AreAlike: images that differ only in their address share one description */
bool runBatch(InputArray src, OutputArray dst, const char* function, const Describe& describe, const StreamRef& stream,
              Striper& striper, const std::function<void()>& allocate = nullptr, Repeats repeats = Repeats::AreAlike);

//! Runs a batch, or the call on one image. `describe` as for Describe, which only a batch needs.
template <class F>
void runAll(InputArray src, OutputArray dst, const char* function, const F& describe, const StreamRef& stream,
            Striper& striper)
{
    if (isBatch(src, dst))
        runBatch(src, dst, function, describe, stream, striper);
    else
        run(describe(0, src, dst), stream, striper);
}

//! Throws if a destination of a batch shares bytes with another image's source or destination.
void requireNoOverlapInBatch(const std::vector<ImageAccess>& src, const std::vector<ImageAccess>& dst,
                             const char* function);

}}  // namespace cv::cudastripe
