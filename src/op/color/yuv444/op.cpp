// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operation of a conversion to packed 4:4:4 or back.

#include "op.hpp"

#include "../../non_temporal_blocks.hpp"
#include "../../simd/float_mode.hpp"
#include "../../yuv/kernels.hpp"
#include "body.hpp"
#include "opencv2/imgproc.hpp"
#include "rows/pixels.hpp"

namespace cv { namespace cudastripe {
namespace {

template <class Formula>
Formula formulaOf(const PackedYuvConversion& c)
{
    const bool bgr = c.order == ChannelOrder::BGR, yuv = c.formula == PackedYuvConversion::Formula::Yuv;
    Formula f = {};
    // The first difference stored is U (of blue) or Cr (of red).
    f.firstFromThird = yuv != bgr;
    if constexpr (Formula::kGivesColours) {
        f.scale[0] = Formula::weight(yuv ? Bt601::blueOfU : Bt601::redOfCr);
        f.scale[1] = Formula::weight(yuv ? Bt601::redOfV : Bt601::blueOfCb);
        f.green[0] = Formula::weight(yuv ? Bt601::greenOfU : Bt601::greenOfCr);
        f.green[1] = Formula::weight(yuv ? Bt601::greenOfV : Bt601::greenOfCb);
    } else {
        f.luma[bgr ? 2 : 0] = Formula::weight(Bt601::red);
        f.luma[1] = Formula::weight(Bt601::green);
        f.luma[bgr ? 0 : 2] = Formula::weight(Bt601::blue);
        f.difference[0] = Formula::weight(yuv ? Bt601::u : Bt601::cr);
        f.difference[1] = Formula::weight(yuv ? Bt601::v : Bt601::cb);
        if constexpr (std::is_integral<typename Formula::Value>::value) {
            f.lumaHigh = weightBytes(f.luma[0] >> 8, f.luma[1] >> 8, f.luma[2] >> 8);
            f.lumaLow = weightBytes(f.luma[0], f.luma[1], f.luma[2]);
        }
    }
    return f;
}

template <class Formula, int Channels>
class PackedYuvOp final : public StripeOp
{
public:
    using Value = typename Formula::Value;

    PackedYuvOp(const Formula& formula, int64 cols, int64 rows, CutBy cut)
        : StripeOp(cols, rows, cut), formula_(formula)
    {
        hostCost_ = 1.25;
        inputs_.push_back(plane(sourceChannels<Formula>(Channels) * int64(sizeof(Value))));
        outputs_.push_back(plane(resultChannels<Formula>(Channels) * int64(sizeof(Value))));
        blocks_ = NonTemporalBlocks(*this);
    }

    std::unique_ptr<StripeOp> staged() const override
    {
        if (sourceChannels<Formula>(Channels) == 3 || sizeof(Value) > 1)
            return nullptr;
        return std::make_unique<PackedYuvOp<Formula, 3>>(formula_, cols_, units_,
                                                         flat_ ? CutBy::Elements : CutBy::Rows);
    }

    void hostRun(const StripePlanes& planes, int64 units) const override
    {
        static const InterleavedFunction<Formula> function = interleavedFunction<Formula>();
        const FloatMode mode;
        blocks_.run(*this, planes, units, [&](const StripePlanes& part, int64 count, bool nonTemporal) {
            for (int64 y = 0; y < loopRows(count); ++y) {
                convertInterleaved(function, formula_, reinterpret_cast<const Value*>(part.in[0].row(y)), Channels,
                                   loopCols(count), reinterpret_cast<Value*>(part.out[0].row(y)), nonTemporal);
            }
        });
    }

    KernelRef kernel(const StripePlanes& planes, int64 units) const override
    {
        const PlaneView in = loopView(planes.in[0], units), out = loopView(planes.out[0], units);
        const YuvKernelWork<Formula> work = {formula_, &in, &out, loopCols(units), loopRows(units)};
        return widestKernel<PackedYuvBody<Formula, Channels, true>, PackedYuvBody<Formula, Channels, false>>(
            work, accesses(planes, units));
    }

private:
    Formula formula_;
    NonTemporalBlocks blocks_{0};
};

template <class Formula>
std::unique_ptr<StripeOp> makeOp(const PackedYuvConversion& conversion, Size size, int channels, CutBy cut)
{
    CV_Assert(channels == 3 || channels == 4);
    const auto formula = formulaOf<Formula>(conversion);
    if (channels == 3)
        return std::make_unique<PackedYuvOp<Formula, 3>>(formula, size.width, size.height, cut);
    return std::make_unique<PackedYuvOp<Formula, 4>>(formula, size.width, size.height, cut);
}

}  // namespace

const std::vector<PackedYuvConversion>& packedYuvConversions()
{
    using Formula = PackedYuvConversion::Formula;
    static const std::vector<PackedYuvConversion> table = {
        {COLOR_BGR2YUV, "COLOR_BGR2YUV", ChannelOrder::BGR, Formula::Yuv, false},
        {COLOR_RGB2YUV, "COLOR_RGB2YUV", ChannelOrder::RGB, Formula::Yuv, false},
        {COLOR_BGR2YCrCb, "COLOR_BGR2YCrCb", ChannelOrder::BGR, Formula::YCrCb, false},
        {COLOR_RGB2YCrCb, "COLOR_RGB2YCrCb", ChannelOrder::RGB, Formula::YCrCb, false},
        {COLOR_YUV2BGR, "COLOR_YUV2BGR", ChannelOrder::BGR, Formula::Yuv, true},
        {COLOR_YUV2RGB, "COLOR_YUV2RGB", ChannelOrder::RGB, Formula::Yuv, true},
        {COLOR_YCrCb2BGR, "COLOR_YCrCb2BGR", ChannelOrder::BGR, Formula::YCrCb, true},
        {COLOR_YCrCb2RGB, "COLOR_YCrCb2RGB", ChannelOrder::RGB, Formula::YCrCb, true},
    };
    return table;
}

std::unique_ptr<StripeOp> makePackedYuvOp(const PackedYuvConversion& c, Size size, int depth, int channels, CutBy cut)
{
    CV_Assert(PackedYuvConversion::kDepths >> depth & 1);
    if (depth == CV_8U)
        return (c.givesColours ? makeOp<FixedColours<uchar>> : makeOp<FixedYuv<uchar>>)(c, size, channels, cut);
    if (depth == CV_16U)
        return (c.givesColours ? makeOp<FixedColours<ushort>> : makeOp<FixedYuv<ushort>>)(c, size, channels, cut);
    return (c.givesColours ? makeOp<FloatColours> : makeOp<FloatYuv>)(c, size, channels, cut);
}

}}  // namespace cv::cudastripe
