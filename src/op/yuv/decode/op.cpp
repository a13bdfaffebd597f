// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operation that converts a YUV format to colours.

#include "../op.hpp"
#include "../../non_temporal_blocks.hpp"
#include "../planes.hpp"
#include "../kernels.hpp"
#include "rows.hpp"

namespace cv { namespace cudastripe {
namespace {

// StripeOp::hostCost() of 1920 x 1080 pixels against a copy past the caches, on an EPYC with AVX-512: 1.6 to 3 if luma
// lies apart or beside halved chroma, 2.7 to 4 for three samples a pixel, 25 to 75 without vectors.
double costOf(const YuvPacking& packing)
{
    return packing.cols > 2 ? 30 : packing.planes[0].length == 3 ? 3 : 2;
}

template <class Sample, class Value>
class YuvDecodeOp final : public StripeOp
{
public:
    using Formula = YuvDecodeFormula<Sample, Value>;

    YuvDecodeOp(const YuvFormat& format, ChannelOrder order, Size size, int channels, int granule)
        : StripeOp(size.width, size.height, granule),
          layout_(static_cast<int>(format.layout())),
          formula_(decodeFormulaOf<Sample, Value>(format, order)),
          channels_(channels)
    {
        hostCost_ = costOf(packingOf(layout_));
        inputs_ = yuvPlanes(packingOf(layout_), size.width, sizeof(Sample), granule);
        outputs_.push_back(plane(channels * int64(sizeof(Value))));
        blocks_ = NonTemporalBlocks(*this);
    }

    void hostRun(const StripePlanes& planes, int64 units) const override
    {
        blocks_.run(*this, planes, units, [&](const StripePlanes& part, int64 count, bool nonTemporal) {
            decodeYuvRows(formula_, packingOf(layout_), {part.in, part.out, cols_, count, channels_, nonTemporal});
        });
    }

    KernelRef kernel(const StripePlanes& planes, int64 units) const override
    {
        const auto make = channels_ == 3   ? &makeYuvKernel<YuvDecodeKernels<Sample, Value, 3>>
                          : channels_ == 4 ? &makeYuvKernel<YuvDecodeKernels<Sample, Value, 4>>
                                           : &makeYuvKernel<YuvDecodeKernels<Sample, Value, 1>>;
        return make(layout_, {formula_, planes.in, planes.out, cols_, units}, accesses(planes, units));
    }

private:
    int layout_;
    Formula formula_;
    int channels_;
    NonTemporalBlocks blocks_{0};
};

}  // namespace

std::unique_ptr<StripeOp> makeYuvDecodeOp(const YuvFormat& format, ChannelOrder order, Size size, int depth,
                                          int channels, int granule)
{
    const YuvPacking& packing = packingOf(static_cast<int>(format.layout()));
    CV_Assert(channels == 3 || channels == 4 || (channels == 1 && format.planes() == 1 && format.depth() == 8));
    CV_Assert(packing.takes(size.width) && granule % packing.rows == 0);
    CV_Assert(depth == CV_8U || (depth == CV_16U && format.depth() > 8));
    if (format.depth() == 8)
        return std::make_unique<YuvDecodeOp<uchar, uchar>>(format, order, size, channels, granule);
    if (depth == CV_16U)
        return std::make_unique<YuvDecodeOp<ushort, ushort>>(format, order, size, channels, granule);
    return std::make_unique<YuvDecodeOp<ushort, uchar>>(format, order, size, channels, granule);
}

}}  // namespace cv::cudastripe
