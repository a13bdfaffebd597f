// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The packed 4:4:4 loop on 16-bit words; included by loops.hpp.

/** @brief The formula on signed numbers, since products take signed 16 bits: c' = c - 2^15 for colours and luma. The
weights of luma add up to 2^14, so y' = floor((sum of w c' + 2^13) / 2^14). c' - y' may not fit in 16 bits, so
d (c - y) is computed as d c' - d y', which fits in 32 bits. */
template <int Channels, bool FirstFromThird>
struct WordsLoop
{
    static constexpr int kPixelsAtOnce = Lanes::kCount * kLaneBytes / 2, kShift = FixedYuv<ushort>::kShift;
    static constexpr int kFirst = FirstFromThird ? 2 : 0;  // the channel of the first difference
    static constexpr LaneOrder kSplits[2] = {splitOrder(Channels, 0, 2, kFirst, 1, 2 - kFirst),
                                             splitOrder(Channels, 3, 2, kFirst, 1, 2 - kFirst)};
    const Merge<2> merge;
    const Lanes::Type split = Lanes::every(kSplits[0].bytes), lastSplit = Lanes::every(kSplits[1].bytes);
    const Lanes::Type half = Lanes::setInt(1 << (kShift - 1)), middle = Lanes::set(short(0x8000));
    Lanes::Type pairWeights, singleWeights;
    Lanes::Type scales[2];

    explicit WordsLoop(const FixedYuv<ushort>& formula)
    {
        pairWeights = Lanes::setPair(formula.luma[kFirst], formula.luma[1]);
        singleWeights = Lanes::setPair(formula.luma[2 - kFirst], 0);
        for (int k = 0; k < 2; ++k)
            scales[k] = Lanes::setPair(formula.difference[k], -formula.difference[k]);
    }

    void convert(const uchar* in, uchar* to, bool nonTemporal) const
    {
        Lanes::Type twos[4], codes[3][2], stored[3];
        for (int i = 0; i < 4; ++i) {
            const auto two = Lanes::reorder(Lanes::part<Channels>(in, i), i < 3 ? split : lastSplit);
            twos[i] = Lanes::exclusiveOr(two, middle);
        }
        for (int i = 0; i < 2; ++i)
            convertHalf(Lanes::lowerHalves(twos[2 * i], twos[2 * i + 1]),
                        Lanes::upperHalves(twos[2 * i], twos[2 * i + 1]), codes[0][i], codes[1][i], codes[2][i]);
        for (int k = 0; k < 3; ++k)
            stored[k] = Lanes::exclusiveOr(Lanes::packSignedInts(codes[k]), middle);
        merge.template store<Channels>(to, stored, nonTemporal);
    }

private:
    //! `pairs`: the first difference's channel with the middle one beside it; `singles`: that of the second difference.
    void convertHalf(Lanes::Type pairs, Lanes::Type singles, Lanes::Type& y, Lanes::Type& first,
                     Lanes::Type& second) const
    {
        y = rounded(Lanes::addInts(Lanes::multiplyAdd(pairs, pairWeights), Lanes::multiplyAdd(singles, singleWeights)));
        const auto upper = Lanes::shiftIntsLeftBy<16>(y);
        first = rounded(Lanes::multiplyAdd(Lanes::joinWords(pairs, upper), scales[0]));
        second = rounded(Lanes::multiplyAdd(Lanes::joinWords(singles, upper), scales[1]));
    }

    Lanes::Type rounded(Lanes::Type a) const { return Lanes::shiftIntsRightBy<kShift>(Lanes::addInts(a, half)); }
};
