// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operation of a Bayer pattern. Rows read their neighbours; the last row reads those of the row before.

#include "bayer_op.hpp"

#include "../non_temporal_blocks.hpp"
#include "bayer_body.hpp"
#include "rows/bayer_rows.hpp"

namespace cv { namespace cudastripe {
namespace {

template <class T>
class BayerOp final : public StripeOp
{
public:
    BayerOp(const BayerCode& code, Size size, int channels) : StripeOp(size.width, size.height, 1)
    {
        work_.formula = {code.method, code.blueInOddRows, code.blueInOddCols};
        work_.rows = size.height;
        work_.cols = size.width;
        work_.channels = channels;
        hostCost_ = 2;
        inputs_.push_back(plane(int64(sizeof(T))));
        inputs_[0].rowsAbove = inputs_[0].rowsBelow = 2;
        outputs_.push_back(plane(channels * int64(sizeof(T))));
        blocks_ = NonTemporalBlocks(*this, true);
    }

    void hostRun(const StripePlanes& planes, int64 units) const override
    {
        blocks_.run(*this, planes, units, [&](const StripePlanes& part, int64 count, bool nonTemporal) {
            bayerRows<T>(workOn(part, count), count, nonTemporal);
        });
    }

    KernelRef kernel(const StripePlanes& planes, int64 units) const override
    {
        const BayerBody<T> body(workOn(planes, units), units);
        return KernelRef(body, body.itemsX(), body.itemsY(), accesses(planes, units));
    }

private:
    BayerWork workOn(const StripePlanes& planes, int64 units) const
    {
        BayerWork work = work_;
        const RowsRead read = rowsRead(inputs_[0], planes.first, units);
        work.src = planes.in[0].from(-read.above);
        work.srcFirst = static_cast<int>(planes.first - read.above);
        work.dst = planes.out[0];
        work.first = static_cast<int>(planes.first);
        return work;
    }

    BayerWork work_ = {};
    NonTemporalBlocks blocks_{0};
};

}  // namespace

std::unique_ptr<StripeOp> makeBayerOp(const BayerCode& code, Size size, int depth, int resultChannels)
{
    CV_Assert((BayerCode::kDepths >> depth & 1) && code.gives(resultChannels));
    if (depth == CV_8U)
        return std::make_unique<BayerOp<uchar>>(code, size, resultChannels);
    return std::make_unique<BayerOp<ushort>>(code, size, resultChannels);
}

}}  // namespace cv::cudastripe
