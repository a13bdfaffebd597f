// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Included once for each instruction set, within its namespace and behind its `Vector`; so no include guard.

static inline Vector::Type pair(int lower, int upper)
{
    return Vector::set(static_cast<int>(static_cast<unsigned>(upper) << 16 | static_cast<unsigned>(lower & 0xffff)));
}

//! A linear form with its weights in two parts, which 16-bit products hold: w = 64 high + low.
struct Form
{
    Vector::Type highOuter, highMiddle, lowOuter, lowMiddle, bias, shift;

    explicit Form(const LinearForm& form)
    {
        const int* w = form.weights;
        highOuter = pair(w[0] >> 6, w[2] >> 6);
        highMiddle = pair(w[1] >> 6, 0);
        lowOuter = pair(w[0] & 63, w[2] & 63);
        lowMiddle = pair(w[1] & 63, 0);
        bias = Vector::set(form.bias);
        shift = Vector::set(form.shift - 6);
    }

    //! Of the first and the third channel, and of the second, as 16-bit pairs; the fourth has no weight.
    Vector::Type of(Vector::Type outer, Vector::Type middle) const
    {
        const auto low = Vector::multiplyAdd(Vector::multiplyAdd(bias, outer, lowOuter), middle, lowMiddle);
        const auto carried = Vector::shiftRightBy<6>(low);
        return Vector::shiftRight(
            Vector::multiplyAdd(Vector::multiplyAdd(carried, outer, highOuter), middle, highMiddle), shift);
    }
};

//! The same of pixels as they are, for vectors with byte products: weights below 2^21 in three parts of 7 bits.
template <class V>
struct ByteForm
{
    static constexpr int kBits = 7;
    typename V::Type parts[3], bias, shift;

    explicit ByteForm(const LinearForm& form)
    {
        // As much finer as the parts below the highest need.
        const int finer = form.shift < 2 * kBits ? 2 * kBits - form.shift : 0;
        for (int part = 0; part < 3; ++part) {
            unsigned bytes = 0;
            for (int c = 0; c < 3; ++c)
                bytes |= (((unsigned(form.weights[c]) << finer) >> (part * kBits)) & 127) << (8 * c);
            parts[part] = V::set(int(bytes));
        }
        bias = V::set(int(unsigned(form.bias) << finer));
        shift = V::set(form.shift + finer - 2 * kBits);
    }

    typename V::Type of(typename V::Type pixels) const
    {
        const auto lowest = V::template shiftRightBy<kBits>(V::byteDots(bias, pixels, parts[0]));
        const auto middle = V::template shiftRightBy<kBits>(V::byteDots(lowest, pixels, parts[1]));
        return V::shiftRight(V::byteDots(middle, pixels, parts[2]), shift);
    }
};

//! The same by pairs, where there are no byte products.
template <class V>
struct PairForm : Form
{
    using Form::Form;
    typename V::Type of(typename V::Type pixels) const { return Form::of(V::evenBytes(pixels), V::oddBytes(pixels)); }
};

using LumaForm = std::conditional_t<Vector::kByteDots, ByteForm<Vector>, PairForm<Vector>>;

//! Four vectors of pixels.
struct Pixels
{
    static constexpr int kVectors = 4;
    static constexpr int kCount = kVectors * Vector::kLanes;
    Vector::Type vectors[kVectors];
};

template <int Channels>
static inline Pixels load(const uchar* from, const uchar* ahead)
{
    fetchAhead(ahead, Pixels::kCount * Channels, 0);
    Pixels pixels;
    for (int i = 0; i < Pixels::kVectors; ++i) {
        pixels.vectors[i] = Channels == 4 ? Vector::load(from + i * Vector::kLanes * 4)
                                          : Vector::loadThree(from + i * Vector::kLanes * 3);
    }
    return pixels;
}

static inline void storeLuma(const LumaForm& form, const Pixels& pixels, uchar* to)
{
    Vector::Type codes[Pixels::kVectors];
    for (int i = 0; i < Pixels::kVectors; ++i)
        codes[i] = form.of(pixels.vectors[i]);
    Vector::store(to, codes);
}

//! Chroma of each column; of the row below only if it is given.
static inline void storeAll(const Form (&forms)[2], const Pixels& pixels, const Pixels* below, uchar* const (&to)[2],
                            int at)
{
    Vector::Type codes[2][Pixels::kVectors];
    for (int i = 0; i < Pixels::kVectors; ++i) {
        auto outer = Vector::evenBytes(pixels.vectors[i]), middle = Vector::oddBytes(pixels.vectors[i]);
        if (below) {
            outer = Vector::addShort(outer, Vector::evenBytes(below->vectors[i]));
            middle = Vector::addShort(middle, Vector::oddBytes(below->vectors[i]));
        }
        codes[0][i] = forms[0].of(outer, middle);
        codes[1][i] = forms[1].of(outer, middle);
    }
    Vector::store(to[0] + at, codes[0]);
    Vector::store(to[1] + at, codes[1]);
}

//! Chroma of each two columns, which count as `weights` says.
static inline void storeHalved(const Form (&forms)[2], const Pixels& pixels, const Pixels* below, Vector::Type weights,
                               uchar* const (&to)[2], int at)
{
    Vector::Type sums[Pixels::kVectors], codes[2][2];
    for (int i = 0; i < Pixels::kVectors; ++i) {
        sums[i] = Vector::sumsOfPairs(pixels.vectors[i], weights);
        if (below)
            sums[i] = Vector::addShort(sums[i], Vector::sumsOfPairs(below->vectors[i], weights));
    }
    for (int i = 0; i < 2; ++i) {
        const auto outer = Vector::lowerHalves(sums[2 * i], sums[2 * i + 1]);
        const auto middle = Vector::upperHalves(sums[2 * i], sums[2 * i + 1]);
        codes[0][i] = forms[0].of(outer, middle);
        codes[1][i] = forms[1].of(outer, middle);
    }
    Vector::storePairs(to[0] + at, to[1] + at, codes);
}

static inline void storeChroma(const Form (&forms)[2], const Pixels& pixels, const Pixels* below, Vector::Type weights,
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
    const bool together = !block.ahead[1];
    const auto weights = Vector::set(formula.sumCols ? 0x01010101 : 0x00010001);
    for (int x = 0; x < block.pixels; x += Pixels::kCount) {
        const int from = x * Channels;
        const Pixels pixels =
            load<Channels>(block.rows[0] + from, block.ahead[0] + (together ? block.rowCount * from : from));
        storeLuma(luma, pixels, block.luma[0] + x);
        if (block.rowCount == 2) {
            const Pixels below =
                load<Channels>(block.rows[1] + from, together ? block.ahead[0] + 2 * from + Pixels::kCount * Channels
                                                              : block.ahead[1] + from);
            storeLuma(luma, below, block.luma[1] + x);
            storeChroma(chroma, pixels, formula.sumRows ? &below : nullptr, weights, block, x);
        } else {
            storeChroma(chroma, pixels, nullptr, weights, block, x);
        }
    }
}

void yuvBlock(const YuvFormula<uchar>& formula, const ByteBlock& block)
{
    if (block.channels == 4)
        convertBlock<4>(formula, block);
    else
        convertBlock<3>(formula, block);
}
