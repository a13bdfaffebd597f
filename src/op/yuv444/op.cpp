// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "op.hpp"

#include "../simd/float_mode.hpp"
#include "../simd/non_temporal_blocks.hpp"
#include "body.hpp"
#include "rows/rows.hpp"

namespace cv { namespace cudastripe {
namespace {

using Conversion = PackedYuvConversion;

template <class T>
void order(T (&weights)[3], ChannelOrder order, T red, T green, T blue)
{
    weights[0] = order == ChannelOrder::BGR ? blue : red;
    weights[1] = green;
    weights[2] = order == ChannelOrder::BGR ? red : blue;
}

// The first difference stored is U (of blue) or Cr (of red).
bool firstFromThird(const Conversion& c)
{
    return (c.formula == Conversion::Formula::YCrCb) == (c.order == ChannelOrder::BGR);
}

template <class T>
FixedYuv<T> fixedYuv(const Conversion& c)
{
    constexpr int shift = FixedYuv<T>::kShift;
    const bool yuv = c.formula == Conversion::Formula::Yuv;
    FixedYuv<T> f;
    order(f.luma, c.order, fixedPoint(Bt601::red, shift), fixedPoint(Bt601::green, shift),
          fixedPoint(Bt601::blue, shift));
    f.lumaHigh = packWeights(f.luma[0] >> 8, f.luma[1] >> 8, f.luma[2] >> 8);
    f.lumaLow = packWeights(f.luma[0], f.luma[1], f.luma[2]);
    f.difference[0] = fixedPoint(yuv ? Bt601::u : Bt601::cr, shift);
    f.difference[1] = fixedPoint(yuv ? Bt601::v : Bt601::cb, shift);
    f.firstFromThird = firstFromThird(c);
    return f;
}

FloatYuv floatYuv(const Conversion& c)
{
    const bool yuv = c.formula == Conversion::Formula::Yuv;
    FloatYuv f;
    order(f.luma, c.order, float(Bt601::red), float(Bt601::green), float(Bt601::blue));
    f.difference[0] = float(yuv ? Bt601::u : Bt601::cr);
    f.difference[1] = float(yuv ? Bt601::v : Bt601::cb);
    f.firstFromThird = firstFromThird(c);
    return f;
}

template <class Formula, int Channels>
class PackedYuvOp final : public StripeOp
{
public:
    using Value = typename Formula::Value;

    PackedYuvOp(const Formula& formula, Size size, CutBy cut)
        : formula_(formula),
          size_(size),
          flat_(cut == CutBy::Elements),
          cols_(flat_ ? 1 : size.width),
          units_(flat_ ? int64(size.width) * size.height : size.height),
          granule_(flat_ ? flatGranule(units_) : 1),
          inputs_{{cols_ * Channels * int64(sizeof(Value)), granule_}},
          outputs_{{cols_ * 3 * int64(sizeof(Value)), granule_}},
          nonTemporal_(
              NonTemporalBlocks::ofBytes(int64(size.width) * size.height * (Channels + 3) * int64(sizeof(Value))))
    {
    }

    int64 units() const override { return units_; }
    double hostCost() const override { return 1.25; }
    int granule() const override { return granule_; }
    bool flat() const override { return flat_; }
    const PlaneSpecs& inputs() const override { return inputs_; }
    const PlaneSpecs& outputs() const override { return outputs_; }

    std::unique_ptr<StripeOp> staged() const override
    {
        if (Channels == 3 || sizeof(Value) > 1)
            return nullptr;
        return std::make_unique<PackedYuvOp<Formula, 3>>(formula_, size_, flat_ ? CutBy::Elements : CutBy::Rows);
    }

    void hostRun(const StripePlanes& planes, int64 units) const override
    {
        const FloatMode mode;
        nonTemporal_.run(*this, planes, units, [&](const StripePlanes& part, int64 count, bool nonTemporal) {
            const Region r = region(part, count);
            convertPackedYuvRows<Formula, Channels>(formula_, r.src, r.dst, r.cols, r.rows, nonTemporal);
        });
    }

    KernelRef kernel(const StripePlanes& planes, int64 units) const override
    {
        const Region r = region(planes, units);
        return PackedYuvBody<Formula, Channels, 4>::aligned(r.src, r.dst, r.rows) ? kernel<4>(r) : kernel<1>(r);
    }

private:
    //! What is done: elements of a flat array are one long row.
    struct Region
    {
        PlaneView src, dst;
        int64 cols, rows;
    };

    Region region(const StripePlanes& planes, int64 units) const
    {
        if (flat_)
            return {planes.in[0].joined(units), planes.out[0].joined(units), units, 1};
        return {planes.in[0], planes.out[0], cols_, units};
    }

    template <int Pixels>
    KernelRef kernel(const Region& r) const
    {
        const PackedYuvBody<Formula, Channels, Pixels> body = {formula_, r.src, r.dst, r.cols};
        return KernelRef(body, (r.cols + Pixels - 1) / Pixels, r.rows, {{r.src, r.rows, false}, {r.dst, r.rows, true}});
    }

    Formula formula_;
    Size size_;
    bool flat_;
    int64 cols_;
    int64 units_;
    int granule_;
    PlaneSpecs inputs_;
    PlaneSpecs outputs_;
    NonTemporalBlocks nonTemporal_;
};

template <class Formula>
std::unique_ptr<StripeOp> makeOp(const Formula& formula, Size size, int channels, CutBy cut)
{
    if (channels == 3)
        return std::make_unique<PackedYuvOp<Formula, 3>>(formula, size, cut);
    return std::make_unique<PackedYuvOp<Formula, 4>>(formula, size, cut);
}

}  // namespace

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
