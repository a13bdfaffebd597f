// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The sums of the formula to colours, by products of 16 and of 32 bits: included after a `Simd`.

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

    //! The terms of luma of even and of odd pixels. If add() multiplies, gives the factors for it instead.
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

    //! Luma's term, from codes and 2^7 times the codes beside them. If add() multiplies, returns `codes`.
    Simd::Type ofLumaTwice(Simd::Type codes) const
    {
        if constexpr (Simd::kMultipliesAndAdds)
            return codes;
        else
            return Simd::multiplyAdd(codes, luma_);
    }

    //! Values as words, not yet saturated.
    static Simd::Type values(const Simd::Type (&sums)[2])
    {
        return Simd::shiftRightBy<ByteDecodeFormula::kShift - 16>(Simd::joinUpperWords(sums[0], sums[1]));
    }

    Simd::Type least_, neutral_, luma_, high_[3], low_[3], bias_[3];
};

/** @brief The formula by products of 32 bits, whose sums have 64: the upper half of a sum is the value. If a weight has
more than 32 bits, the last ones are zeros; it is stored without them, and samples are shifted instead. */
template <class Value>
class WordSums
{
public:
    using Formula = YuvDecodeFormula<ushort, Value>;

    explicit WordSums(const Formula& f)
        : used_(Simd::setInt(static_cast<int>(0x10001u * (0xffffu >> f.unusedBits << f.unusedBits)))),
          neutral_(Simd::setInt(f.neutral << f.unusedBits))
    {
        static_assert(Formula::kShift == 32, "the upper half of a sum is the value");
        int64 most = 0;
        for (int i = 0; i < 6; ++i)
            most = std::max<int64>(most, std::abs(f.chroma[i / 3][i % 3]));
        const int lumaZeros = f.zerosOf(f.luma, Formula::kLumaBits);
        const int chromaZeros = f.zerosOf(most, Formula::kChromaBits);
        lumaShift_ = Shift(lumaZeros - f.unusedBits);
        chromaShift_ = Shift(chromaZeros - f.unusedBits);
        luma_ = Simd::setInt(static_cast<int>(static_cast<unsigned>(f.luma >> lumaZeros)));
        for (int c = 0; c < 3; ++c) {
            for (int k = 0; k < 2; ++k)
                chroma_[k][c] = Simd::setInt(static_cast<int>(f.chroma[k][c] >> chromaZeros));
            alignas(16) const int64 bias[2] = {f.bias[c], f.bias[c]};
            bias_[c] = Simd::every(reinterpret_cast<const uchar*>(bias));
        }
    }

    Simd::Type used(Simd::Type samples) const { return Simd::bits(samples, used_); }
    //! A pair of chroma without colour.
    Simd::Type neutral() const { return neutral_; }

    //! What pairs of chroma add to a channel.
    Simd::Type ofPairs(Simd::Type pairs, int c) const
    {
        const auto first = Simd::multiplyInts(chromaShift_.ofEven(pairs), chroma_[0][c]);
        const auto second = Simd::multiplyInts(chromaShift_.ofOdd(pairs), chroma_[1][c]);
        return Simd::addLongs(Simd::addLongs(first, second), bias_[c]);
    }

    //! What luma adds to even pixels and to odd ones.
    void ofLuma(Simd::Type codes, Simd::Type (&sums)[2]) const
    {
        sums[0] = Simd::multiplyUnsigned(lumaShift_.ofEven(codes), luma_);
        sums[1] = Simd::multiplyUnsigned(lumaShift_.ofOdd(codes), luma_);
    }

    static Simd::Type add(Simd::Type luma, Simd::Type chroma) { return Simd::addLongs(luma, chroma); }

    //! A channel in the order of pixels, from sums for even and odd pixels of both halves of each chunk;
    //! if values are bytes, not yet saturated.
    static Simd::Type channel(const Simd::Type (&first)[2], const Simd::Type (&second)[2])
    {
        const Simd::Type values[2] = {Simd::joinUpperInts(first[0], first[1]),
                                      Simd::joinUpperInts(second[0], second[1])};
        return sizeof(Value) == 1 ? Simd::packSignedInts(values) : Simd::packUnsignedInts(values);
    }

private:
    //! Moves the even or the odd ones of 32-bit samples to the lower halves of 64 bits, shifted to the left.
    struct Shift
    {
        __m128i left, right;

        Shift() {}
        explicit Shift(int bits) : left(_mm_cvtsi32_si128(bits)), right(_mm_cvtsi32_si128(32 - bits)) {}
        Simd::Type ofEven(Simd::Type samples) const { return Simd::shiftLongsLeft(samples, left); }
        Simd::Type ofOdd(Simd::Type samples) const { return Simd::shiftLongsRight(samples, right); }
    };

    Simd::Type used_, neutral_, luma_, chroma_[2][3], bias_[3];
    Shift lumaShift_, chromaShift_;
};
