// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The packed 4:4:4 loop on 16-bit words; included by loops.hpp.

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
    //! `pairs`: the first difference's channel with the middle one beside it; `singles`: that of the second difference.
    void convertHalf(Simd::Type pairs, Simd::Type singles, Simd::Type& y, Simd::Type& first, Simd::Type& second) const
    {
        y = rounded(Simd::addInts(Simd::multiplyAdd(pairs, pairWeights), Simd::multiplyAdd(singles, singleWeights)));
        const auto upper = Simd::shiftIntsLeftBy<16>(y);
        first = rounded(Simd::multiplyAdd(Simd::joinWords(pairs, upper), scales[0]));
        second = rounded(Simd::multiplyAdd(Simd::joinWords(singles, upper), scales[1]));
    }

    Simd::Type rounded(Simd::Type a) const { return Simd::shiftIntsRightBy<kShift>(Simd::addInts(a, half)); }
};
