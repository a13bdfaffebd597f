// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// 8-bit pixels to planes of codes: included for each instruction set within its namespace, after its `Simd`.

namespace {

constexpr int kPixelsOfVector = 4 * Simd::kCount;  // pixels in a vector

//! Pixels of three bytes, a fourth byte of 0 added. Reads a whole vector.
static inline Simd::Type loadThree(const uchar* from)
{
    alignas(16) static const uchar kSpread[] = {0, 1, 2, 128, 3, 4, 5, 128, 6, 7, 8, 128, 9, 10, 11, 128};
    return Simd::reorder(Simd::apart(Simd::load(from)), Simd::every(kSpread));
}

static inline Simd::Type evenBytes(Simd::Type pixels)
{
    return Simd::bits(pixels, Simd::set(255));
}

static inline Simd::Type oddBytes(Simd::Type pixels)
{
    return CUDASTRIPE_MM(srli_epi16)(pixels, 8);
}

//! Adds two neighbours by channel: 16 bytes become channels 1 and 3 of two pairs, then channels 2 and 4 of both.
static inline Simd::Type sumsOfPairs(Simd::Type pixels, Simd::Type weights)
{
    alignas(16) static const uchar kPairs[] = {0, 4, 2, 6, 8, 12, 10, 14, 1, 5, 3, 7, 9, 13, 11, 15};
    return Simd::multiplyAddBytes(Simd::reorder(pixels, Simd::every(kPairs)), weights);
}

//! Saturates four vectors of 32-bit codes to bytes, chunk by chunk.
static inline Simd::Type saturatedCodes(const Simd::Type (&first)[2], const Simd::Type (&second)[2])
{
    return Simd::packUnsigned({Simd::packSignedInts(first), Simd::packSignedInts(second)});
}

static inline void storeCodes(uchar* to, const Simd::Type (&codes)[4])
{
    const auto bytes = Simd::inOrder(saturatedCodes({codes[0], codes[1]}, {codes[2], codes[3]}));
    CUDASTRIPE_MM_BITS(storeu)(reinterpret_cast<Simd::Type*>(to), bytes);
}

static inline Simd::Type pair(int lower, int upper)
{
    return Simd::setInt(static_cast<int>(static_cast<unsigned>(upper) << 16 | static_cast<unsigned>(lower & 0xffff)));
}

//! A linear form with weights in two parts, each small enough for 16-bit products: w = 64 high + low.
struct Form
{
    Simd::Type highOuter, highMiddle, lowOuter, lowMiddle, bias, shift;

    explicit Form(const LinearForm& form)
    {
        const int* w = form.weights;
        highOuter = pair(w[0] >> 6, w[2] >> 6);
        highMiddle = pair(w[1] >> 6, 0);
        lowOuter = pair(w[0] & 63, w[2] & 63);
        lowMiddle = pair(w[1] & 63, 0);
        bias = Simd::setInt(form.bias);
        shift = Simd::setInt(form.shift - 6);
    }

    //! Sums by 16-bit pairs: `outer` has channels 1 and 3, `middle` 2 and 4, which has no weight.
    Simd::Type of(Simd::Type outer, Simd::Type middle) const
    {
        const auto low = Simd::multiplyAddTo(Simd::multiplyAddTo(bias, outer, lowOuter), middle, lowMiddle);
        const auto carried = Simd::shiftIntsRightBy<6>(low);
        return Simd::shiftIntsRight(
            Simd::multiplyAddTo(Simd::multiplyAddTo(carried, outer, highOuter), middle, highMiddle), shift);
    }

    Simd::Type of(Simd::Type pixels) const { return of(evenBytes(pixels), oddBytes(pixels)); }
};

//! A linear form of interleaved pixels by byte products. Weights below 2^21 are split into three parts of 7 bits.
template <class V>
struct ByteForm
{
    static constexpr int kBits = 7;
    typename V::Type parts[3], bias, shift;

    explicit ByteForm(const LinearForm& form)
    {
        // The lower two parts need at least 2 * kBits fractional bits.
        const int finer = form.shift < 2 * kBits ? 2 * kBits - form.shift : 0;
        for (int part = 0; part < 3; ++part) {
            unsigned bytes = 0;
            for (int c = 0; c < 3; ++c)
                bytes |= (((unsigned(form.weights[c]) << finer) >> (part * kBits)) & 127) << (8 * c);
            parts[part] = V::setInt(int(bytes));
        }
        bias = V::setInt(int(unsigned(form.bias) << finer));
        shift = V::setInt(form.shift + finer - 2 * kBits);
    }

    typename V::Type of(typename V::Type pixels) const
    {
        const auto lowest = V::template shiftIntsRightBy<kBits>(V::byteDots(bias, pixels, parts[0]));
        const auto middle = V::template shiftIntsRightBy<kBits>(V::byteDots(lowest, pixels, parts[1]));
        return V::shiftIntsRight(V::byteDots(middle, pixels, parts[2]), shift);
    }
};

//! Instruction sets without byte products multiply pairs of words.
using LumaForm = std::conditional_t<Simd::kMultipliesAndAdds, ByteForm<Simd>, Form>;

//! Four vectors of pixels.
struct Pixels
{
    static constexpr int kVectors = 4;
    static constexpr int kCount = kVectors * kPixelsOfVector;
    static_assert(ByteBlock::kVectorPixels % kCount == 0, "a block is written to its last pixel, and no further");
    Simd::Type vectors[kVectors];
};

template <int Channels>
static inline Pixels load(const uchar* from, const uchar* ahead)
{
    fetchAhead(ahead, Pixels::kCount * Channels, 0);
    Pixels pixels;
    for (int i = 0; i < Pixels::kVectors; ++i) {
        pixels.vectors[i] =
            Channels == 4 ? Simd::load(from + i * kPixelsOfVector * 4) : loadThree(from + i * kPixelsOfVector * 3);
    }
    return pixels;
}

static inline void storeLuma(const LumaForm& form, const Pixels& pixels, uchar* to)
{
    Simd::Type codes[Pixels::kVectors];
    for (int i = 0; i < Pixels::kVectors; ++i)
        codes[i] = form.of(pixels.vectors[i]);
    storeCodes(to, codes);
}

//! Stores chroma of each column, summed with the row below unless `below` is null.
static inline void storeAll(const Form (&forms)[2], const Pixels& pixels, const Pixels* below, uchar* const (&to)[2],
                            int at)
{
    Simd::Type codes[2][Pixels::kVectors];
    for (int i = 0; i < Pixels::kVectors; ++i) {
        auto outer = evenBytes(pixels.vectors[i]), middle = oddBytes(pixels.vectors[i]);
        if (below) {
            outer = Simd::add(outer, evenBytes(below->vectors[i]));
            middle = Simd::add(middle, oddBytes(below->vectors[i]));
        }
        codes[0][i] = forms[0].of(outer, middle);
        codes[1][i] = forms[1].of(outer, middle);
    }
    storeCodes(to[0] + at, codes[0]);
    storeCodes(to[1] + at, codes[1]);
}

//! Stores chroma of every two columns, which are summed with `weights`.
static inline void storeHalved(const Form (&forms)[2], const Pixels& pixels, const Pixels* below, Simd::Type weights,
                               uchar* const (&to)[2], int at)
{
    Simd::Type sums[Pixels::kVectors], codes[2][2];
    for (int i = 0; i < Pixels::kVectors; ++i) {
        sums[i] = sumsOfPairs(pixels.vectors[i], weights);
        if (below)
            sums[i] = Simd::add(sums[i], sumsOfPairs(below->vectors[i], weights));
    }
    for (int i = 0; i < 2; ++i) {
        const auto outer = Simd::lowerHalves(sums[2 * i], sums[2 * i + 1]);
        const auto middle = Simd::upperHalves(sums[2 * i], sums[2 * i + 1]);
        codes[0][i] = forms[0].of(outer, middle);
        codes[1][i] = forms[1].of(outer, middle);
    }
    Simd::storePairs(to[0] + at, to[1] + at, saturatedCodes(codes[0], codes[1]));
}

static inline void storeChroma(const Form (&forms)[2], const Pixels& pixels, const Pixels* below, Simd::Type weights,
                               const ByteBlock& block, int x)
{
    if (block.cols == 2)
        storeHalved(forms, pixels, below, weights, block.chroma, x / 2);
    else if (block.cols == 1)
        storeAll(forms, pixels, below, block.chroma, x);
}

template <int Channels>
static inline void convertBlock(const YuvFormula<uchar>& formula, const ByteBlock& block)
{
    const LumaForm luma(formula.luma);
    const Form chroma[2] = {Form(formula.chroma[0]), Form(formula.chroma[1])};
    const bool contiguous = !block.ahead[1];
    const auto weights = Simd::setInt(formula.sumCols ? 0x01010101 : 0x00010001);
    for (int x = 0; x < block.pixels; x += Pixels::kCount) {
        const int from = x * Channels;
        const Pixels pixels =
            load<Channels>(block.rows[0] + from, block.ahead[0] + (contiguous ? block.rowCount * from : from));
        storeLuma(luma, pixels, block.luma[0] + x);
        if (block.rowCount == 2) {
            const Pixels below =
                load<Channels>(block.rows[1] + from, contiguous ? block.ahead[0] + 2 * from + Pixels::kCount * Channels
                                                                : block.ahead[1] + from);
            storeLuma(luma, below, block.luma[1] + x);
            storeChroma(chroma, pixels, formula.sumRows ? &below : nullptr, weights, block, x);
        } else {
            storeChroma(chroma, pixels, nullptr, weights, block, x);
        }
    }
}

}  // namespace

void yuvBlock(const YuvFormula<uchar>& formula, const ByteBlock& block)
{
    if (block.channels == 4)
        convertBlock<4>(formula, block);
    else
        convertBlock<3>(formula, block);
}
