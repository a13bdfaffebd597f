// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../../support/images/image_operation.hpp"
#include "../any_of.hpp"

namespace opencv_test {

//! Content comes from a seed, so that few bytes of an input decide about it.
inline RNG drawRng(FuzzedDataProvider& data)
{
    return RNG(data.ConsumeIntegral<std::uint16_t>() + 1u);
}

//! Colours, formats, operators and chains, masked or not; each with its reference.
ImageOperation drawOperation(FuzzedDataProvider& data);

//! A size that the operation takes: mostly small, of one row or column now and then.
Size drawSize(const ImageOperation& operation, FuzzedDataProvider& data);

//! How a Striper cuts, where it works and what it may keep; limits are often too small for an image.
StriperParams drawParams(FuzzedDataProvider& data);

}  // namespace opencv_test
