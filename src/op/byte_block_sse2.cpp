// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "byte_block.hpp"
#include "fetch_ahead.hpp"
#include "instruction_set.hpp"

#ifdef CUDASTRIPE_X86

#include <emmintrin.h>

namespace cv { namespace cudastripe { namespace sse2 {

//! Four numbers of 32 bits, or eight of 16.
struct Vector
{
    using Type = __m128i;
    static constexpr int kLanes = 4;

    static Type set(int value) { return _mm_set1_epi32(value); }
    static Type load(const uchar* from) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)); }
    //! Four pixels of three bytes, and as a fourth byte any. Reads 16 bytes.
    static Type loadThree(const uchar* from)
    {
        const Type all = load(from);
        const Type left = _mm_unpacklo_epi32(all, _mm_srli_si128(all, 3));
        return _mm_unpacklo_epi64(left, _mm_unpacklo_epi32(_mm_srli_si128(all, 6), _mm_srli_si128(all, 9)));
    }
    static Type evenBytes(Type pixels) { return _mm_and_si128(pixels, _mm_set1_epi32(0x00ff00ff)); }
    static Type oddBytes(Type pixels) { return _mm_srli_epi16(pixels, 8); }
    static Type add(Type a, Type b) { return _mm_add_epi32(a, b); }
    static Type addShort(Type a, Type b) { return _mm_add_epi16(a, b); }
    static Type multiplyAdd(Type a, Type b) { return _mm_madd_epi16(a, b); }
    static Type shiftRight(Type a, Type bits) { return _mm_sra_epi32(a, _mm_srli_epi64(_mm_slli_epi64(bits, 32), 32)); }
    template <int Bits>
    static Type shiftRightBy(Type a)
    {
        return _mm_srai_epi32(a, Bits);
    }
    static Type upperShort(Type a) { return _mm_srli_epi32(a, 16); }
    static Type joinShorts(Type lower, Type upper)
    {
        return _mm_or_si128(_mm_and_si128(lower, _mm_set1_epi32(0xffff)), _mm_slli_epi32(upper, 16));
    }
    static Type rightOfPair(Type a) { return _mm_srli_epi64(a, 32); }
    static Type leftOfPairs(Type a, Type b)
    {
        return _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(a), _mm_castsi128_ps(b), 0x88));
    }
    //! 16 codes, saturated to bytes.
    static void store(uchar* to, const Type (&codes)[4])
    {
        const Type bytes = _mm_packus_epi16(_mm_packs_epi32(codes[0], codes[1]), _mm_packs_epi32(codes[2], codes[3]));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to), bytes);
    }
    //! 8 codes, saturated to bytes.
    static void storeHalf(uchar* to, const Type (&codes)[2])
    {
        const Type shorts = _mm_packs_epi32(codes[0], codes[1]);
        _mm_storel_epi64(reinterpret_cast<__m128i*>(to), _mm_packus_epi16(shorts, shorts));
    }
};

#include "byte_block_loops.hpp"

void fixedBlock(const FixedYuv<uchar>& formula, const ByteBlock& block)
{
    constexpr int shift = FixedYuv<uchar>::kShift;
    const auto outerWeights = pair(formula.luma[0], formula.luma[2]), middleWeights = pair(formula.luma[1], 0);
    const auto half = Vector::set(1 << (shift - 1));
    const auto middleCode = Vector::set((FixedYuv<uchar>::kHalf << shift) + (1 << (shift - 1)));
    const auto first = pair(formula.difference[0], -formula.difference[0]);
    const auto second = pair(formula.difference[1], -formula.difference[1]);
    for (int x = 0; x < block.pixels; x += Pixels::kCount) {
        const Pixels pixels(block.rows[0] + x * block.channels, block.channels);
        Vector::Type y[Pixels::kVectors], d[2][Pixels::kVectors];
        for (int i = 0; i < Pixels::kVectors; ++i) {
            const auto sum = Vector::add(Vector::multiplyAdd(pixels.outer[i], outerWeights),
                                         Vector::multiplyAdd(pixels.middle[i], middleWeights));
            y[i] = Vector::shiftRightBy<shift>(Vector::add(sum, half));
            // The first or the third channel in the lower half of a pair, luma in the upper one.
            const auto left = Vector::joinShorts(pixels.outer[i], y[i]);
            const auto right = Vector::joinShorts(Vector::upperShort(pixels.outer[i]), y[i]);
            const auto a = Vector::multiplyAdd(formula.firstFromThird ? right : left, first);
            const auto b = Vector::multiplyAdd(formula.firstFromThird ? left : right, second);
            d[0][i] = Vector::shiftRightBy<shift>(Vector::add(a, middleCode));
            d[1][i] = Vector::shiftRightBy<shift>(Vector::add(b, middleCode));
        }
        Vector::store(block.luma[0] + x, y);
        Vector::store(block.chroma[0] + x, d[0]);
        Vector::store(block.chroma[1] + x, d[1]);
    }
}

}}}  // namespace cv::cudastripe::sse2

#endif
