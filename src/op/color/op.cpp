// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operation of a conversion between colour spaces.

#include "op.hpp"

#include "../non_temporal_blocks.hpp"
#include "../simd/float_mode.hpp"
#include "body.hpp"
#include "formula/formulas.hpp"
#include "lab_tables.hpp"
#include "rows/rows.hpp"
#include "xyz_weights.hpp"

namespace cv { namespace cudastripe {
namespace {

template <class Formula, int In, int Out>
class ColorOp final : public StripeOp
{
public:
    using Value = typename Formula::Value;

    ColorOp(const Formula& formula, int64 cols, int64 rows, CutBy cut)
        : StripeOp(cols, rows, cut), formula_(formula), rows_(formula)
    {
        hostCost_ = 1.25;
        inputs_.push_back(plane(In * int64(sizeof(Value))));
        outputs_.push_back(plane(Out * int64(sizeof(Value))));
        blocks_ = NonTemporalBlocks(*this, true);
    }

    void hostRun(const StripePlanes& planes, int64 units) const override
    {
        const FloatMode mode;
        blocks_.run(*this, planes, units, [&](const StripePlanes& part, int64 count, bool nonTemporal) {
            for (int64 y = 0; y < loopRows(count); ++y) {
                const auto* const from = reinterpret_cast<const Value*>(part.in[0].row(y));
                auto* const to = reinterpret_cast<Value*>(part.out[0].row(y));
                if (nonTemporal)
                    convertByCopy(from, loopCols(count), to);
                else
                    rows_.run(from, loopCols(count), to);
            }
        });
    }

    KernelRef kernel(const StripePlanes& planes, int64 units) const override
    {
        const PlaneView in = loopView(planes.in[0], units), out = loopView(planes.out[0], units);
        const int64 rows = loopRows(units);
        using Many = ColorBody<Formula, In, Out, kManyPixels>;
        using Few = FewPixelsBody<Formula, In, Out>;
        if (Many::aligned(&in, &out, rows))
            return kernelOf<Many>(in, out, planes, units);
        return Few::aligned(&in, &out, rows) ? kernelOf<Few>(in, out, planes, units)
                                             : kernelOf<ColorBody<Formula, In, Out, 0>>(in, out, planes, units);
    }

private:
    template <class Body>
    KernelRef kernelOf(const PlaneView& in, const PlaneView& out, const StripePlanes& planes, int64 units) const
    {
        Body body;
        body.formula = formula_;
        body.setTable(formula_);
        body.in[0] = in;
        body.out[0] = out;
        body.cols = static_cast<unsigned>(loopCols(units));
        body.lastRow = static_cast<unsigned>(loopRows(units) - 1);
        KernelRef kernel(body, Body::items(loopCols(units)), loopRows(units), accesses(planes, units));
        if constexpr (kHasTable<Formula>)
            kernel.setManyImages(tableOf(formula_));
        return kernel;
    }

    void convertByCopy(const Value* from, int64 pixels, Value* to) const
    {
        constexpr int64 most = 1024;
        alignas(64) Value part[most * Out];
        for (int64 first = 0; first < pixels; first += most) {
            const int64 count = std::min(most, pixels - first);
            rows_.run(from + first * In, count, part);
            storeNonTemporal(to + first * Out, part, static_cast<size_t>(count * Out) * sizeof(Value));
        }
    }

    Formula formula_;
    ColorRows<Formula, In, Out> rows_;
    NonTemporalBlocks blocks_{0};
};

//! What a conversion is made for.
struct ColorWork
{
    Size size;
    int sourceChannels, resultChannels;
    CutBy cut;
};

#define CUDASTRIPE_HAS_FORMULA(FORMULA, IN, OUT) || (std::is_same<Formula, FORMULA>::value && In == IN && Out == OUT)

//! The operation of a formula; `In` and `Out` are looked for among the channels of the table.
template <class Formula, int In = 1, int Out = 1>
std::unique_ptr<StripeOp> opOf(const Formula& formula, const ColorWork& work)
{
    if constexpr (In > 4) {
        CV_Error(Error::StsBadArg, "the formula does not take these channels");
    } else if constexpr (Out > 4) {
        return opOf<Formula, In + 1, 1>(formula, work);
    } else {
        if constexpr (false CUDASTRIPE_COLOR_FORMULAS(CUDASTRIPE_HAS_FORMULA)) {
            if (work.sourceChannels == In && work.resultChannels == Out)
                return std::make_unique<ColorOp<Formula, In, Out>>(formula, work.size.width, work.size.height,
                                                                   work.cut);
        }
        return opOf<Formula, In, Out + 1>(formula, work);
    }
}

//! The operation of a formula for a depth.
template <template <class> class Formula, class... Arguments>
std::unique_ptr<StripeOp> opOfDepth(int depth, const ColorWork& work, const Arguments&... arguments)
{
    if (depth == CV_8U)
        return opOf(Formula<uchar>::of(arguments...), work);
    if (depth == CV_16U)
        return opOf(Formula<ushort>::of(arguments...), work);
    return opOf(Formula<float>::of(arguments...), work);
}

template <class T>
MatrixFormula<T> matrixFormula(const XyzMatrix& matrix, bool redFirst)
{
    MatrixFormula<T> formula = {};
    matrix.forEach(redFirst, [&](int place, double weight, int) {
        if constexpr (PixelFormula<T>::kReal)
            formula.weights[place] = static_cast<float>(weight);
        else
            formula.weights[place] = cvRound(4096 * weight);
    });
    return formula;
}

std::unique_ptr<StripeOp> xyzOp(const XyzMatrix& matrix, int depth, bool redFirst, const ColorWork& work)
{
    if (depth == CV_8U)
        return opOf(matrixFormula<uchar>(matrix, redFirst), work);
    if (depth == CV_16U)
        return opOf(matrixFormula<ushort>(matrix, redFirst), work);
    return opOf(matrixFormula<float>(matrix, redFirst), work);
}

//! A formula with hue. `bytes` and `degrees`: its scale for 8-bit hue and for degrees.
template <template <class> class Formula>
std::unique_ptr<StripeOp> hueOp(int depth, float bytes, float degrees, bool redFirst, const ColorWork& work)
{
    if (depth == CV_8U)
        return opOf(Formula<uchar>{{{}, bytes, redFirst}}, work);
    return opOf(Formula<float>{{{}, degrees, redFirst}}, work);
}

std::unique_ptr<StripeOp> opOfColors(const ColorCode& c, int depth, const ColorWork& work)
{
    switch (c.to) {
    case ColorSpace::Colors:
        return opOfDepth<OrderFormula>(depth, work, c.redFirst);
    case ColorSpace::Gray:
        return opOfDepth<GrayFormula>(depth, work, c.redFirst);
    case ColorSpace::Bits565:
    case ColorSpace::Bits555:
        return opOf(ToBitsFormula{{{}, c.redFirst, c.to == ColorSpace::Bits565}}, work);
    case ColorSpace::Premultiplied:
        return opOf(PremultiplyFormula(), work);
    case ColorSpace::Xyz:
        return xyzOp(kXyzOfColors, depth, c.redFirst, work);
    case ColorSpace::Lab:
    case ColorSpace::LabOfLinear:
        return opOf(labFormula(c.redFirst, c.to == ColorSpace::LabOfLinear), work);
    case ColorSpace::Hsv:
    case ColorSpace::HsvFull:
        if (depth == CV_8U)
            return opOf(HsvBytesFormula::of(c.redFirst, c.to == ColorSpace::HsvFull), work);
        return opOf(HsvFloatFormula::of(c.redFirst), work);
    default:
        return hueOp<HlsFormula>(depth, (c.to == ColorSpace::HlsFull ? 256.f : 180.f) / 360.f, 1, c.redFirst, work);
    }
}

std::unique_ptr<StripeOp> opToColors(const ColorCode& c, int depth, const ColorWork& work)
{
    const bool full = c.from == ColorSpace::HsvFull || c.from == ColorSpace::HlsFull;
    const float sixths = 6.f / (full ? 255.f : 180.f), sixthsOfDegrees = 6.f / 360.f;
    switch (c.from) {
    case ColorSpace::Gray:
        if (depth == CV_8U && work.resultChannels == 3)
            return opOf(RepeatFormula(), work);
        return opOfDepth<OrderFormula>(depth, work, false);
    case ColorSpace::Premultiplied:
        return opOf(UnpremultiplyFormula(), work);
    case ColorSpace::Xyz:
        return xyzOp(kColorsOfXyz, depth, c.redFirst, work);
    case ColorSpace::Lab:
    case ColorSpace::LabOfLinear:
        return opOf(ofLabFormula(c.redFirst, c.from == ColorSpace::LabOfLinear), work);
    case ColorSpace::Hsv:
    case ColorSpace::HsvFull:
        return hueOp<OfHsvFormula>(depth, sixths, sixthsOfDegrees, c.redFirst, work);
    default:
        return hueOp<OfHlsFormula>(depth, sixths, sixthsOfDegrees, c.redFirst, work);
    }
}

}  // namespace

std::unique_ptr<StripeOp> makeColorOp(const ColorCode& code, Size size, int depth, int sourceChannels,
                                      int resultChannels, CutBy cut)
{
    CV_Assert((code.depths >> depth & 1) && code.takes(sourceChannels) && code.gives(resultChannels));
    const ColorWork work = {size, sourceChannels, resultChannels, cut};
    if (code.from == ColorSpace::Bits565 || code.from == ColorSpace::Bits555)
        return opOf(OfBitsFormula{{{}, code.redFirst, code.from == ColorSpace::Bits565}}, work);
    if (code.from == ColorSpace::Gray && code.to != ColorSpace::Colors)
        return opOf(ToBitsFormula{{{}, false, code.to == ColorSpace::Bits565}}, work);
    return code.from == ColorSpace::Colors ? opOfColors(code, depth, work) : opToColors(code, depth, work);
}

}}  // namespace cv::cudastripe
