// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Rows of any length by the loops of this CPU, and the loops without vectors.

#include "rows.hpp"

#include <algorithm>
#include <cstring>

#include "../../simd/fetch_ahead.hpp"

namespace cv { namespace cudastripe {
namespace {

template <class Formula, int In, int Out>
CUDASTRIPE_INLINE void pixelByPixel(const Formula& original, const typename Formula::Value* from, int64 pixels,
                                    typename Formula::Value* to)
{
    using Value = typename Formula::Value;
    using Sample = typename Unaligned<Value>::type;
    using Term = typename Formula::template Term<OnePixel>;
    const Formula formula = original;  // a copy, which no store can change
    for (int64 first = 0; first < pixels; first += kColorBlock) {
        const Sample* const a = from + first * In;
        Sample* const out = to + first * Out;
        fetchAhead(reinterpret_cast<const uchar*>(from + first * In), kColorBlock * In * int(sizeof(Value)));
        const int count = static_cast<int>(std::min<int64>(kColorBlock, pixels - first));
        CUDASTRIPE_INDEPENDENT
        for (int i = 0; i < count; ++i) {
            Term c[In], o[Out];
            for (int k = 0; k < In; ++k)
                c[k] = a[i * In + k];
            formula.template run<OnePixel>(c, o);
            for (int k = 0; k < Out; ++k)
                out[i * Out + k] = Formula::saturated(o[k]);
        }
    }
}

//! Converts whole blocks, and then the rest in a block of its own.
template <class Formula, int In, int Out, class Value>
void inBlocks(ColorRow<Formula> blocks, const Formula& formula, const Value* from, int64 pixels, Value* to)
{
    const int64 whole = pixels / kColorBlock * kColorBlock, rest = pixels - whole;
    if (whole > 0)
        blocks(formula, from, whole, to);
    if (rest > 0) {
        alignas(64) Value source[kColorBlock * In] = {}, result[kColorBlock * Out];
        std::memcpy(source, from + whole * In, static_cast<size_t>(rest * In) * sizeof(Value));
        blocks(formula, source, kColorBlock, result);
        std::memcpy(to + whole * Out, result, static_cast<size_t>(rest * Out) * sizeof(Value));
    }
}

template <class T>
PixelShuffle shuffleOf(const OrderFormula<T>& formula, int in, int out)
{
    const int third = in == 1 ? 0 : 2;
    const int from[4] = {formula.swaps ? third : 0, in == 1 ? 0 : 1, formula.swaps ? 0 : third,
                         in == 4 ? 3 : PixelShuffle::kFill};
    PixelShuffle shuffle(int(sizeof(T)), in, out, from);
    shuffle.fill(&PixelFormula<T>::kOpaque);
    return shuffle;
}

}  // namespace

#ifdef CUDASTRIPE_COLOR_VECTORS
#define CUDASTRIPE_COLOR_VERSIONS(FORMULA, IN, OUT)                                                          \
    chooseVersion<ColorRow<FORMULA>>(&pixelByPixel<FORMULA, IN, OUT>, &sse41::colorBlocks<FORMULA, IN, OUT>, \
                                     &avx2::colorBlocks<FORMULA, IN, OUT>, &avx512::colorBlocks<FORMULA, IN, OUT>)
#else
#define CUDASTRIPE_COLOR_VERSIONS(FORMULA, IN, OUT) Versions<&pixelByPixel<FORMULA, IN, OUT>>::forThisCpu()
#endif

template <class T, int In, int Out>
ColorRows<OrderFormula<T>, In, Out>::ColorRows(const OrderFormula<T>& formula) : shuffle(shuffleOf(formula, In, Out))
{
}

#define CUDASTRIPE_COLORS_IN_BLOCKS(FORMULA, IN, OUT)                                                         \
    template <>                                                                                               \
    void ColorRows<FORMULA, IN, OUT>::run(const FORMULA::Value* from, int64 pixels, FORMULA::Value* to) const \
    {                                                                                                         \
        static const ColorRow<FORMULA> blocks = CUDASTRIPE_COLOR_VERSIONS(FORMULA, IN, OUT);                  \
        inBlocks<FORMULA, IN, OUT>(blocks, formula, from, pixels, to);                                        \
    }
#define CUDASTRIPE_COLORS_BY_PIXEL(FORMULA, IN, OUT)                                                          \
    template <>                                                                                               \
    void ColorRows<FORMULA, IN, OUT>::run(const FORMULA::Value* from, int64 pixels, FORMULA::Value* to) const \
    {                                                                                                         \
        static const ColorRow<FORMULA> row = Versions<&pixelByPixel<FORMULA, IN, OUT>>::forThisCpu();         \
        row(formula, from, pixels, to);                                                                       \
    }
#define CUDASTRIPE_COLORS_BY_SHUFFLE(FORMULA, IN, OUT) template struct ColorRows<FORMULA, IN, OUT>;

CUDASTRIPE_BLOCK_FORMULAS(CUDASTRIPE_COLORS_IN_BLOCKS)
CUDASTRIPE_PLAIN_FORMULAS(CUDASTRIPE_COLORS_BY_PIXEL)
CUDASTRIPE_ORDER_FORMULAS(CUDASTRIPE_COLORS_BY_SHUFFLE)

}}  // namespace cv::cudastripe
