// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The formula of 16-bit samples in vectors; included by block_loops.hpp.

/** @brief The formula by products of 32 bits, whose sums have 64: the upper half of a sum is the value. A weight's bits
beyond 32 are zeros at its end; samples are shifted instead. */
template <class Value>
class WordSums
{
public:
    using Formula = YuvDecodeFormula<ushort, Value>;

    explicit WordSums(const Formula& f)
        : used_(Lanes::setInt(static_cast<int>(0x10001u * (0xffffu >> f.unusedBits << f.unusedBits)))),
          neutral_(Lanes::setInt(f.neutral << f.unusedBits))
    {
        static_assert(Formula::kShift == 32, "the upper half of a sum is the value");
        int64 most = 0;
        for (int i = 0; i < 6; ++i)
            most = std::max<int64>(most, std::abs(f.chroma[i / 3][i % 3]));
        const int lumaZeros = f.zerosOf(f.luma, Formula::kLumaBits);
        const int chromaZeros = f.zerosOf(most, Formula::kChromaBits);
        lumaShift_ = Shift(lumaZeros - f.unusedBits);
        chromaShift_ = Shift(chromaZeros - f.unusedBits);
        luma_ = Lanes::setInt(static_cast<int>(static_cast<unsigned>(f.luma >> lumaZeros)));
        for (int c = 0; c < 3; ++c) {
            for (int k = 0; k < 2; ++k)
                chroma_[k][c] = Lanes::setInt(static_cast<int>(f.chroma[k][c] >> chromaZeros));
            alignas(16) const int64 bias[2] = {f.bias[c], f.bias[c]};
            bias_[c] = Lanes::every(reinterpret_cast<const uchar*>(bias));
        }
    }

    Lanes::Type used(Lanes::Type samples) const { return Lanes::bits(samples, used_); }
    //! A pair of chroma without colour.
    Lanes::Type neutral() const { return neutral_; }

    //! What pairs of chroma add to a channel.
    Lanes::Type ofPairs(Lanes::Type pairs, int c) const
    {
        const auto first = Lanes::multiplyInts(chromaShift_.ofEven(pairs), chroma_[0][c]);
        const auto second = Lanes::multiplyInts(chromaShift_.ofOdd(pairs), chroma_[1][c]);
        return Lanes::addLongs(Lanes::addLongs(first, second), bias_[c]);
    }

    //! What luma adds to even pixels and to odd ones.
    void ofLuma(Lanes::Type codes, Lanes::Type (&sums)[2]) const
    {
        sums[0] = Lanes::multiplyUnsigned(lumaShift_.ofEven(codes), luma_);
        sums[1] = Lanes::multiplyUnsigned(lumaShift_.ofOdd(codes), luma_);
    }

    static Lanes::Type add(Lanes::Type luma, Lanes::Type chroma) { return Lanes::addLongs(luma, chroma); }

    //! A channel in the order of pixels, from sums for even and odd pixels of both halves of each lane;
    //! if values are bytes, not yet saturated.
    static Lanes::Type channel(const Lanes::Type (&first)[2], const Lanes::Type (&second)[2])
    {
        const Lanes::Type values[2] = {Lanes::joinUpperInts(first[0], first[1]),
                                       Lanes::joinUpperInts(second[0], second[1])};
        return sizeof(Value) == 1 ? Lanes::packSignedInts(values) : Lanes::packUnsignedInts(values);
    }

private:
    //! Moves samples of 32 bits to the lower half of 64 bits, shifted to the left.
    struct Shift
    {
        __m128i left, right;

        Shift() {}
        explicit Shift(int bits) : left(_mm_cvtsi32_si128(bits)), right(_mm_cvtsi32_si128(32 - bits)) {}
        Lanes::Type ofEven(Lanes::Type samples) const { return Lanes::shiftLongsLeft(samples, left); }
        Lanes::Type ofOdd(Lanes::Type samples) const { return Lanes::shiftLongsRight(samples, right); }
    };

    Lanes::Type used_, neutral_, luma_, chroma_[2][3], bias_[3];
    Shift lumaShift_, chromaShift_;
};
