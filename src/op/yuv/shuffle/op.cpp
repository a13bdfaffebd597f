// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operation that shuffles samples from one YUV format into another one.

#include "op.hpp"

#include "../../non_temporal_blocks.hpp"
#include "../planes.hpp"
#include "body.hpp"
#include "rows.hpp"

namespace cv { namespace cudastripe {
namespace {

// A grey result is made of luma alone, if luma has a plane of its own.
int layoutRead(const YuvFormat& from, const YuvFormat& to)
{
    const int layout = static_cast<int>(from.layout());
    const bool apart = packingOf(layout).planeCount > 1 && packingOf(layout).planes[0].luma;
    const bool grey = !packingOf(static_cast<int>(to.layout())).chroma;
    return grey && apart ? static_cast<int>(YuvLayout::Y) : layout;
}

template <class Src, class Dst>
class YuvShuffleOp final : public StripeOp
{
public:
    YuvShuffleOp(const YuvFormat& from, const YuvFormat& to, Size size, int granule)
        : StripeOp(size.width, size.height, granule),
          formula_{yuvShuffleOf(from, to)},
          from_(layoutRead(from, to)),
          to_(static_cast<int>(to.layout()))
    {
        // 8K frames on one thread, in units of a copy's time: I420 to NV12 0.7, YUY2 to NV12 3.6, to packed 4:4:4 6.
        hostCost_ = 2;
        inputs_ = yuvPlanes(packingOf(from_), size.width, sizeof(Src), granule);
        outputs_ = yuvPlanes(packingOf(to_), size.width, sizeof(Dst), granule);
        blocks_ = NonTemporalBlocks(*this);
    }

    void hostRun(const StripePlanes& planes, int64 units) const override
    {
        blocks_.run(*this, planes, units, [&](const StripePlanes& part, int64 count, bool nonTemporal) {
            shuffleYuvRows(formula_, packingOf(from_), packingOf(to_),
                           {part.in, part.out, cols_, count, 0, nonTemporal});
        });
    }

    KernelRef kernel(const StripePlanes& planes, int64 units) const override
    {
        using Body = YuvShuffleBody<Src, Dst>;
        const YuvPacking &from = packingOf(from_), &to = packingOf(to_);
        Body body;
        body.formula = formula_;
        std::copy(planes.in, planes.in + YuvPacking::kMaxPlanes, body.in);
        std::copy(planes.out, planes.out + YuvPacking::kMaxPlanes, body.out);
        body.from = kernelLayout(from_);
        body.to = kernelLayout(to_);
        body.rows = std::max(from.rows, to.rows);
        body.cols = static_cast<unsigned>(cols_);
        body.lastRow = static_cast<unsigned>(units - 1);
        body.wide = wordsAligned<Src>(from, Body::kPixels, planes.in, units) &&
                    wordsAligned<Dst>(to, Body::kPixels, planes.out, units);
        return KernelRef(body, Body::items(cols_), (units + body.rows - 1) / body.rows, accesses(planes, units));
    }

private:
    YuvShuffleFormula<Src, Dst> formula_;
    int from_, to_;
    NonTemporalBlocks blocks_{0};
};

}  // namespace

int planesToShuffle(const YuvFormat& from, const YuvFormat& to)
{
    return packingOf(layoutRead(from, to)).planeCount;
}

std::unique_ptr<StripeOp> makeYuvShuffleOp(const YuvFormat& from, const YuvFormat& to, Size size, int granule)
{
    for (const YuvFormat* format : {&from, &to}) {
        const YuvPacking& packing = packingOf(static_cast<int>(format->layout()));
        CV_Assert(packing.takes(size.width) && granule % packing.rows == 0);
    }
    CV_Assert(sameColours(from, to));
    if (from.depth() == 8 && to.depth() == 8)
        return std::make_unique<YuvShuffleOp<uchar, uchar>>(from, to, size, granule);
    if (from.depth() == 8)
        return std::make_unique<YuvShuffleOp<uchar, ushort>>(from, to, size, granule);
    if (to.depth() == 8)
        return std::make_unique<YuvShuffleOp<ushort, uchar>>(from, to, size, granule);
    return std::make_unique<YuvShuffleOp<ushort, ushort>>(from, to, size, granule);
}

}}  // namespace cv::cudastripe
