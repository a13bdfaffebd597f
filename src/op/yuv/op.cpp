// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "op.hpp"

#include <utility>

#include "../simd/non_temporal_blocks.hpp"
#include "body.hpp"
#include "kernels.hpp"
#include "planes.hpp"
#include "rows/rows.hpp"

namespace cv { namespace cudastripe {
namespace {

template <class T>
class YuvOp final : public StripeOp
{
public:
    YuvOp(const YuvFormat& format, ChannelOrder order, Size size, int channels, int rowsTogether)
        : layout_(static_cast<int>(format.layout())),
          packing_(packingOf(layout_)),
          formula_(formulaOf<T>(format, order, packing_)),
          size_(size),
          channels_(channels),
          granule_(rowsTogether),
          inputs_{{int64(size.width) * channels * int64(sizeof(T)), rowsTogether}},
          outputs_(yuvPlanes(packing_, size.width, sizeof(T), rowsTogether)),
          nonTemporal_(*this)
    {
    }

    int64 units() const override { return size_.height; }
    double hostCost() const override { return 1.5; }
    int granule() const override { return granule_; }
    const PlaneSpecs& inputs() const override { return inputs_; }
    const PlaneSpecs& outputs() const override { return outputs_; }

    std::unique_ptr<StripeOp> staged() const override
    {
        if (channels_ == 3 || sizeof(T) > 1)
            return nullptr;
        auto op = std::make_unique<YuvOp>(*this);
        op->channels_ = 3;
        op->inputs_[0].rowBytes = int64(size_.width) * 3;
        return op;
    }

    void hostRun(const StripePlanes& planes, int64 units) const override
    {
        nonTemporal_.run(*this, planes, units, [&](const StripePlanes& part, int64 count, bool nonTemporal) {
            convertYuvRows(formula_, packing_, {part.in[0], part.out, size_.width, count, channels_, nonTemporal});
        });
    }

    KernelRef kernel(const StripePlanes& planes, int64 units) const override
    {
        return makeYuvKernel(layout_, channels_, {formula_, planes.in[0], planes.out, size_.width, units});
    }

private:
    int layout_;
    YuvPacking packing_;
    YuvFormula<T> formula_;
    Size size_;
    int channels_;
    int granule_;
    PlaneSpecs inputs_;
    PlaneSpecs outputs_;
    NonTemporalBlocks nonTemporal_;
};

}  // namespace

std::unique_ptr<StripeOp> makeYuvOp(const YuvFormat& format, ChannelOrder order, Size size, int channels,
                                    int rowsTogether)
{
    const Size block = format.blockSize();
    CV_Assert(channels == 3 || channels == 4);
    CV_Assert(size.width % block.width == 0 && size.height % block.height == 0 && rowsTogether % block.height == 0);
    if (format.depth() == 8)
        return std::make_unique<YuvOp<uchar>>(format, order, size, channels, rowsTogether);
    return std::make_unique<YuvOp<ushort>>(format, order, size, channels, rowsTogether);
}

}}  // namespace cv::cudastripe
