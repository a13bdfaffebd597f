// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operation of a conversion to packed 4:4:4.

#include "op.hpp"

#include "../simd/float_mode.hpp"
#include "../simd/non_temporal_blocks.hpp"
#include "../simd/non_temporal_store.hpp"
#include "body.hpp"
#include "opencv2/imgproc.hpp"
#include "rows/pixels.hpp"

namespace cv { namespace cudastripe {
namespace {

using Conversion = PackedYuvConversion;

// The formula of a conversion, with numbers as `number` gives them.
template <class Formula, class Number>
Formula formulaOf(const Conversion& c, const Number& number)
{
    const bool bgr = c.order == ChannelOrder::BGR, yuv = c.formula == Conversion::Formula::Yuv;
    Formula f = {};
    f.luma[bgr ? 2 : 0] = number(Bt601::red);
    f.luma[1] = number(Bt601::green);
    f.luma[bgr ? 0 : 2] = number(Bt601::blue);
    f.difference[0] = number(yuv ? Bt601::u : Bt601::cr);
    f.difference[1] = number(yuv ? Bt601::v : Bt601::cb);
    // The first difference stored is U (of blue) or Cr (of red).
    f.firstFromThird = yuv != bgr;
    return f;
}

template <class T>
FixedYuv<T> fixedYuv(const Conversion& c)
{
    auto f = formulaOf<FixedYuv<T>>(c, [](double value) { return fixedPoint(value, FixedYuv<T>::kShift); });
    f.lumaHigh = weightBytes(f.luma[0] >> 8, f.luma[1] >> 8, f.luma[2] >> 8);
    f.lumaLow = weightBytes(f.luma[0], f.luma[1], f.luma[2]);
    return f;
}

FloatYuv floatYuv(const Conversion& c)
{
    return formulaOf<FloatYuv>(c, [](double value) { return static_cast<float>(value); });
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
        inputs_.push_back(plane(Channels * int64(sizeof(Value))));
        outputs_.push_back(plane(3 * int64(sizeof(Value))));
        blocks_ = NonTemporalBlocks(*this);
    }

    std::unique_ptr<StripeOp> staged() const override
    {
        if (Channels == 3 || sizeof(Value) > 1)
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
        if (blocks_.any())
            fenceNonTemporal();
    }

    KernelRef kernel(const StripePlanes& planes, int64 units) const override
    {
        const PlaneView src = loopView(planes.in[0], units), dst = loopView(planes.out[0], units);
        const bool wide = PackedYuvBody<Formula, Channels, 4>::aligned(src, dst, loopRows(units));
        return wide ? kernelOf<4>(planes, units) : kernelOf<1>(planes, units);
    }

private:
    template <int Pixels>
    KernelRef kernelOf(const StripePlanes& planes, int64 units) const
    {
        const PackedYuvBody<Formula, Channels, Pixels> body = {formula_, loopView(planes.in[0], units),
                                                               loopView(planes.out[0], units), loopCols(units)};
        return KernelRef(body, (body.cols + Pixels - 1) / Pixels, loopRows(units), accesses(planes, units));
    }

    Formula formula_;
    NonTemporalBlocks blocks_{0};
};

template <class Formula>
std::unique_ptr<StripeOp> makeOp(const Formula& formula, Size size, int channels, CutBy cut)
{
    if (channels == 3)
        return std::make_unique<PackedYuvOp<Formula, 3>>(formula, size.width, size.height, cut);
    return std::make_unique<PackedYuvOp<Formula, 4>>(formula, size.width, size.height, cut);
}

}  // namespace

const std::vector<PackedYuvConversion>& packedYuvConversions()
{
    using Formula = PackedYuvConversion::Formula;
    static const std::vector<PackedYuvConversion> table = {
        {COLOR_BGR2YUV, "COLOR_BGR2YUV", ChannelOrder::BGR, Formula::Yuv},
        {COLOR_RGB2YUV, "COLOR_RGB2YUV", ChannelOrder::RGB, Formula::Yuv},
        {COLOR_BGR2YCrCb, "COLOR_BGR2YCrCb", ChannelOrder::BGR, Formula::YCrCb},
        {COLOR_RGB2YCrCb, "COLOR_RGB2YCrCb", ChannelOrder::RGB, Formula::YCrCb},
    };
    return table;
}

std::unique_ptr<StripeOp> makePackedYuvOp(const Conversion& conversion, Size size, int depth, int channels, CutBy cut)
{
    CV_Assert(PackedYuvConversion::kDepths >> depth & 1);
    CV_Assert(channels == 3 || channels == 4);
    if (depth == CV_8U)
        return makeOp(fixedYuv<uchar>(conversion), size, channels, cut);
    if (depth == CV_16U)
        return makeOp(fixedYuv<ushort>(conversion), size, channels, cut);
    return makeOp(floatYuv(conversion), size, channels, cut);
}

}}  // namespace cv::cudastripe
