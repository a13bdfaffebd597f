// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The pass that resizes the picture of a YUV format without decoding all of it.

#pragma once

#include "../../resize/resizer.hpp"
#include "picture_rows.hpp"
#include "placed_rows.hpp"

namespace cv { namespace cudastripe {

//! Decodes each pixel where it is needed: most rows of the source are not read at all.
class DecodingResizer final : public StripeOp
{
public:
    //! All must live as long as this. `type`: of the pixels.
    DecodingResizer(const ChainDecoder& decoder, const ChainPicture& picture, const PictureRows& pictureRows,
                    const PlacedRows& rows, const Resizer& resizer, int type);

    //! Never called: CPUs decode rows.
    void hostRun(const StripePlanes& planes, int64 units) const override;
    KernelRef kernel(const StripePlanes& planes, int64 units) const override;

private:
    //! `firstRow`: the row of the picture with which the body's planes begin.
    template <class Body>
    KernelRef kernelOf(Body& body, const StripePlanes& planes, int64 units, int64 firstRow) const;

    const ChainDecoder& decoder_;
    const ChainPicture& picture_;
    const PictureRows& pictureRows_;
    const PlacedRows& rows_;
    const Resizer& resizer_;
    const int channels_;
};

}}  // namespace cv::cudastripe
