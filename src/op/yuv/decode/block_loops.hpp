// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// 8-bit luma and pairs of chroma to pixels: included for each instruction set within its namespace, behind its
// `Lanes`.

//! Words of a number in each 32 bits.
static inline Lanes::Type words(int lower, int upper)
{
    return Lanes::setInt(static_cast<int>(static_cast<unsigned>(upper) << 16 | static_cast<unsigned>(lower & 0xffff)));
}

/** @brief The formula by products of 16 bits. A weight of luma is 2^7 high + low, and a code y beside y * 2^7 makes one
multiplication of both; the weights of a pair of chroma are 2^11 high + low, which are two. */
struct Weights
{
    static constexpr int kLumaBits = 7, kChromaBits = 11;
    Lanes::Type luma, high[3], low[3], bias[3];

    explicit Weights(const ByteDecodeFormula& f)
    {
        luma = words(f.luma & ((1 << kLumaBits) - 1), f.luma >> kLumaBits);
        constexpr int mask = (1 << kChromaBits) - 1;
        for (int c = 0; c < 3; ++c) {
            high[c] = words(f.chroma[0][c] >> kChromaBits, f.chroma[1][c] >> kChromaBits);
            low[c] = words(f.chroma[0][c] & mask, f.chroma[1][c] & mask);
            bias[c] = Lanes::setInt(f.bias[c]);
        }
    }

    //! What pairs of chroma, as words, add to a channel.
    Lanes::Type ofPairs(Lanes::Type pairs, int c) const
    {
        const auto upper = Lanes::shiftIntsLeftBy<kChromaBits>(Lanes::multiplyAdd(pairs, high[c]));
        return Lanes::addInts(upper, Lanes::addInts(Lanes::multiplyAdd(pairs, low[c]), bias[c]));
    }

    //! What luma adds, of codes that fill 32 bits each.
    Lanes::Type ofLuma(Lanes::Type codes) const
    {
        const auto both = Lanes::either(codes, Lanes::shiftIntsLeftBy<16 + kLumaBits>(codes));
        return Lanes::multiplyAdd(both, luma);
    }
};

//! Channels of even and odd pixels in turn, not yet saturated, as words.
static inline Lanes::Type channel(Lanes::Type even, Lanes::Type odd)
{
    constexpr int shift = ByteDecodeFormula::kShift;
    return Lanes::joinWords(Lanes::shiftIntsRightBy<shift>(even), Lanes::shiftIntsRightBy<shift - 16>(odd));
}

constexpr int kBytes = int(sizeof(Lanes::Type));

//! The samples of two halves of each lane: pairs of chroma as words, and the even and odd luma that share them.
struct Samples
{
    Lanes::Type pairs[2], even[2], odd[2];
};

//! Luma apart from chroma, which is in pairs or in two planes.
template <bool InPairs>
struct PlanarSource
{
    const Lanes::Type zero = Lanes::setInt(0), byte = Lanes::setInt(255), least;

    explicit PlanarSource(int leastLuma) : least(Lanes::setInt(leastLuma * 0x01010101)) {}

    void readPairs(const ByteDecodeBlock& block, int x, Samples& samples) const
    {
        fetchAhead(block.chroma[0] + (InPairs ? x : x / 2), kBytes);
        if (!InPairs)
            fetchAhead(block.chroma[1] + x / 2, kBytes);
        auto all = InPairs ? Lanes::load(block.chroma[0] + x)
                           : Lanes::spread(block.chroma[0] + x / 2, block.chroma[1] + x / 2);
        if (!InPairs)
            all = Lanes::lowerBytes(all, Lanes::upperHalves(all, all));
        samples.pairs[0] = Lanes::lowerBytes(all, zero);
        samples.pairs[1] = Lanes::upperBytes(all, zero);
    }

    void readLuma(const ByteDecodeBlock& block, int row, int x, Samples& samples) const
    {
        fetchAhead(block.luma[row] + x, kBytes);
        const auto codes = Lanes::greaterBytes(Lanes::load(block.luma[row] + x), least);
        const Lanes::Type two[2] = {Lanes::lowerWords(codes, zero), Lanes::upperWords(codes, zero)};
        for (int h = 0; h < 2; ++h) {
            samples.even[h] = Lanes::bits(two[h], byte);
            samples.odd[h] = Lanes::shiftIntsRightBy<8>(two[h]);
        }
    }
};

//! Two pixels in four bytes.
template <bool LumaFirst>
struct MixedSource
{
    const Lanes::Type byte = Lanes::setInt(255), bytes = Lanes::setInt(0x00ff00ff), least;

    explicit MixedSource(int leastLuma) : least(Lanes::setInt(leastLuma * (LumaFirst ? 0x00010001 : 0x01000100))) {}

    // Luma of the only row is read along.
    void readPairs(const ByteDecodeBlock& block, int x, Samples& samples) const
    {
        Lanes::Type halves[2];
        const uchar* const from = (LumaFirst ? block.luma[0] : block.chroma[0]) + 2 * x;
        fetchAhead(from, 2 * kBytes);
        Lanes::loadHalves(from, halves);
        for (int h = 0; h < 2; ++h) {
            const auto codes = Lanes::greaterBytes(halves[h], least);
            const auto odd = Lanes::shiftIntsRightBy<8>(codes);
            samples.pairs[h] = Lanes::bits(LumaFirst ? odd : codes, bytes);
            samples.even[h] = Lanes::bits(LumaFirst ? codes : odd, byte);
            samples.odd[h] = Lanes::bits(Lanes::shiftIntsRightBy < LumaFirst ? 16 : 24 > (codes), byte);
        }
    }

    void readLuma(const ByteDecodeBlock&, int, int, Samples&) const {}
};

template <int Channels, class Source>
static inline int decodeFrom(const ByteDecodeFormula& formula, const ByteDecodeBlock& block)
{
    const Weights weights(formula);
    const ColourMerge<1, Channels> merge;
    const Source source(formula.leastLuma);
    const int done = block.pixels / kDecodeTogether * kDecodeTogether;
    for (int x = 0; x < done; x += int(sizeof(Lanes::Type))) {
        Samples samples;
        source.readPairs(block, x, samples);
        Lanes::Type terms[3][2];
        for (int c = 0; c < 3; ++c) {
            for (int h = 0; h < 2; ++h)
                terms[c][h] = weights.ofPairs(samples.pairs[h], c);
        }
        for (int r = 0; r < block.rows; ++r) {
            source.readLuma(block, r, x, samples);
            Lanes::Type found[3][2], channels[3];
            for (int h = 0; h < 2; ++h) {
                const auto even = weights.ofLuma(samples.even[h]), odd = weights.ofLuma(samples.odd[h]);
                for (int c = 0; c < 3; ++c)
                    found[c][h] = channel(Lanes::addInts(even, terms[c][h]), Lanes::addInts(odd, terms[c][h]));
            }
            for (int c = 0; c < 3; ++c)
                channels[c] = Lanes::packUnsigned(found[c]);
            merge.store(block.to[r] + x * Channels, channels, block.nonTemporal);
        }
    }
    return done;
}

template <class Source>
static inline int decodeTo(const ByteDecodeFormula& formula, const ByteDecodeBlock& block, int channels)
{
    return channels == 4 ? decodeFrom<4, Source>(formula, block) : decodeFrom<3, Source>(formula, block);
}

static inline int decodeAny(const ByteDecodeFormula& formula, const ByteDecodeBlock& block, int channels)
{
    if (block.cols != 2 || !block.chroma[0])
        return 0;
    if (block.lumaStep == 1 && block.chromaStep == 1)
        return decodeTo<PlanarSource<false>>(formula, block, channels);
    if (block.lumaStep == 1 && block.chromaStep == 2 && block.chroma[1] == block.chroma[0] + 1)
        return decodeTo<PlanarSource<true>>(formula, block, channels);
    if (block.lumaStep == 2 && block.chromaStep == 4 && block.chroma[1] == block.chroma[0] + 2) {
        if (block.luma[0] < block.chroma[0])
            return decodeTo<MixedSource<true>>(formula, block, channels);
        return decodeTo<MixedSource<false>>(formula, block, channels);
    }
    return 0;
}
