// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Calls on many images.

#pragma once

#include <functional>

#include "../images/image_array.hpp"
#include "opencv2/cudastripe/stream_ref.hpp"
#include "opencv2/cudastripe/striper.hpp"

namespace cv { namespace cudastripe {

class Chain;

//! True if a call is a batch: images come in an array, and go into one.
inline bool isBatch(InputArray src, OutputArray dst)
{
    return isArrayOfImages(src) && isArrayOfImages(dst);
}

//! Calls a public function for image `index` with a Striper that only notes what is to be done.
using BatchStep = std::function<void(size_t index, InputArray src, OutputArray dst, Striper& noting)>;

/** @brief Notes all images of a batch, then does them in one call.

Nothing is written, and `dst` stays as it is, if one of them is refused, or if the Striper only looks at the call: then
the result is false.
@param allocate creates the images of a `dst` that has none yet, on the device that is current when it is called; null
if there are images, or if each is created on its own */
bool runBatch(InputArray src, OutputArray dst, const char* function, const BatchStep& step, const StreamRef& stream,
              Striper& striper, const std::function<void()>& allocate = nullptr);

//! As runBatch(), into a blob of four dimensions or a GpuMat with all pictures. Throws unless all images have the size
//! and the type of the first one. `secondType` is that of the second images, -1 if there are none.
void runTensorBatch(InputArray src, int secondType, OutputArray dst, const Chain& chain, const char* function,
                    const BatchStep& step, const StreamRef& stream, Striper& striper);

}}  // namespace cv::cudastripe
