// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The loops of 8-bit Bayer patterns: included for each instruction set after loops.hpp.

//! The samples around as many pixels as a vector of bytes holds, those of the lower or the upper halves of chunks.
static inline BayerSamples<ManyPixels::Word> samplesOf(const BayerBlock<uchar>& block, int64 x, int half)
{
    const auto at = [&](int row, int col) {
        return (ManyPixels::Word)widened<1>(Simd::load(block.three[row] + x + col), half);
    };
    return {at(1, 1), at(0, 1), at(2, 1), at(1, 0), at(1, 2), at(0, 0) + at(0, 2) + at(2, 0) + at(2, 2)};
}

//! All bits where a pixel is a colour site: a vector begins with an even pixel.
static inline ManyPixels::Word sitesOf(const BayerBlock<uchar>& block)
{
    return (ManyPixels::Word)Simd::setPair(block.firstIsSite ? -1 : 0, block.firstIsSite ? 0 : -1);
}

template <BayerMethod Method, int Channels>
static inline void bayerVectors(const BayerBlock<uchar>& block)
{
    constexpr int step = Simd::kCount * kChunkBytes;
    const Pixels<Channels> pixels;
    const ManyPixels::Word sites = sitesOf(block);
    for (int64 x = 0; x < block.pixels; x += step) {
        ManyPixels::Word words[2][3];
        for (int half = 0; half < 2; ++half)
            BayerFormula::colors(samplesOf(block, x, half), sites, Method == BayerMethod::EdgeAware, words[half]);
        Simd::Type planes[Channels];
        for (int c = 0; c < 3; ++c) {
            const int from = block.blueRow ? c : 2 - c;
            planes[c] = Simd::packUnsigned({(Simd::Type)words[0][from], (Simd::Type)words[1][from]});
        }
        if constexpr (Channels == 4)
            planes[3] = Simd::setInt(-1);
        pixels.store(block.to + x * Channels, planes);
    }
}

//! The weights of the samples of grey, as pairs for two neighbouring pixels, of which `even` tells the first one.
struct BayerWeights
{
    Simd::Type others;   //!< of the other colour, and of green at a colour site, else of the row's colour
    Simd::Type centers;  //!< of the place itself, and half of what is added to round

    explicit BayerWeights(const BayerBlock<uchar>& block)
    {
        constexpr int green = BayerFormula::kGreen;
        const int own = block.blueRow ? BayerFormula::kBlue : BayerFormula::kRed;
        const int other = BayerFormula::kRed + BayerFormula::kBlue - own;
        const bool first = block.firstIsSite;
        alignas(16)
            const short pairs[8] = {short(other), short(first ? green : own), short(other), short(first ? own : green),
                                    short(other), short(first ? green : own), short(other), short(first ? own : green)};
        alignas(16) const short own4[8] = {short(first ? own : green), 1 << 14, short(first ? green : own), 1 << 14,
                                           short(first ? own : green), 1 << 14, short(first ? green : own), 1 << 14};
        others = Simd::every(reinterpret_cast<const uchar*>(pairs));
        centers = Simd::every(reinterpret_cast<const uchar*>(own4));
    }
};

//! Grey: two products of pairs. The sums of green places are doubled, so that all are in units of 2^-16.
template <>
inline void bayerVectors<BayerMethod::Gray, 1>(const BayerBlock<uchar>& block)
{
    using Word = ManyPixels::Word;
    constexpr int step = Simd::kCount * kChunkBytes;
    const BayerWeights weights(block);
    const Word sites = sitesOf(block);
    const auto two = (Simd::Type)ManyPixels::words(2);
    for (int64 x = 0; x < block.pixels; x += step) {
        Simd::Type words[2];
        for (int half = 0; half < 2; ++half) {
            const auto s = samplesOf(block, x, half);
            const Word across = s.left + s.right, down = s.above + s.below;
            const auto other = (Simd::Type)((sites & s.corners) | (~sites & (down << 1)));
            const auto beside = (Simd::Type)((sites & (across + down)) | (~sites & (across << 1)));
            const auto center = (Simd::Type)(s.center << 2);
            const auto sum = [&](Simd::Type pairs, Simd::Type own) {
                return Simd::shiftIntsRightBy<16>(
                    Simd::addInts(Simd::multiplyAdd(pairs, weights.others), Simd::multiplyAdd(own, weights.centers)));
            };
            words[half] = Simd::packSignedInts({sum(Simd::lower<2>(other, beside), Simd::lower<2>(center, two)),
                                                sum(Simd::upper<2>(other, beside), Simd::upper<2>(center, two))});
        }
        Simd::store(block.to + x, {Simd::packUnsigned(words)}, false);
    }
}

//! Defines bayerLoop() for a method.
#define CUDASTRIPE_DEFINE_BAYER_LOOP(METHOD, CHANNELS)               \
    template <>                                                      \
    void bayerLoop<METHOD, CHANNELS>(const BayerBlock<uchar>& block) \
    {                                                                \
        bayerVectors<METHOD, CHANNELS>(block);                       \
    }
