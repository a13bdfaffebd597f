// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Blocks of luma and chroma to pixels: included for each instruction set within its namespace, after its `Simd`.

#include "decode_sums.hpp"

// Samples are widened to twice their size. Two neighbours are luma of an even and an odd pixel, or a pair of chroma.

template <class Formula>
using SumsOf = std::conditional_t<sizeof(typename Formula::Sample) == 1, ByteSums, WordSums<typename Formula::Value>>;

constexpr int kBytes = int(sizeof(Simd::Type));

/** @brief The samples of the pixels that fill a vector of each channel. The second index selects lower or upper halves
of chunks. Words that become bytes have two parts, which alternate every eight pixels. Even and odd pixels have their
own pairs of chroma, or share one. */
template <int Parts, int Pairs>
struct Samples
{
    Simd::Type pairs[Parts][2][Pairs], luma[Parts][2];
};

enum class Chroma
{
    None,
    Pairs,      //!< for two pixels
    Planes,     //!< for two pixels
    FullPlanes  //!< for one pixel
};

//! Luma samples are adjacent.
template <class Formula_, Chroma Places>
struct PlanarSource
{
    using Formula = Formula_;
    using Sample = typename Formula::Sample;
    using Sums = SumsOf<Formula>;
    static constexpr int kSize = sizeof(Sample), kParts = kSize / sizeof(typename Formula::Value);
    static constexpr int kPairs = Places == Chroma::FullPlanes ? 2 : 1;
    using Read = Samples<kParts, kPairs>;

    static void readChroma(const Sums& sums, const DecodeBlock<Formula>& block, int x, Read& samples)
    {
        if constexpr (Places == Chroma::None) {
            for (auto& part : samples.pairs)
                part[0][0] = part[1][0] = sums.neutral();
        } else if constexpr (Places == Chroma::FullPlanes) {
            readFullPlanes(sums, block, x, samples);
        } else {
            Simd::Type parts[kParts];
            if (Places == Chroma::Pairs)
                load(sums, block.chroma[0] + x, parts);
            else
                joinPlanes(sums, block.chroma[0] + x / 2, block.chroma[1] + x / 2, parts);
            for (int p = 0; p < kParts; ++p) {
                samples.pairs[p][0][0] = Simd::lower<kSize>(parts[p], zero());
                samples.pairs[p][1][0] = Simd::upper<kSize>(parts[p], zero());
            }
        }
    }

    static void readLuma(const Sums& sums, const DecodeBlock<Formula>& block, int row, int x, Read& samples)
    {
        Simd::Type parts[kParts];
        load(sums, block.luma[row] + x, parts);
        for (int p = 0; p < kParts; ++p) {
            samples.luma[p][0] = Simd::lower<kSize>(parts[p], zero());
            samples.luma[p][1] = Simd::upper<kSize>(parts[p], zero());
        }
    }

private:
    static Simd::Type zero() { return Simd::setInt(0); }
    static const uchar* bytes(const Sample* samples) { return reinterpret_cast<const uchar*>(samples); }

    static void load(const Sums& sums, const Sample* from, Simd::Type (&parts)[kParts])
    {
        fetchAhead(bytes(from), kParts * kBytes);
        if constexpr (kParts == 2)
            Simd::loadHalves(bytes(from), parts);
        else
            parts[0] = Simd::load(bytes(from));
        for (auto& part : parts)
            part = sums.used(part);
    }

    //! Interleaves the samples of two planes.
    static void joinPlanes(const Sums& sums, const Sample* first, const Sample* second, Simd::Type (&parts)[kParts])
    {
        fetchAhead(bytes(first), kParts * kBytes / 2);
        fetchAhead(bytes(second), kParts * kBytes / 2);
        if constexpr (kParts == 2) {
            const auto a = sums.used(Simd::load(bytes(first))), b = sums.used(Simd::load(bytes(second)));
            parts[0] = Simd::lower<kSize>(a, b);
            parts[1] = Simd::upper<kSize>(a, b);
        } else {
            const auto both = sums.used(Simd::spread(bytes(first), bytes(second)));
            parts[0] = Simd::lower<kSize>(both, Simd::upperHalves(both, both));
        }
    }

    static void readFullPlanes(const Sums& sums, const DecodeBlock<Formula>& block, int x, Read& samples)
    {
        const auto even = Simd::setInt(kSize == 1 ? 0x00ff00ff : 0x0000ffff);
        Simd::Type first[kParts], second[kParts];
        load(sums, block.chroma[0] + x, first);
        load(sums, block.chroma[1] + x, second);
        for (int p = 0; p < kParts; ++p) {
            const Simd::Type twos[2] = {Simd::lower<2 * kSize>(first[p], second[p]),
                                        Simd::upper<2 * kSize>(first[p], second[p])};
            for (int h = 0; h < 2; ++h) {
                samples.pairs[p][h][0] = Simd::bits(twos[h], even);
                samples.pairs[p][h][1] = Simd::bits(Simd::shiftIntsRightBy<8 * kSize>(twos[h]), even);
            }
        }
    }
};

//! Four bytes with luma and chroma are two pixels.
template <bool LumaFirst>
struct MixedSource
{
    using Formula = ByteDecodeFormula;
    using Sums = ByteSums;
    using Read = Samples<1, 1>;
    static constexpr int kParts = 1, kPairs = 1;

    // Also reads luma: there is only one row.
    static void readChroma(const Sums&, const ByteDecodeBlock& block, int x, Read& samples)
    {
        const auto even = Simd::setInt(0x00ff00ff);
        Simd::Type halves[2];
        const uchar* const from = (LumaFirst ? block.luma[0] : block.chroma[0]) + 2 * x;
        fetchAhead(from, 2 * kBytes);
        Simd::loadHalves(from, halves);
        for (int h = 0; h < 2; ++h) {
            const auto first = Simd::bits(halves[h], even);
            const auto second = Simd::bits(Simd::shiftIntsRightBy<8>(halves[h]), even);
            samples.pairs[0][h][0] = LumaFirst ? second : first;
            samples.luma[0][h] = LumaFirst ? first : second;
        }
    }

    static void readLuma(const Sums&, const ByteDecodeBlock&, int, int, Read&) {}
};

//! Makes a vector of one channel.
template <class Source>
static inline Simd::Type channelOf(const typename Source::Sums& sumsOf, const Simd::Type (&luma)[Source::kParts][2][2],
                                   const Simd::Type (&chroma)[Source::kParts][2][Source::kPairs])
{
    Simd::Type parts[Source::kParts];
    for (int p = 0; p < Source::kParts; ++p) {
        Simd::Type sums[2][2];
        for (int h = 0; h < 2; ++h) {
            for (int i = 0; i < 2; ++i)
                sums[h][i] = sumsOf.add(luma[p][h][i], chroma[p][h][i % Source::kPairs]);
        }
        parts[p] = Source::Sums::channel(sums[0], sums[1]);
    }
    if constexpr (Source::kParts == 2)
        return Simd::packUnsigned(parts);
    else
        return parts[0];
}

template <int Channels, class Source, class Formula = typename Source::Formula>
static inline int decodeFrom(const Formula& formula, const DecodeBlock<Formula>& block)
{
    constexpr int parts = Source::kParts, pairs = Source::kPairs, size = sizeof(typename Formula::Value);
    const typename Source::Sums sums(formula);
    const ColourMerge<size, Channels> merge;
    const int done = block.pixels / kDecodeVectorPixels * kDecodeVectorPixels;
    for (int x = 0; x < done; x += kBytes / size) {
        typename Source::Read samples;
        Source::readChroma(sums, block, x, samples);
        Simd::Type chroma[3][parts][2][pairs];
        for (int c = 0; c < 3; ++c) {
            for (int i = 0; i < parts * 2 * pairs; ++i) {
                const int part = i / (2 * pairs), half = i / pairs % 2, pair = i % pairs;
                chroma[c][part][half][pair] = sums.ofPairs(samples.pairs[part][half][pair], c);
            }
        }
        for (int r = 0; r < block.rows; ++r) {
            Source::readLuma(sums, block, r, x, samples);
            Simd::Type luma[parts][2][2], channels[3];
            for (int i = 0; i < parts * 2; ++i)
                sums.ofLuma(samples.luma[i / 2][i % 2], luma[i / 2][i % 2]);
            for (int c = 0; c < 3; ++c)
                channels[c] = channelOf<Source>(sums, luma, chroma[c]);
            merge.store(reinterpret_cast<uchar*>(block.to[r] + x * Channels), channels, block.nonTemporal);
        }
    }
    return done;
}

template <class Source, class Formula>
static inline int decodeTo(const Formula& formula, const DecodeBlock<Formula>& block, int channels)
{
    return channels == 4 ? decodeFrom<4, Source>(formula, block) : decodeFrom<3, Source>(formula, block);
}

static inline int decodeMixed(const ByteDecodeFormula& formula, const ByteDecodeBlock& block, int channels)
{
    if (block.cols != 2 || block.lumaStep != 2 || block.chromaStep != 4 || block.chroma[1] != block.chroma[0] + 2)
        return 0;
    return block.luma[0] < block.chroma[0] ? decodeTo<MixedSource<true>>(formula, block, channels)
                                           : decodeTo<MixedSource<false>>(formula, block, channels);
}

template <class Formula>
static inline int decodeMixed(const Formula&, const DecodeBlock<Formula>&, int)
{
    return 0;
}

template <class Formula>
static inline int decodeAny(const Formula& formula, const DecodeBlock<Formula>& block, int channels)
{
    if (block.lumaStep != 1)
        return decodeMixed(formula, block, channels);
    if (!block.chroma[0])
        return decodeTo<PlanarSource<Formula, Chroma::None>>(formula, block, channels);
    if (block.chromaStep == 1 && block.cols == 2)
        return decodeTo<PlanarSource<Formula, Chroma::Planes>>(formula, block, channels);
    if (block.chromaStep == 1 && block.cols == 1)
        return decodeTo<PlanarSource<Formula, Chroma::FullPlanes>>(formula, block, channels);
    if (block.chromaStep == 2 && block.cols == 2 && block.chroma[1] == block.chroma[0] + 1)
        return decodeTo<PlanarSource<Formula, Chroma::Pairs>>(formula, block, channels);
    return 0;
}

//! Defines decodeBlock() for a formula.
#define CUDASTRIPE_DECODE_BLOCK(...)                                                       \
    int decodeBlock(const YuvDecodeFormula<__VA_ARGS__>& formula,                          \
                    const DecodeBlock<YuvDecodeFormula<__VA_ARGS__>>& block, int channels) \
    {                                                                                      \
        return decodeAny(formula, block, channels);                                        \
    }
