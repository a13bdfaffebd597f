// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The formula of 8-bit samples in vectors; included by block_loops.hpp.

/** @brief The formula by products of 16 bits. A weight of luma is 2^7 high + low, and a code y beside y * 2^7 makes one
multiplication of both; the weights of a pair of chroma are 2^11 high + low, which are two. */
class ByteSums
{
public:
    explicit ByteSums(const ByteDecodeFormula& f)
        : least_(words(f.leastLuma, f.leastLuma)),
          neutral_(words(f.neutral, f.neutral)),
          luma_(words(f.luma & ((1 << kLumaBits) - 1), f.luma >> kLumaBits))
    {
        constexpr int mask = (1 << kChromaBits) - 1;
        for (int c = 0; c < 3; ++c) {
            high_[c] = words(f.chroma[0][c] >> kChromaBits, f.chroma[1][c] >> kChromaBits);
            low_[c] = words(f.chroma[0][c] & mask, f.chroma[1][c] & mask);
            bias_[c] = Lanes::setInt(f.bias[c]);
        }
    }

    Lanes::Type used(Lanes::Type samples) const { return samples; }
    //! A pair of chroma without colour.
    Lanes::Type neutral() const { return neutral_; }

    //! What pairs of chroma add to a channel.
    Lanes::Type ofPairs(Lanes::Type pairs, int c) const
    {
        const auto upper = Lanes::shiftIntsLeftBy<kChromaBits>(Lanes::multiplyAdd(pairs, high_[c]));
        return Lanes::addInts(upper, Lanes::addInts(Lanes::multiplyAdd(pairs, low_[c]), bias_[c]));
    }

    //! What luma adds to even pixels and to odd ones.
    void ofLuma(Lanes::Type codes, Lanes::Type (&sums)[2]) const
    {
        const auto counted = Lanes::greaterBytes(codes, least_);
        sums[0] = ofOneLuma(Lanes::bits(counted, Lanes::setInt(0xffff)));
        sums[1] = ofOneLuma(Lanes::shiftIntsRightBy<16>(counted));
    }

    static Lanes::Type add(Lanes::Type a, Lanes::Type b) { return Lanes::addInts(a, b); }

    //! A channel of pixels in order, by the sums of half of each lane's even and odd ones, and of the other half's.
    static Lanes::Type channel(const Lanes::Type (&first)[2], const Lanes::Type (&second)[2])
    {
        return Lanes::packUnsigned({values(first), values(second)});
    }

private:
    static constexpr int kLumaBits = 7, kChromaBits = 11;

    static Lanes::Type words(int lower, int upper)
    {
        return Lanes::setInt(
            static_cast<int>(static_cast<unsigned>(upper) << 16 | static_cast<unsigned>(lower & 0xffff)));
    }

    Lanes::Type ofOneLuma(Lanes::Type codes) const
    {
        const auto both = Lanes::either(codes, Lanes::shiftIntsLeftBy<16 + kLumaBits>(codes));
        return Lanes::multiplyAdd(both, luma_);
    }

    //! Not yet saturated, as words.
    static Lanes::Type values(const Lanes::Type (&sums)[2])
    {
        constexpr int shift = ByteDecodeFormula::kShift;
        return Lanes::joinWords(Lanes::shiftIntsRightBy<shift>(sums[0]), Lanes::shiftIntsRightBy<shift - 16>(sums[1]));
    }

    Lanes::Type least_, neutral_, luma_, high_[3], low_[3], bias_[3];
};
