// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The packed 4:4:4 loops from colours; included by loops.hpp.

/** @brief The formula in 16 bits. A luma weight is 128 high + low. The high parts of all weights add up to at most
128, and so do the low ones, so their sums h and l fit. Luma is floor((h + floor(l / 128) + 64) / 128). Luma and the
differences are rounded products; that of a and b is floor((a b + 2^14) / 2^15). */
template <int Channels, bool FirstFromThird>
struct BytesLoop
{
    static constexpr int kVectorPixels = Simd::kCount * kChunkBytes;
    static constexpr int kFirst = FirstFromThird ? 2 : 0;  // the channel of the first difference
    static constexpr ByteOrders kSplits[2] = {splitOrder(Channels, 0, 1, kFirst, 1, 2 - kFirst),
                                              splitOrder(Channels, 3, 1, kFirst, 1, 2 - kFirst)};
    const Merge<1> merge;
    const Simd::Type split = Simd::every(kSplits[0].bytes), lastSplit = Simd::every(kSplits[1].bytes);
    Simd::Type highPair, highSingle, lowPair, lowSingle;
    Simd::Type scales[2];

    explicit BytesLoop(const FixedYuv<uchar>& formula)
    {
        static_assert(FixedYuv<uchar>::kShift == 14, "what the products are rounded by");
        const int first = formula.luma[kFirst];
        const int second = formula.luma[2 - kFirst], middle = formula.luma[1];
        highPair = pair(high(first), high(middle));
        highSingle = pair(high(second), 0);
        lowPair = pair(low(first), low(middle));
        lowSingle = pair(low(second), 0);
        for (int k = 0; k < 2; ++k)
            scales[k] = Simd::set(short(2 * formula.difference[k]));
    }

    void convert(const uchar* in, uchar* to, bool nonTemporal) const
    {
        Simd::Type fours[4], codes[3][2];
        for (int i = 0; i < 4; ++i)
            fours[i] = Simd::reorder(Simd::part<Channels>(in, i), i < 3 ? split : lastSplit);
        for (int i = 0; i < 2; ++i)
            convertHalf(Simd::lowerHalves(fours[2 * i], fours[2 * i + 1]),
                        Simd::upperHalves(fours[2 * i], fours[2 * i + 1]), codes[0][i], codes[1][i], codes[2][i]);
        // Differences are saturated around 0, then moved by 128.
        const Simd::Type stored[3] = {Simd::packUnsigned(codes[0]),
                                      Simd::exclusiveOr(Simd::packSigned(codes[1]), Simd::set(short(0x8080))),
                                      Simd::exclusiveOr(Simd::packSigned(codes[2]), Simd::set(short(0x8080)))};
        merge.template store<Channels>(to, stored, nonTemporal);
    }

private:
    //! `pairs`: the first difference's channel and the middle one in turn; `singles`: that of the second difference.
    void convertHalf(Simd::Type pairs, Simd::Type singles, Simd::Type& y, Simd::Type& first, Simd::Type& second) const
    {
        const auto h = Simd::add(Simd::multiplyAddBytes(pairs, highPair), Simd::multiplyAddBytes(singles, highSingle));
        const auto l = Simd::add(Simd::multiplyAddBytes(pairs, lowPair), Simd::multiplyAddBytes(singles, lowSingle));
        y = Simd::roundedProduct(Simd::add(h, Simd::shiftRightBy<7>(l)), Simd::set(1 << 8));
        const auto single = Simd::bits(pairs, Simd::set(255));
        first = Simd::roundedProduct(Simd::subtract(single, y), scales[0]);
        second = Simd::roundedProduct(Simd::subtract(singles, y), scales[1]);
    }

    static int high(int weight) { return weight >> 7; }
    static int low(int weight) { return weight & 127; }
    static Simd::Type pair(int lower, int upper) { return Simd::set(short(lower | upper << 8)); }
};

/** @brief The formula on signed numbers, since products take signed 16 bits: c' = c - 2^15 for colours and luma. The
weights of luma add up to 2^14, so y' = floor((sum of w c' + 2^13) / 2^14). c' - y' may not fit in 16 bits, so
d (c - y) is computed as d c' - d y', which fits in 32 bits. */
template <int Channels, bool FirstFromThird>
struct WordsLoop
{
    static constexpr int kVectorPixels = Simd::kCount * kChunkBytes / 2, kShift = FixedYuv<ushort>::kShift;
    static constexpr int kFirst = FirstFromThird ? 2 : 0;  // the channel of the first difference
    static constexpr ByteOrders kSplits[2] = {splitOrder(Channels, 0, 2, kFirst, 1, 2 - kFirst),
                                              splitOrder(Channels, 3, 2, kFirst, 1, 2 - kFirst)};
    const Merge<2> merge;
    const Simd::Type split = Simd::every(kSplits[0].bytes), lastSplit = Simd::every(kSplits[1].bytes);
    const Simd::Type half = Simd::setInt(1 << (kShift - 1)), middle = Simd::set(short(0x8000));
    Simd::Type pairWeights, singleWeights;
    Simd::Type scales[2];

    explicit WordsLoop(const FixedYuv<ushort>& formula)
    {
        pairWeights = Simd::setPair(formula.luma[kFirst], formula.luma[1]);
        singleWeights = Simd::setPair(formula.luma[2 - kFirst], 0);
        for (int k = 0; k < 2; ++k)
            scales[k] = Simd::setPair(formula.difference[k], -formula.difference[k]);
    }

    void convert(const uchar* in, uchar* to, bool nonTemporal) const
    {
        Simd::Type twos[4], codes[3][2], stored[3];
        for (int i = 0; i < 4; ++i) {
            const auto two = Simd::reorder(Simd::part<Channels>(in, i), i < 3 ? split : lastSplit);
            twos[i] = Simd::exclusiveOr(two, middle);
        }
        for (int i = 0; i < 2; ++i)
            convertHalf(Simd::lowerHalves(twos[2 * i], twos[2 * i + 1]),
                        Simd::upperHalves(twos[2 * i], twos[2 * i + 1]), codes[0][i], codes[1][i], codes[2][i]);
        for (int k = 0; k < 3; ++k)
            stored[k] = Simd::exclusiveOr(Simd::packSignedInts(codes[k]), middle);
        merge.template store<Channels>(to, stored, nonTemporal);
    }

private:
    //! `pairs`: the first difference's channel and the middle one in turn; `singles`: that of the second difference.
    void convertHalf(Simd::Type pairs, Simd::Type singles, Simd::Type& y, Simd::Type& first, Simd::Type& second) const
    {
        y = rounded(Simd::addInts(Simd::multiplyAdd(pairs, pairWeights), Simd::multiplyAdd(singles, singleWeights)));
        const auto upper = Simd::shiftIntsLeftBy<16>(y);
        first = rounded(Simd::multiplyAdd(Simd::joinWords(pairs, upper), scales[0]));
        second = rounded(Simd::multiplyAdd(Simd::joinWords(singles, upper), scales[1]));
    }

    Simd::Type rounded(Simd::Type a) const { return Simd::shiftIntsRightBy<kShift>(Simd::addInts(a, half)); }
};

//! The formula without changes, on a vector for each channel.
template <int Channels, bool FirstFromThird>
struct FloatsLoop
{
    static constexpr int kVectorPixels = Simd::kCount * kChunkBytes / 4;
    const Floats<Channels> floats;
    const Simd::Type half = Simd::setFloat(0.5f);
    Simd::Type weights[3], scales[2];

    explicit FloatsLoop(const FloatYuv& formula)
    {
        for (int k = 0; k < 3; ++k)
            weights[k] = Simd::setFloat(formula.luma[k]);
        for (int k = 0; k < 2; ++k)
            scales[k] = Simd::setFloat(formula.difference[k]);
    }

    void convert(const uchar* in, uchar* to, bool nonTemporal) const
    {
        Simd::Type c[3], out[3];
        floats.read(in, c);
        const auto pair = Simd::addFloats(Simd::product(c[0], weights[0]), Simd::product(c[1], weights[1]));
        out[0] = Simd::addFloats(pair, Simd::product(c[2], weights[2]));
        out[1] = difference(c[FirstFromThird ? 2 : 0], out[0], scales[0]);
        out[2] = difference(c[FirstFromThird ? 0 : 2], out[0], scales[1]);
        // If luma is NaN, both differences are NaN.
        if (__builtin_expect(Simd::anyNaN(out[1], out[2]), 0)) {
            for (Simd::Type& value : out)
                value = Simd::canonical(value, kCanonicalNaN);
        }
        floats.store(to, out, nonTemporal);
    }

private:
    Simd::Type difference(Simd::Type c, Simd::Type y, Simd::Type scale) const
    {
        return Simd::addFloats(Simd::product(Simd::subtractFloats(c, y), scale), half);
    }
};
