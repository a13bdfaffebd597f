// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// 8-bit luma and pairs of chroma to pixels: included for each instruction set within its namespace, behind its
// `Vector`.

//! Words of a number in each 32 bits.
static inline Vector::Type words(int lower, int upper)
{
    return Vector::setInt(static_cast<int>(static_cast<unsigned>(upper) << 16 | static_cast<unsigned>(lower & 0xffff)));
}

/** @brief The formula by products of 16 bits. A weight of luma is 2^7 high + low, and a code y beside y * 2^7 makes one
multiplication of both; the weights of a pair of chroma are 2^11 high + low, which are two. */
struct Weights
{
    static constexpr int kLumaBits = 7, kChromaBits = 11;
    Vector::Type luma, high[3], low[3], bias[3];

    explicit Weights(const ByteDecodeFormula& f)
    {
        luma = words(f.luma & ((1 << kLumaBits) - 1), f.luma >> kLumaBits);
        constexpr int mask = (1 << kChromaBits) - 1;
        for (int c = 0; c < 3; ++c) {
            high[c] = words(f.chroma[0][c] >> kChromaBits, f.chroma[1][c] >> kChromaBits);
            low[c] = words(f.chroma[0][c] & mask, f.chroma[1][c] & mask);
            bias[c] = Vector::setInt(f.bias[c]);
        }
    }

    //! What pairs of chroma, as words, add to a channel.
    Vector::Type ofPairs(Vector::Type pairs, int c) const
    {
        const auto upper = Vector::shiftIntsLeftBy<kChromaBits>(Vector::multiplyAdd(pairs, high[c]));
        return Vector::addInts(upper, Vector::addInts(Vector::multiplyAdd(pairs, low[c]), bias[c]));
    }

    //! What luma adds, of codes that fill 32 bits each.
    Vector::Type ofLuma(Vector::Type codes) const
    {
        const auto both = Vector::either(codes, Vector::shiftIntsLeftBy<16 + kLumaBits>(codes));
        return Vector::multiplyAdd(both, luma);
    }
};

//! A channel, not yet saturated.
static inline Vector::Type channel(Vector::Type luma, Vector::Type chroma)
{
    return Vector::shiftIntsRightBy<ByteDecodeFormula::kShift>(Vector::addInts(luma, chroma));
}

//! Three or four channels, one beside the other. Bytes are in the order of placeOfPixel().
template <int Channels>
struct Pixels
{
    static constexpr PixelOrder kOrders[3] = {interleavedOrder(0), interleavedOrder(1), interleavedOrder(2)};
    static constexpr PixelOrder kOnes[2] = {bytesOfChannel(1), bytesOfChannel(2)};
    static constexpr PixelOrder kInOrder = pixelsInOrder();
    Vector::Type orders[3], ones[2], inOrder, alpha;

    // An implicit constructor would be compiled for the instruction set of the file's end.
    Pixels() : inOrder(Vector::every(kInOrder.bytes)), alpha(Vector::setInt(-1))
    {
        for (int k = 0; k < 3; ++k)
            orders[k] = Vector::every(kOrders[k].bytes);
        for (int k = 0; k < 2; ++k)
            ones[k] = Vector::every(kOnes[k].bytes);
    }

    void store(uchar* to, const Vector::Type (&channels)[3], bool nonTemporal) const
    {
        if (Channels == 3)
            storeThree(to, channels, nonTemporal);
        else
            storeFour(to, channels, nonTemporal);
    }

private:
    void storeThree(uchar* to, const Vector::Type (&channels)[3], bool nonTemporal) const
    {
        Vector::Type c[3], lanes[3];
        for (int k = 0; k < 3; ++k)
            c[k] = Vector::reorder(channels[k], orders[k]);
        for (int k = 0; k < 3; ++k)
            lanes[k] = Vector::select(ones[1], c[(k + 2) % 3], Vector::select(ones[0], c[(k + 1) % 3], c[k]));
        Vector::arrange(lanes);
        for (int k = 0; k < 3; ++k)
            Vector::storeOne(to + k * int(sizeof(Vector::Type)), lanes[k], nonTemporal);
    }

    void storeFour(uchar* to, const Vector::Type (&channels)[3], bool nonTemporal) const
    {
        Vector::Type c[3];
        for (int k = 0; k < 3; ++k)
            c[k] = Vector::reorder(channels[k], inOrder);
        const auto lower = Vector::lowerBytes(c[0], c[1]), upper = Vector::upperBytes(c[0], c[1]);
        const auto lowerLast = Vector::lowerBytes(c[2], alpha), upperLast = Vector::upperBytes(c[2], alpha);
        Vector::Type lanes[4] = {Vector::lowerWords(lower, lowerLast), Vector::upperWords(lower, lowerLast),
                                 Vector::lowerWords(upper, upperLast), Vector::upperWords(upper, upperLast)};
        Vector::arrange(lanes);
        for (int k = 0; k < 4; ++k)
            Vector::storeOne(to + k * int(sizeof(Vector::Type)), lanes[k], nonTemporal);
    }
};

constexpr int kBytes = int(sizeof(Vector::Type));

//! The samples of two halves of each lane: pairs of chroma as words, and the even and odd luma that share them.
struct Samples
{
    Vector::Type pairs[2], even[2], odd[2];
};

//! Luma apart from chroma, which is in pairs or in two planes.
template <bool InPairs>
struct PlanarSource
{
    const Vector::Type zero = Vector::setInt(0), byte = Vector::setInt(255), least;

    explicit PlanarSource(int leastLuma) : least(Vector::setInt(leastLuma * 0x01010101)) {}

    void readPairs(const ByteDecodeBlock& block, int x, Samples& samples) const
    {
        fetchAhead(block.chroma[0] + (InPairs ? x : x / 2), kBytes);
        if (!InPairs)
            fetchAhead(block.chroma[1] + x / 2, kBytes);
        const auto all = InPairs ? Vector::load(block.chroma[0] + x)
                                 : Vector::joined(block.chroma[0] + x / 2, block.chroma[1] + x / 2);
        samples.pairs[0] = Vector::lowerBytes(all, zero);
        samples.pairs[1] = Vector::upperBytes(all, zero);
    }

    void readLuma(const ByteDecodeBlock& block, int row, int x, Samples& samples) const
    {
        fetchAhead(block.luma[row] + x, kBytes);
        const auto codes = Vector::greaterBytes(Vector::load(block.luma[row] + x), least);
        const Vector::Type two[2] = {Vector::lowerWords(codes, zero), Vector::upperWords(codes, zero)};
        for (int h = 0; h < 2; ++h) {
            samples.even[h] = Vector::bits(two[h], byte);
            samples.odd[h] = Vector::shiftIntsRightBy<8>(two[h]);
        }
    }
};

//! Two pixels in four bytes.
template <bool LumaFirst>
struct MixedSource
{
    const Vector::Type byte = Vector::setInt(255), bytes = Vector::setInt(0x00ff00ff), least;

    explicit MixedSource(int leastLuma) : least(Vector::setInt(leastLuma * (LumaFirst ? 0x00010001 : 0x01000100))) {}

    // Luma of the only row is read along.
    void readPairs(const ByteDecodeBlock& block, int x, Samples& samples) const
    {
        Vector::Type halves[2];
        const uchar* const from = (LumaFirst ? block.luma[0] : block.chroma[0]) + 2 * x;
        fetchAhead(from, 2 * kBytes);
        Vector::loadHalves(from, halves);
        for (int h = 0; h < 2; ++h) {
            const auto codes = Vector::greaterBytes(halves[h], least);
            const auto odd = Vector::shiftIntsRightBy<8>(codes);
            samples.pairs[h] = Vector::bits(LumaFirst ? odd : codes, bytes);
            samples.even[h] = Vector::bits(LumaFirst ? codes : odd, byte);
            samples.odd[h] = Vector::bits(Vector::shiftIntsRightBy < LumaFirst ? 16 : 24 > (codes), byte);
        }
    }

    void readLuma(const ByteDecodeBlock&, int, int, Samples&) const {}
};

template <int Channels, class Source>
static inline int decodeFrom(const ByteDecodeFormula& formula, const ByteDecodeBlock& block)
{
    const Weights weights(formula);
    const Pixels<Channels> pixels;
    const Source source(formula.leastLuma);
    const int done = block.pixels / kDecodeTogether * kDecodeTogether;
    for (int x = 0; x < done; x += int(sizeof(Vector::Type))) {
        Samples samples;
        source.readPairs(block, x, samples);
        Vector::Type terms[3][2];
        for (int c = 0; c < 3; ++c) {
            for (int h = 0; h < 2; ++h)
                terms[c][h] = weights.ofPairs(samples.pairs[h], c);
        }
        for (int r = 0; r < block.rows; ++r) {
            source.readLuma(block, r, x, samples);
            Vector::Type found[3][2], channels[3];
            for (int h = 0; h < 2; ++h) {
                const auto even = weights.ofLuma(samples.even[h]), odd = weights.ofLuma(samples.odd[h]);
                for (int c = 0; c < 3; ++c)
                    found[c][h] = Vector::packSignedInts({channel(even, terms[c][h]), channel(odd, terms[c][h])});
            }
            for (int c = 0; c < 3; ++c)
                channels[c] = Vector::packUnsigned(found[c]);
            pixels.store(block.to[r] + x * Channels, channels, block.nonTemporal);
        }
    }
    return done;
}

template <class Source>
static inline int decodeTo(const ByteDecodeFormula& formula, const ByteDecodeBlock& block, int channels)
{
    return channels == 4 ? decodeFrom<4, Source>(formula, block) : decodeFrom<3, Source>(formula, block);
}

int decodeBlock(const ByteDecodeFormula& formula, const ByteDecodeBlock& block, int channels)
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
