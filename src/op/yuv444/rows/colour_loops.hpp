// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The packed 4:4:4 loops back to colours; included by loops.hpp.

//! The colour of the first difference, green and the colour of the second one, in the order of memory.
template <bool FirstFromThird>
static inline void orderColours(Lanes::Type first, Lanes::Type green, Lanes::Type second, Lanes::Type (&colours)[3])
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
    static constexpr int kPixelsAtOnce = Lanes::kCount * kLaneBytes;
    static constexpr LaneOrder kSplits[2] = {splitOrder(3, 0, 1, 1, 2, 0), splitOrder(3, 3, 1, 1, 2, 0)};
    const ColourMerge<1, Channels> merge;
    const Lanes::Type split = Lanes::every(kSplits[0].bytes), lastSplit = Lanes::every(kSplits[1].bytes);
    Lanes::Type scales[2], high, low;

    explicit ColourBytesLoop(const FixedColours<uchar>& formula)
    {
        static_assert(FixedColours<uchar>::kShift == 14, "what the products are rounded by");
        for (int k = 0; k < 2; ++k)
            scales[k] = Lanes::set(short(formula.scale[k] - (1 << 15)));
        const int g[2] = {-formula.green[0], -formula.green[1]};
        high = Lanes::set(short(g[0] >> 7 | (g[1] >> 7) << 8));
        low = Lanes::set(short((g[0] & 127) | (g[1] & 127) << 8));
    }

    void convert(const uchar* in, uchar* to, bool nonTemporal) const
    {
        Lanes::Type fours[4], first[2], green[2], second[2], colours[3];
        for (int i = 0; i < 4; ++i)
            fours[i] = Lanes::reorder(Lanes::part<3>(in, i), i < 3 ? split : lastSplit);
        for (int i = 0; i < 2; ++i)
            convertHalf(Lanes::lowerHalves(fours[2 * i], fours[2 * i + 1]),
                        Lanes::upperHalves(fours[2 * i], fours[2 * i + 1]), first[i], green[i], second[i]);
        orderColours<FirstFromThird>(Lanes::packUnsigned(first), Lanes::packUnsigned(green),
                                     Lanes::packUnsigned(second), colours);
        merge.store(to, colours, nonTemporal);
    }

private:
    //! `pairs`: both differences; `y`: luma.
    void convertHalf(Lanes::Type pairs, Lanes::Type y, Lanes::Type& first, Lanes::Type& green,
                     Lanes::Type& second) const
    {
        const auto around0 = Lanes::exclusiveOr(pairs, Lanes::set(short(0x8080)));
        first = colour(y, Lanes::shiftRightBy<7>(Lanes::shiftLeftBy<8>(around0)), scales[0]);
        second = colour(y, Lanes::shiftRightBy<7>(Lanes::bits(around0, Lanes::set(short(0xff00)))), scales[1]);
        const auto h = Lanes::multiplyAddBytes(high, around0), l = Lanes::multiplyAddBytes(low, around0);
        const auto sum = Lanes::add(h, Lanes::shiftRightBy<7>(Lanes::add(l, Lanes::set(-1))));
        green = Lanes::subtract(y, Lanes::roundedProduct(sum, Lanes::set(1 << 8)));
    }

    static Lanes::Type colour(Lanes::Type y, Lanes::Type twice, Lanes::Type scale)
    {
        return Lanes::add(Lanes::add(y, twice), Lanes::roundedProduct(twice, scale));
    }
};

/** @brief The formula on signed numbers, since products take signed 16 bits; 2^15 is subtracted from luma, too.
2^14 c0 + s a + 2^13 fits in 32 bits. The first scale may not fit in 16 bits, so it is the sum of two. */
template <int Channels, bool FirstFromThird>
struct ColourWordsLoop
{
    static constexpr int kPixelsAtOnce = Lanes::kCount * kLaneBytes / 2, kShift = FixedColours<ushort>::kShift;
    static constexpr LaneOrder kSplits[2] = {splitOrder(3, 0, 2, 1, 2, 0), splitOrder(3, 3, 2, 1, 2, 0)};
    static constexpr LaneOrder kFirst = firstOfTwoWords();
    const ColourMerge<2, Channels> merge;
    const Lanes::Type split = Lanes::every(kSplits[0].bytes), lastSplit = Lanes::every(kSplits[1].bytes);
    const Lanes::Type firstTwice = Lanes::every(kFirst.bytes), middle = Lanes::set(short(0x8000));
    Lanes::Type firstScale, secondScale, weights;

    explicit ColourWordsLoop(const FixedColours<ushort>& formula)
    {
        firstScale = Lanes::setPair(formula.scale[0] / 2, formula.scale[0] - formula.scale[0] / 2);
        secondScale = Lanes::setPair(0, formula.scale[1]);
        weights = Lanes::setPair(formula.green[0], formula.green[1]);
    }

    void convert(const uchar* in, uchar* to, bool nonTemporal) const
    {
        Lanes::Type twos[4], first[2], green[2], second[2], colours[3];
        for (int i = 0; i < 4; ++i) {
            const auto two = Lanes::reorder(Lanes::part<3>(in, i), i < 3 ? split : lastSplit);
            twos[i] = Lanes::exclusiveOr(two, middle);
        }
        for (int i = 0; i < 2; ++i)
            convertHalf(Lanes::lowerHalves(twos[2 * i], twos[2 * i + 1]),
                        Lanes::upperHalves(twos[2 * i], twos[2 * i + 1]), first[i], green[i], second[i]);
        orderColours<FirstFromThird>(packed(first), packed(green), packed(second), colours);
        merge.store(to, colours, nonTemporal);
    }

private:
    //! `pairs`: both differences; `singles`: luma in the lower words.
    void convertHalf(Lanes::Type pairs, Lanes::Type singles, Lanes::Type& first, Lanes::Type& green,
                     Lanes::Type& second) const
    {
        const auto scaled = Lanes::shiftIntsRightBy<16 - kShift>(Lanes::shiftIntsLeftBy<16>(singles));
        const auto y = Lanes::addInts(scaled, Lanes::setInt(1 << (kShift - 1)));
        first = sum(y, Lanes::multiplyAdd(Lanes::reorder(pairs, firstTwice), firstScale));
        green = sum(y, Lanes::multiplyAdd(pairs, weights));
        second = sum(y, Lanes::multiplyAdd(pairs, secondScale));
    }

    static Lanes::Type sum(Lanes::Type y, Lanes::Type products)
    {
        return Lanes::shiftIntsRightBy<kShift>(Lanes::addInts(y, products));
    }

    Lanes::Type packed(const Lanes::Type (&ints)[2]) const
    {
        return Lanes::exclusiveOr(Lanes::packSignedInts(ints), middle);
    }
};

//! The formula as it stands, on channels that lie apart.
template <int Channels, bool FirstFromThird>
struct ColourFloatsLoop
{
    static constexpr int kPixelsAtOnce = Lanes::kCount * kLaneBytes / 4;
    const Floats<3> floats;
    const ColourMerge<4, Channels> merge;
    const Lanes::Type half = Lanes::setFloat(0.5f);
    Lanes::Type scales[2], weights[2];

    explicit ColourFloatsLoop(const FloatColours& formula)
    {
        for (int k = 0; k < 2; ++k) {
            scales[k] = Lanes::setFloat(formula.scale[k]);
            weights[k] = Lanes::setFloat(formula.green[k]);
        }
    }

    void convert(const uchar* in, uchar* to, bool nonTemporal) const
    {
        Lanes::Type c[3], colours[3];
        floats.read(in, c);
        const auto a = Lanes::subtractFloats(c[1], half), b = Lanes::subtractFloats(c[2], half);
        auto green = sum(sum(c[0], a, weights[0]), b, weights[1]);
        auto first = sum(c[0], a, scales[0]), second = sum(c[0], b, scales[1]);
        // Even for finite input, green's sum may be NaN while the others are infinite.
        if (__builtin_expect(Lanes::anyNaN(first, second) || Lanes::anyNaN(green, green), 0)) {
            first = Lanes::canonical(first, kCanonicalNaN);
            green = Lanes::canonical(green, kCanonicalNaN);
            second = Lanes::canonical(second, kCanonicalNaN);
        }
        orderColours<FirstFromThird>(first, green, second, colours);
        if (Channels == 3)
            floats.store(to, colours, nonTemporal);
        else
            merge.store(to, colours, nonTemporal);
    }

private:
    static Lanes::Type sum(Lanes::Type c, Lanes::Type difference, Lanes::Type weight)
    {
        return Lanes::addFloats(c, Lanes::product(difference, weight));
    }
};
