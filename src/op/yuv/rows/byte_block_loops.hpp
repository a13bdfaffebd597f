// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// 8-bit pixels to planes of codes: included for each instruction set within its namespace, after its `Vector`.

constexpr int kLanes = 4 * Vector::kCount;  // pixels in a vector

//! Pixels of three bytes, a fourth byte of 0 added. Reads a whole vector.
static inline Vector::Type loadThree(const uchar* from)
{
    alignas(16) static const uchar kSpread[] = {0, 1, 2, 128, 3, 4, 5, 128, 6, 7, 8, 128, 9, 10, 11, 128};
    return Vector::reorder(Vector::apart(Vector::load(from)), Vector::every(kSpread));
}

static inline Vector::Type evenBytes(Vector::Type pixels)
{
    return Vector::bits(pixels, Vector::set(255));
}

static inline Vector::Type oddBytes(Vector::Type pixels)
{
    return CUDASTRIPE_MM(srli_epi16)(pixels, 8);
}

//! Adds two neighbours by channel: 16 bytes become channels 1 and 3 of two pairs, then channels 2 and 4 of both.
static inline Vector::Type sumsOfPairs(Vector::Type pixels, Vector::Type weights)
{
    alignas(16) static const uchar kPairs[] = {0, 4, 2, 6, 8, 12, 10, 14, 1, 5, 3, 7, 9, 13, 11, 15};
    return Vector::multiplyAddBytes(Vector::reorder(pixels, Vector::every(kPairs)), weights);
}

//! Two vectors of 32-bit codes, and two more, saturated to bytes lane by lane.
static inline Vector::Type saturatedCodes(const Vector::Type (&first)[2], const Vector::Type (&second)[2])
{
    return Vector::packUnsigned({Vector::packSignedInts(first), Vector::packSignedInts(second)});
}

static inline void storeCodes(uchar* to, const Vector::Type (&codes)[4])
{
    const auto bytes = Vector::inOrder(saturatedCodes({codes[0], codes[1]}, {codes[2], codes[3]}));
    CUDASTRIPE_MM_BITS(storeu)(reinterpret_cast<Vector::Type*>(to), bytes);
}

static inline Vector::Type pair(int lower, int upper)
{
    return Vector::setInt(static_cast<int>(static_cast<unsigned>(upper) << 16 | static_cast<unsigned>(lower & 0xffff)));
}

//! A linear form with weights in two parts, each small enough for 16-bit products: w = 64 high + low.
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
        bias = Vector::setInt(form.bias);
        shift = Vector::setInt(form.shift - 6);
    }

    //! Sums by 16-bit pairs: `outer` has channels 1 and 3, `middle` 2 and 4, which has no weight.
    Vector::Type of(Vector::Type outer, Vector::Type middle) const
    {
        const auto low = Vector::multiplyAdd(Vector::multiplyAdd(bias, outer, lowOuter), middle, lowMiddle);
        const auto carried = Vector::shiftIntsRightBy<6>(low);
        return Vector::shiftRight(
            Vector::multiplyAdd(Vector::multiplyAdd(carried, outer, highOuter), middle, highMiddle), shift);
    }
};

//! A form for pixels as they lie, by byte products: weights below 2^21 in three parts of 7 bits.
template <class V>
struct ByteForm
{
    static constexpr int kBits = 7;
    typename V::Type parts[3], bias, shift;

    explicit ByteForm(const LinearForm& form)
    {
        // The lower two parts need at least 2 * kBits bits below the point.
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
        return V::shiftRight(V::byteDots(middle, pixels, parts[2]), shift);
    }
};

//! The same in pairs, for vectors without byte products.
template <class V>
struct PairForm : Form
{
    using Form::Form;
    typename V::Type of(typename V::Type pixels) const { return Form::of(evenBytes(pixels), oddBytes(pixels)); }
};

using LumaForm = std::conditional_t<Vector::kByteDots, ByteForm<Vector>, PairForm<Vector>>;

//! Four vectors of pixels.
struct Pixels
{
    static constexpr int kVectors = 4;
    static constexpr int kCount = kVectors * kLanes;
    Vector::Type vectors[kVectors];
};

template <int Channels>
static inline Pixels load(const uchar* from, const uchar* ahead)
{
    fetchAhead(ahead, Pixels::kCount * Channels, 0);
    Pixels pixels;
    for (int i = 0; i < Pixels::kVectors; ++i) {
        pixels.vectors[i] = Channels == 4 ? Vector::load(from + i * kLanes * 4) : loadThree(from + i * kLanes * 3);
    }
    return pixels;
}

static inline void storeLuma(const LumaForm& form, const Pixels& pixels, uchar* to)
{
    Vector::Type codes[Pixels::kVectors];
    for (int i = 0; i < Pixels::kVectors; ++i)
        codes[i] = form.of(pixels.vectors[i]);
    storeCodes(to, codes);
}

//! Chroma of each column, with the row below if `below` is given.
static inline void storeAll(const Form (&forms)[2], const Pixels& pixels, const Pixels* below, uchar* const (&to)[2],
                            int at)
{
    Vector::Type codes[2][Pixels::kVectors];
    for (int i = 0; i < Pixels::kVectors; ++i) {
        auto outer = evenBytes(pixels.vectors[i]), middle = oddBytes(pixels.vectors[i]);
        if (below) {
            outer = Vector::add(outer, evenBytes(below->vectors[i]));
            middle = Vector::add(middle, oddBytes(below->vectors[i]));
        }
        codes[0][i] = forms[0].of(outer, middle);
        codes[1][i] = forms[1].of(outer, middle);
    }
    storeCodes(to[0] + at, codes[0]);
    storeCodes(to[1] + at, codes[1]);
}

//! Chroma of every two columns, which count as `weights` says.
static inline void storeHalved(const Form (&forms)[2], const Pixels& pixels, const Pixels* below, Vector::Type weights,
                               uchar* const (&to)[2], int at)
{
    Vector::Type sums[Pixels::kVectors], codes[2][2];
    for (int i = 0; i < Pixels::kVectors; ++i) {
        sums[i] = sumsOfPairs(pixels.vectors[i], weights);
        if (below)
            sums[i] = Vector::add(sums[i], sumsOfPairs(below->vectors[i], weights));
    }
    for (int i = 0; i < 2; ++i) {
        const auto outer = Vector::lowerHalves(sums[2 * i], sums[2 * i + 1]);
        const auto middle = Vector::upperHalves(sums[2 * i], sums[2 * i + 1]);
        codes[0][i] = forms[0].of(outer, middle);
        codes[1][i] = forms[1].of(outer, middle);
    }
    Vector::storePairs(to[0] + at, to[1] + at, saturatedCodes(codes[0], codes[1]));
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
    const auto weights = Vector::setInt(formula.sumCols ? 0x01010101 : 0x00010001);
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
