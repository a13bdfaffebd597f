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
            bias_[c] = Lanes::setInt(f.bias[c]);
        }
    }

    Lanes::Type used(Lanes::Type samples) const { return samples; }
    //! A pair of chroma without colour.
    Lanes::Type neutral() const { return neutral_; }

    //! What pairs of chroma add to a channel.
    Lanes::Type ofPairs(Lanes::Type pairs, int c) const
    {
        const auto low = Lanes::multiplyAddTo(bias_[c], pairs, low_[c]);
        return Lanes::multiplyAddTo(low, Lanes::shiftLeftBy<kBits>(pairs), high_[c]);
    }

    //! Luma's terms of even and of odd pixels, or, if add() multiplies, what it multiplies.
    void ofLuma(Lanes::Type codes, Lanes::Type (&sums)[2]) const
    {
        const auto counted = Lanes::greaterBytes(codes, least_), odd = Lanes::shiftIntsRightBy<16>(counted);
        const auto even = Lanes::bits(counted, Lanes::setInt(0xffff));
        sums[0] = ofLumaTwice(Lanes::either(even, Lanes::shiftIntsLeftBy<16 + kBits>(counted)));
        sums[1] = ofLumaTwice(Lanes::either(odd, Lanes::shiftIntsLeftBy<16 + kBits>(odd)));
    }

    Lanes::Type add(Lanes::Type luma, Lanes::Type chroma) const
    {
        if constexpr (Lanes::kMultipliesAndAdds)
            return Lanes::multiplyAddTo(chroma, luma, luma_);
        else
            return Lanes::addInts(luma, chroma);
    }

    //! A channel in the order of pixels, from sums for even and odd pixels of both halves of each lane.
    static Lanes::Type channel(const Lanes::Type (&first)[2], const Lanes::Type (&second)[2])
    {
        return Lanes::packUnsigned({values(first), values(second)});
    }

private:
    static constexpr int kBits = 7, kLow = (1 << kBits) - 1;

    static Lanes::Type words(int lower, int upper)
    {
        return Lanes::setInt(
            static_cast<int>(static_cast<unsigned>(upper) << 16 | static_cast<unsigned>(lower & 0xffff)));
    }

    //! Luma's term, from codes and 2^7 times the codes beside them. If add() multiplies, gives what it was given.
    Lanes::Type ofLumaTwice(Lanes::Type codes) const
    {
        if constexpr (Lanes::kMultipliesAndAdds)
            return codes;
        else
            return Lanes::multiplyAdd(codes, luma_);
    }

    //! Not yet saturated, as words.
    static Lanes::Type values(const Lanes::Type (&sums)[2])
    {
        return Lanes::shiftRightBy<ByteDecodeFormula::kShift - 16>(Lanes::joinUpperWords(sums[0], sums[1]));
    }

    Lanes::Type least_, neutral_, luma_, high_[3], low_[3], bias_[3];
};
