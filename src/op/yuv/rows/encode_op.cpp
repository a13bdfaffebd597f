// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operation that gives a YUV format.

#include "../op.hpp"

#include "../../non_temporal_blocks.hpp"
#include "../kernels.hpp"
#include "../planes.hpp"
#include "rows.hpp"

namespace cv { namespace cudastripe {
namespace {

template <class T>
class YuvOp final : public StripeOp
{
public:
    YuvOp(const YuvFormat& format, ChannelOrder order, Size size, int channels, int granule)
        : StripeOp(size.width, size.height, granule),
          layout_(static_cast<int>(format.layout())),
          formula_(formulaOf<T>(format, order, packingOf(layout_))),
          channels_(channels)
    {
        hostCost_ = 1.5;
        inputs_.push_back(plane(channels * int64(sizeof(T))));
        outputs_ = yuvPlanes(packingOf(layout_), size.width, sizeof(T), granule);
        blocks_ = NonTemporalBlocks(*this);
    }

    std::unique_ptr<StripeOp> staged() const override
    {
        if (channels_ == 3 || sizeof(T) > 1)
            return nullptr;
        auto op = std::make_unique<YuvOp>(*this);
        op->channels_ = 3;
        op->inputs_[0] = plane(3);
        return op;
    }

    void hostRun(const StripePlanes& planes, int64 units) const override
    {
        blocks_.run(*this, planes, units, [&](const StripePlanes& part, int64 count, bool nonTemporal) {
            convertYuvRows(formula_, packingOf(layout_), {part.in, part.out, cols_, count, channels_, nonTemporal});
        });
    }

    KernelRef kernel(const StripePlanes& planes, int64 units) const override
    {
        const auto make = channels_ == 3 ? &makeYuvKernel<YuvKernels<T, 3>> : &makeYuvKernel<YuvKernels<T, 4>>;
        return make(layout_, {formula_, planes.in, planes.out, cols_, units}, accesses(planes, units));
    }

private:
    int layout_;
    YuvFormula<T> formula_;
    int channels_;
    NonTemporalBlocks blocks_{0};
};

}  // namespace

std::unique_ptr<StripeOp> makeYuvOp(const YuvFormat& format, ChannelOrder order, Size size, int channels, int granule)
{
    const YuvPacking& packing = packingOf(static_cast<int>(format.layout()));
    CV_Assert(channels == 3 || channels == 4);
    CV_Assert(packing.takes(size.width) && granule % packing.rows == 0);
    if (format.depth() == 8)
        return std::make_unique<YuvOp<uchar>>(format, order, size, channels, granule);
    return std::make_unique<YuvOp<ushort>>(format, order, size, channels, granule);
}

}}  // namespace cv::cudastripe
