// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The packed 4:4:4 loop on bytes; included by loops.hpp.

/** @brief The formula in 16 bits. A luma weight is 128 high + low. The high parts of all weights add up to at most
128, and so do the low ones, so their sums h and l fit. Luma is floor((h + floor(l / 128) + 64) / 128). Luma and the
differences are rounded products; that of a and b is floor((a b + 2^14) / 2^15). */
template <int Channels, bool FirstFromThird>
struct BytesLoop
{
    static constexpr int kPixelsAtOnce = Lanes::kCount * kLaneBytes;
    static constexpr int kFirst = FirstFromThird ? 2 : 0;  // the channel of the first difference
    static constexpr LaneOrder kSplits[2] = {splitOrder(Channels, 0, 1, kFirst, 1, 2 - kFirst),
                                             splitOrder(Channels, 3, 1, kFirst, 1, 2 - kFirst)};
    const Merge<1> merge;
    const Lanes::Type split = Lanes::every(kSplits[0].bytes), lastSplit = Lanes::every(kSplits[1].bytes);
    Lanes::Type highPair, highSingle, lowPair, lowSingle;
    Lanes::Type scales[2];

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
            scales[k] = Lanes::set(short(2 * formula.difference[k]));
    }

    void convert(const uchar* in, uchar* to, bool nonTemporal) const
    {
        Lanes::Type fours[4], codes[3][2];
        for (int i = 0; i < 4; ++i)
            fours[i] = Lanes::reorder(Lanes::part<Channels>(in, i), i < 3 ? split : lastSplit);
        for (int i = 0; i < 2; ++i)
            convertHalf(Lanes::lowerHalves(fours[2 * i], fours[2 * i + 1]),
                        Lanes::upperHalves(fours[2 * i], fours[2 * i + 1]), codes[0][i], codes[1][i], codes[2][i]);
        // Saturated around 0, then moved by 128.
        const Lanes::Type stored[3] = {Lanes::packUnsigned(codes[0]),
                                       Lanes::exclusiveOr(Lanes::packSigned(codes[1]), Lanes::set(short(0x8080))),
                                       Lanes::exclusiveOr(Lanes::packSigned(codes[2]), Lanes::set(short(0x8080)))};
        merge.template store<Channels>(to, stored, nonTemporal);
    }

private:
    //! `pairs`: the first difference's channel with the middle one beside it; `singles`: that of the second difference.
    void convertHalf(Lanes::Type pairs, Lanes::Type singles, Lanes::Type& y, Lanes::Type& first,
                     Lanes::Type& second) const
    {
        const auto h =
            Lanes::add(Lanes::multiplyAddBytes(pairs, highPair), Lanes::multiplyAddBytes(singles, highSingle));
        const auto l = Lanes::add(Lanes::multiplyAddBytes(pairs, lowPair), Lanes::multiplyAddBytes(singles, lowSingle));
        y = Lanes::roundedProduct(Lanes::add(h, Lanes::shiftRightBy<7>(l)), Lanes::set(1 << 8));
        const auto single = Lanes::bits(pairs, Lanes::set(255));
        first = Lanes::roundedProduct(Lanes::subtract(single, y), scales[0]);
        second = Lanes::roundedProduct(Lanes::subtract(singles, y), scales[1]);
    }

    static int high(int weight) { return weight >> 7; }
    static int low(int weight) { return weight & 127; }
    static Lanes::Type pair(int lower, int upper) { return Lanes::set(short(lower | upper << 8)); }
};
