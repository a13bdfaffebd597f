// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Where the pixels that are resized come from: the format that a chain begins with.

#pragma once

#include "formats.hpp"

namespace cv { namespace cudastripe {

//! Makes pixels that are then resized.
class PictureSource
{
public:
    virtual ~PictureSource() = default;
    //! The operation that makes them.
    virtual const StripeOp& op() const = 0;
    //! Makes rows on the calling thread, from the first row of `planes` on.
    virtual void run(const StripePlanes& planes, const PlaneView& pixels, int64 rows) const = 0;
};

class ChainDecoder final : public PictureSource
{
public:
    //! For a picture of this size, as pixels of `type`. `granule` suits the planes: see makeYuvDecodeOp().
    ChainDecoder(const Chain& chain, Size size, int type, int granule)
        : from_(chain.sourceFormat(), chain.sourceOrder()),
          interpolates_(interpolatesChroma(chain.sourceFormat(), chain.sourceUpsampling())),
          op_((interpolates_ ? makeYuvLinearOp : makeYuvDecodeOp)(chain.sourceFormat(), chain.sourceOrder(), size,
                                                                  CV_MAT_DEPTH(type), CV_MAT_CN(type), granule)),
          cols_(size.width),
          channels_(CV_MAT_CN(type))
    {
    }

    //! The operation that only decodes.
    const StripeOp& op() const override { return *op_; }
    const YuvPacking& packing() const { return from_.packing; }
    bool ofBytes() const { return from_.formulas.bytes; }
    bool interpolates() const { return interpolates_; }
    const FromYuv& format() const { return from_; }

    void run(const StripePlanes& planes, const PlaneView& pixels, int64 rows) const override
    {
        if (!interpolates_)
            return from_.run({planes.in, &pixels, cols_, rows, channels_, false});
        StripePlanes both = planes;
        both.out[0] = pixels;
        if (ofBytes())
            linearYuvRows(linearWork<uchar>(*op_, both, rows), rows, false);
        else
            linearYuvRows(linearWork<ushort>(*op_, both, rows), rows, false);
    }

    //! For kernels on `rows` rows, if chroma is interpolated.
    ChainYuvLinearSource linearSource(const StripePlanes& planes, int64 rows) const
    {
        ChainYuvLinearSource source = {{ofBytes(), {}, {}}};
        if (source.bodies.bytes)
            source.bodies.ofBytes = YuvLinearBody<uchar, uchar>(linearWork<uchar>(*op_, planes, rows), rows);
        else
            source.bodies.ofWords = YuvLinearBody<ushort, ushort>(linearWork<ushort>(*op_, planes, rows), rows);
        return source;
    }

private:
    FromYuv from_;
    bool interpolates_;
    std::unique_ptr<StripeOp> op_;
    int64 cols_;
    int channels_;
};

}}  // namespace cv::cudastripe
