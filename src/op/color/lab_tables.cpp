// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The tables of Lab, by the software numbers with which OpenCV makes its own: the same on every CPU.

#include "lab_tables.hpp"

#include <cstring>

#include "opencv2/core.hpp"
#include "opencv2/core/softfloat.hpp"
#include "xyz_weights.hpp"

namespace cv { namespace cudastripe {
namespace {

const softfloat k255(255);

softdouble fraction(int numerator, int denominator)
{
    return softdouble(numerator) / softdouble(denominator);
}

//! sRGB to linear light.
softfloat gammaOf(const softfloat& x)
{
    const softdouble d = x, offset = fraction(11, 200);
    if (d <= fraction(809, 20000))
        return d / fraction(323, 25);
    return cv::pow((d + offset) / (softdouble::one() + offset), fraction(12, 5));
}

//! And back.
softfloat inverseGammaOf(const softfloat& x)
{
    const softdouble d = x, offset = fraction(11, 200);
    if (d <= fraction(7827, 2500000))
        return d * fraction(323, 25);
    return cv::pow(d, softdouble::one() / fraction(12, 5)) * (softdouble::one() + offset) - offset;
}

softfloat rootOf(const softfloat& x)
{
    if (x < softfloat(216) / softfloat(24389))
        return cv::mulAdd(x, softfloat(841) / softfloat(108), softfloat(16) / softfloat(116));
    return cv::cbrt(x);
}

using Table = std::shared_ptr<const KernelRef::ManyImages>;

Table asTable(const std::vector<int>& entries)
{
    auto table = std::make_shared<KernelRef::ManyImages>();
    table->usedAgain = true;
    table->table.resize(entries.size() * sizeof(int));
    std::memcpy(table->table.data(), entries.data(), table->table.size());
    return table;
}

template <bool Linear>
const Table& labTable()
{
    static const Table made = [] {
        std::vector<int> entries;
        const softfloat scale(255 * 8), rootScale(1 << LabFormula::kShift), step = softfloat::one() / scale;
        for (int i = 0; i < LabFormula::kGammas; ++i)
            entries.push_back(Linear ? i * 8 : cvRound(scale * gammaOf(softfloat(i) / k255)));
        for (int i = 0; i < LabFormula::kRoots; ++i)
            entries.push_back(cvRound(rootScale * rootOf(step * softfloat(i))));
        return asTable(entries);
    }();
    return made;
}

//! Y and its root for a lightness, in units of 2^-14.
void addLightness(int lightness, int* y, int* root)
{
    constexpr int base = 1 << 14;
    if (lightness <= 20) {
        *y = cvRound(softfloat(lightness * base * 20 * 9) / softfloat(17 * 29 * 29 * 29));
        *root = cvRound(softfloat(base) *
                        (softfloat(16) / softfloat(116) + softfloat(lightness * 5) / softfloat(3 * 17 * 29)));
        return;
    }
    const softfloat exact =
        softfloat(lightness * 100 * base) / softfloat(255 * 116) + softfloat(16 * base) / softfloat(116);
    *root = cvRound(exact);
    *y = cvRound(exact * exact * exact / softfloat(base * base));
}

template <bool Linear>
const Table& ofLabTable()
{
    static const Table made = [] {
        std::vector<int> entries(OfLabFormula::kEntries);
        for (int i = 0; i < OfLabFormula::kLightness; ++i)
            addLightness(i, &entries[size_t(i)], &entries[size_t(OfLabFormula::kLightness + i)]);
        int* const inverse = &entries[2 * OfLabFormula::kLightness];
        const softfloat step = softfloat::one() / softfloat(OfLabFormula::kInverse);
        for (int i = 0; i < OfLabFormula::kInverse; ++i) {
            const softfloat x = step * softfloat(i);
            inverse[i] = Linear ? cvTrunc(k255 * x) : cvRound(k255 * inverseGammaOf(x));
        }
        return asTable(entries);
    }();
    return made;
}

template <class Formula>
Formula formulaOn(bool linear)
{
    Formula formula = {};
    formula.linear = linear;
    formula.table = reinterpret_cast<const int*>(tableOf(formula)->table.data());
    return formula;
}

const double kWhite[] = {0.950456, 1, 1.088754};

}  // namespace

LabFormula labFormula(bool redFirst, bool linear)
{
    auto formula = formulaOn<LabFormula>(linear);
    kXyzOfColors.forEach(redFirst, [&](int place, double weight, int ofXyz) {
        formula.weights[place] = cvRound(4096 * weight / kWhite[ofXyz]);
    });
    return formula;
}

OfLabFormula ofLabFormula(bool redFirst, bool linear)
{
    auto formula = formulaOn<OfLabFormula>(linear);
    kColorsOfXyz.forEach(redFirst, [&](int place, double weight, int ofXyz) {
        formula.weights[place] = cvRound(4096 * weight * kWhite[ofXyz]);
    });
    return formula;
}

Table tableOf(const LabFormula& formula)
{
    return formula.linear ? labTable<true>() : labTable<false>();
}

Table tableOf(const OfLabFormula& formula)
{
    return formula.linear ? ofLabTable<true>() : ofLabTable<false>();
}

}}  // namespace cv::cudastripe
