// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Included once for each instruction set, within its namespace and behind its `Bytes`; so no include guard.

/** @brief The formula in 16 bits. A luma weight is 128 high + low; either part adds up to at most 128, so that sums
fit, and D(128 h + l) = floor((h + floor(l / 128) + 64) / 128). That and the differences are rounded products: of a and
b floor((a b + 2^14) / 2^15). */
struct ShortFormula
{
    Bytes::Type highPair, highSingle, lowPair, lowSingle;
    Bytes::Type scales[2];

    explicit ShortFormula(const FixedYuv<uchar>& formula)
    {
        static_assert(FixedYuv<uchar>::kShift == 14, "what the products are rounded by");
        const int first = formula.luma[formula.firstFromThird ? 2 : 0];
        const int second = formula.luma[formula.firstFromThird ? 0 : 2], middle = formula.luma[1];
        highPair = pair(high(first), high(middle));
        highSingle = pair(high(second), 0);
        lowPair = pair(low(first), low(middle));
        lowSingle = pair(low(second), 0);
        for (int k = 0; k < 2; ++k)
            scales[k] = Bytes::set(short(2 * formula.difference[k]));
    }

    //! `pairs`: the channel of the first difference with the middle one beside it; `singles`: that of the second one.
    void convert(Bytes::Type pairs, Bytes::Type singles, Bytes::Type& y, Bytes::Type& first, Bytes::Type& second) const
    {
        const auto h = Bytes::add(Bytes::multiplyAdd(pairs, highPair), Bytes::multiplyAdd(singles, highSingle));
        const auto l = Bytes::add(Bytes::multiplyAdd(pairs, lowPair), Bytes::multiplyAdd(singles, lowSingle));
        y = Bytes::roundedProduct(Bytes::add(h, Bytes::shiftRightBy<7>(l)), Bytes::set(1 << 8));
        const auto single = Bytes::bits(pairs, Bytes::set(255));
        first = Bytes::roundedProduct(Bytes::subtract(single, y), scales[0]);
        second = Bytes::roundedProduct(Bytes::subtract(singles, y), scales[1]);
    }

private:
    static int high(int weight) { return weight >> 7; }
    static int low(int weight) { return weight & 127; }
    static Bytes::Type pair(int lower, int upper) { return Bytes::set(short(lower | upper << 8)); }
};

template <int Channels>
static inline void convertAll(const FixedYuv<uchar>& formula, const uchar* from, int64 pixels, uchar* to, bool streamed)
{
    static constexpr LaneOrder splits[2][2] = {{splitOrder(Channels, 0, false), splitOrder(Channels, 3, false)},
                                               {splitOrder(Channels, 0, true), splitOrder(Channels, 3, true)}};
    static constexpr LaneOrder merges[3] = {mergeOrder(0), mergeOrder(1), mergeOrder(2)};
    const auto split = Bytes::everyLane(splits[formula.firstFromThird][0]);
    const auto lastSplit = Bytes::everyLane(splits[formula.firstFromThird][1]);
    const Bytes::Type merge[3] = {Bytes::everyLane(merges[0]), Bytes::everyLane(merges[1]),
                                  Bytes::everyLane(merges[2])};
    const auto second = Bytes::mask(1), third = Bytes::mask(2);
    const ShortFormula f(formula);
    for (int64 x = 0; x < pixels; x += Bytes::kTogether) {
        const uchar* in = from + x * Channels;
        fetchAhead(in, Bytes::kTogether * Channels);
        Bytes::Type fours[4], codes[3][2], c[3], lanes[3];
        for (int i = 0; i < 4; ++i)
            fours[i] = Bytes::reorder(Bytes::four<Channels>(in, i), i < 3 ? split : lastSplit);
        for (int i = 0; i < 2; ++i)
            f.convert(Bytes::lowerHalves(fours[2 * i], fours[2 * i + 1]),
                      Bytes::upperHalves(fours[2 * i], fours[2 * i + 1]), codes[0][i], codes[1][i], codes[2][i]);
        // Saturated around 0, then moved to where 128 is 0.
        const Bytes::Type packed[3] = {Bytes::packUnsigned(codes[0]),
                                       Bytes::exclusiveOr(Bytes::packSigned(codes[1]), Bytes::set(short(0x8080))),
                                       Bytes::exclusiveOr(Bytes::packSigned(codes[2]), Bytes::set(short(0x8080)))};
        for (int k = 0; k < 3; ++k)
            c[k] = Bytes::reorder(Bytes::neighbours<Channels>(packed[k]), merge[k]);
        // A lane's first byte is of the channel behind that of the lane before.
        for (int k = 0; k < 3; ++k)
            lanes[k] = Bytes::select(third, c[(k + 2) % 3], Bytes::select(second, c[(k + 1) % 3], c[k]));
        Bytes::store(to + x * 3, lanes, streamed);
    }
}

void interleavedBytes(const FixedYuv<uchar>& formula, const uchar* from, int channels, int64 pixels, uchar* to,
                      bool streamed)
{
    if (channels == 4)
        convertAll<4>(formula, from, pixels, to, streamed);
    else
        convertAll<3>(formula, from, pixels, to, streamed);
}
