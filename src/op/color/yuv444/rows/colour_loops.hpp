// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The packed 4:4:4 loops back to colours; included by loops.hpp.

//! The colour of the first difference, green and the colour of the second one, in the order of memory.
template <bool FirstFromThird>
static inline void orderColours(Simd::Type first, Simd::Type green, Simd::Type second, Simd::Type (&colours)[3])
{
    colours[0] = FirstFromThird ? second : first;
    colours[1] = green;
    colours[2] = FirstFromThird ? first : second;
}

/** @brief The formula in 16 bits, for a and b around 0. D(s a) = 2 a + D((s - 2^15) a), whose last term is the rounded
product of 2 a and s - 2^15. For green, -D(-x) = floor((x + 2^13 - 1) / 2^14). Green's weights are 128 high + low, so
this is floor((h + floor((l - 1) / 128) + 64) / 128), another rounded product; the sums h and l fit in 16 bits. */
template <int Channels, bool FirstFromThird>
struct ColourBytesLoop
{
    static constexpr int kVectorPixels = Simd::kCount * kChunkBytes;
    static constexpr ByteOrders kSplits[2] = {splitOrder(3, 0, 1, 1, 2, 0), splitOrder(3, 3, 1, 1, 2, 0)};
    const ColourMerge<1, Channels> merge;
    const Simd::Type split = Simd::every(kSplits[0].bytes), lastSplit = Simd::every(kSplits[1].bytes);
    Simd::Type scales[2], high, low;

    explicit ColourBytesLoop(const FixedColours<uchar>& formula)
    {
        static_assert(FixedColours<uchar>::kShift == 14, "what the products are rounded by");
        for (int k = 0; k < 2; ++k)
            scales[k] = Simd::set(short(formula.scale[k] - (1 << 15)));
        const int g[2] = {-formula.green[0], -formula.green[1]};
        high = Simd::set(short(g[0] >> 7 | (g[1] >> 7) << 8));
        low = Simd::set(short((g[0] & 127) | (g[1] & 127) << 8));
    }

    void convert(const uchar* in, uchar* to, bool nonTemporal) const
    {
        Simd::Type fours[4], first[2], green[2], second[2], colours[3];
        for (int i = 0; i < 4; ++i)
            fours[i] = Simd::reorder(Simd::part<3>(in, i), i < 3 ? split : lastSplit);
        for (int i = 0; i < 2; ++i)
            convertHalf(Simd::lowerHalves(fours[2 * i], fours[2 * i + 1]),
                        Simd::upperHalves(fours[2 * i], fours[2 * i + 1]), first[i], green[i], second[i]);
        orderColours<FirstFromThird>(Simd::packUnsigned(first), Simd::packUnsigned(green), Simd::packUnsigned(second),
                                     colours);
        merge.store(to, colours, nonTemporal);
    }

private:
    //! `pairs`: both differences of each pixel; `y`: luma.
    void convertHalf(Simd::Type pairs, Simd::Type y, Simd::Type& first, Simd::Type& green, Simd::Type& second) const
    {
        const auto around0 = Simd::exclusiveOr(pairs, Simd::set(short(0x8080)));
        first = colour(y, Simd::shiftRightBy<7>(Simd::shiftLeftBy<8>(around0)), scales[0]);
        second = colour(y, Simd::shiftRightBy<7>(Simd::bits(around0, Simd::set(short(0xff00)))), scales[1]);
        const auto h = Simd::multiplyAddBytes(high, around0), l = Simd::multiplyAddBytes(low, around0);
        const auto sum = Simd::add(h, Simd::shiftRightBy<7>(Simd::add(l, Simd::set(-1))));
        green = Simd::subtract(y, Simd::roundedProduct(sum, Simd::set(1 << 8)));
    }

    static Simd::Type colour(Simd::Type y, Simd::Type twice, Simd::Type scale)
    {
        return Simd::add(Simd::add(y, twice), Simd::roundedProduct(twice, scale));
    }
};

/** @brief The formula on signed numbers, since products take signed 16 bits; 2^15 is subtracted from luma, too.
2^14 c0 + s a + 2^13 fits in 32 bits. The first scale may not fit in 16 bits, so it is the sum of two. */
template <int Channels, bool FirstFromThird>
struct ColourWordsLoop
{
    static constexpr int kVectorPixels = Simd::kCount * kChunkBytes / 2, kShift = FixedColours<ushort>::kShift;
    static constexpr ByteOrders kSplits[2] = {splitOrder(3, 0, 2, 1, 2, 0), splitOrder(3, 3, 2, 1, 2, 0)};
    static constexpr ByteOrders kFirst = firstOfTwoWords();
    const ColourMerge<2, Channels> merge;
    const Simd::Type split = Simd::every(kSplits[0].bytes), lastSplit = Simd::every(kSplits[1].bytes);
    const Simd::Type firstTwice = Simd::every(kFirst.bytes), middle = Simd::set(short(0x8000));
    Simd::Type firstScale, secondScale, weights;

    explicit ColourWordsLoop(const FixedColours<ushort>& formula)
    {
        firstScale = Simd::setPair(formula.scale[0] / 2, formula.scale[0] - formula.scale[0] / 2);
        secondScale = Simd::setPair(0, formula.scale[1]);
        weights = Simd::setPair(formula.green[0], formula.green[1]);
    }

    void convert(const uchar* in, uchar* to, bool nonTemporal) const
    {
        Simd::Type twos[4], first[2], green[2], second[2], colours[3];
        for (int i = 0; i < 4; ++i) {
            const auto two = Simd::reorder(Simd::part<3>(in, i), i < 3 ? split : lastSplit);
            twos[i] = Simd::exclusiveOr(two, middle);
        }
        for (int i = 0; i < 2; ++i)
            convertHalf(Simd::lowerHalves(twos[2 * i], twos[2 * i + 1]),
                        Simd::upperHalves(twos[2 * i], twos[2 * i + 1]), first[i], green[i], second[i]);
        orderColours<FirstFromThird>(packed(first), packed(green), packed(second), colours);
        merge.store(to, colours, nonTemporal);
    }

private:
    //! `pairs`: both differences of each pixel; `singles`: luma in the lower words.
    void convertHalf(Simd::Type pairs, Simd::Type singles, Simd::Type& first, Simd::Type& green,
                     Simd::Type& second) const
    {
        const auto scaled = Simd::shiftIntsRightBy<16 - kShift>(Simd::shiftIntsLeftBy<16>(singles));
        const auto y = Simd::addInts(scaled, Simd::setInt(1 << (kShift - 1)));
        first = sum(y, Simd::multiplyAdd(Simd::reorder(pairs, firstTwice), firstScale));
        green = sum(y, Simd::multiplyAdd(pairs, weights));
        second = sum(y, Simd::multiplyAdd(pairs, secondScale));
    }

    static Simd::Type sum(Simd::Type y, Simd::Type products)
    {
        return Simd::shiftIntsRightBy<kShift>(Simd::addInts(y, products));
    }

    Simd::Type packed(const Simd::Type (&ints)[2]) const
    {
        return Simd::exclusiveOr(Simd::packSignedInts(ints), middle);
    }
};

//! The formula without changes, on a vector for each channel.
template <int Channels, bool FirstFromThird>
struct ColourFloatsLoop
{
    static constexpr int kVectorPixels = Simd::kCount * kChunkBytes / 4;
    const Floats<3> floats;
    const ColourMerge<4, Channels> merge;
    const Simd::Type half = Simd::setFloat(0.5f);
    Simd::Type scales[2], weights[2];

    explicit ColourFloatsLoop(const FloatColours& formula)
    {
        for (int k = 0; k < 2; ++k) {
            scales[k] = Simd::setFloat(formula.scale[k]);
            weights[k] = Simd::setFloat(formula.green[k]);
        }
    }

    void convert(const uchar* in, uchar* to, bool nonTemporal) const
    {
        Simd::Type c[3], colours[3];
        floats.read(in, c);
        const auto a = Simd::subtractFloats(c[1], half), b = Simd::subtractFloats(c[2], half);
        auto green = sum(sum(c[0], a, weights[0]), b, weights[1]);
        auto first = sum(c[0], a, scales[0]), second = sum(c[0], b, scales[1]);
        // Even for finite input, green's sum may be NaN while the others are infinite.
        if (__builtin_expect(Simd::anyNaN(first, second) || Simd::anyNaN(green, green), 0)) {
            first = Simd::canonical(first, kCanonicalNaN);
            green = Simd::canonical(green, kCanonicalNaN);
            second = Simd::canonical(second, kCanonicalNaN);
        }
        orderColours<FirstFromThird>(first, green, second, colours);
        if (Channels == 3)
            floats.store(to, colours, nonTemporal);
        else
            merge.store(to, colours, nonTemporal);
    }

private:
    static Simd::Type sum(Simd::Type c, Simd::Type difference, Simd::Type weight)
    {
        return Simd::addFloats(c, Simd::product(difference, weight));
    }
};
