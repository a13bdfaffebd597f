// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The formula of 8-bit samples in vectors; included by block_loops.hpp.

/** @brief The formula by products of 16 bits. A weight is 2^7 high + low. Luma takes one multiplication,
pmaddwd((y, 128 y), (low, high)); a pair of chroma takes two: of the codes, and of 2^7 times the codes. */
class ByteSums
{
public:
    explicit ByteSums(const ByteDecodeFormula& f)
        : least_(words(f.leastLuma, f.leastLuma)),
          neutral_(words(f.neutral, f.neutral)),
          luma_(words(f.luma & kLow, f.luma >> kBits))
    {
        for (int c = 0; c < 3; ++c) {
            high_[c] = words(f.chroma[0][c] >> kBits, f.chroma[1][c] >> kBits);
            low_[c] = words(f.chroma[0][c] & kLow, f.chroma[1][c] & kLow);
            bias_[c] = Simd::setInt(f.bias[c]);
        }
    }

    Simd::Type used(Simd::Type samples) const { return samples; }
    //! A pair of chroma without colour.
    Simd::Type neutral() const { return neutral_; }

    //! What pairs of chroma add to a channel.
    Simd::Type ofPairs(Simd::Type pairs, int c) const
    {
        const auto low = Simd::multiplyAddTo(bias_[c], pairs, low_[c]);
        return Simd::multiplyAddTo(low, Simd::shiftLeftBy<kBits>(pairs), high_[c]);
    }

    //! Luma's terms of even and of odd pixels, or, if add() multiplies, what it multiplies.
    void ofLuma(Simd::Type codes, Simd::Type (&sums)[2]) const
    {
        const auto clamped = Simd::greaterBytes(codes, least_), odd = Simd::shiftIntsRightBy<16>(clamped);
        const auto even = Simd::bits(clamped, Simd::setInt(0xffff));
        sums[0] = ofLumaTwice(Simd::either(even, Simd::shiftIntsLeftBy<16 + kBits>(clamped)));
        sums[1] = ofLumaTwice(Simd::either(odd, Simd::shiftIntsLeftBy<16 + kBits>(odd)));
    }

    Simd::Type add(Simd::Type luma, Simd::Type chroma) const
    {
        if constexpr (Simd::kMultipliesAndAdds)
            return Simd::multiplyAddTo(chroma, luma, luma_);
        else
            return Simd::addInts(luma, chroma);
    }

    //! A channel in the order of pixels, from sums for even and odd pixels of both halves of each chunk.
    static Simd::Type channel(const Simd::Type (&first)[2], const Simd::Type (&second)[2])
    {
        return Simd::packUnsigned({values(first), values(second)});
    }

private:
    static constexpr int kBits = 7, kLow = (1 << kBits) - 1;

    static Simd::Type words(int lower, int upper)
    {
        return Simd::setInt(
            static_cast<int>(static_cast<unsigned>(upper) << 16 | static_cast<unsigned>(lower & 0xffff)));
    }

    //! Luma's term, from codes and 2^7 times the codes beside them. If add() multiplies, gives what it was given.
    Simd::Type ofLumaTwice(Simd::Type codes) const
    {
        if constexpr (Simd::kMultipliesAndAdds)
            return codes;
        else
            return Simd::multiplyAdd(codes, luma_);
    }

    //! Not yet saturated, as words.
    static Simd::Type values(const Simd::Type (&sums)[2])
    {
        return Simd::shiftRightBy<ByteDecodeFormula::kShift - 16>(Simd::joinUpperWords(sums[0], sums[1]));
    }

    Simd::Type least_, neutral_, luma_, high_[3], low_[3], bias_[3];
};
