// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The packed 4:4:4 loops for AVX-512.

#include "../../simd/fetch_ahead.hpp"
#include "int_order.hpp"
#include "order.hpp"
#include "pixels.hpp"

#ifdef CUDASTRIPE_X86

#include "../../simd/begin_avx512.hpp"

namespace cv { namespace cudastripe { namespace avx512 {

#include "../../simd/lane_operations.hpp"

//! Four lanes of 16 bytes.
struct Lanes : LaneOperations
{
    //! The lower words of ints with the upper words of others.
    static Type joinWords(Type lower, Type upper) { return _mm512_mask_mov_epi16(lower, 0xaaaaaaaa, upper); }

    using Mask = __mmask64;
    static Mask mask(const LaneOrder& ones) { return _mm512_movepi8_mask(every(ones.bytes)); }
    static Type select(Mask mask, Type one, Type other) { return _mm512_mask_mov_epi8(other, mask, one); }

    static __mmask16 unordered(Type a, Type b)
    {
        return _mm512_cmp_ps_mask(_mm512_castsi512_ps(a), _mm512_castsi512_ps(b), _CMP_UNORD_Q);
    }
    static bool anyNaN(Type a, Type b) { return unordered(a, b) != 0; }
    //! With one NaN for all.
    static Type settled(Type a) { return _mm512_mask_set1_epi32(a, unordered(a, a), kSettledNaN); }

    //! The `index`-th part of each lane. With 4 channels lanes have pixels in the order of memory instead.
    template <int Channels>
    static Type part(const uchar* from, int index)
    {
        if (Channels == 4)
            return _mm512_loadu_si512(from + index * 64);
        const uchar* in = from + firstByte(Channels, index);
        return _mm512_shuffle_i32x4(_mm512_loadu_si512(in), _mm512_loadu_si512(in + 96), 0xcc);  // every 48 bytes
    }
    //! Lanes of neighbours, from the results of the four parts.
    template <int Channels>
    static Type neighbours(Type codes)
    {
        const Type order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
        return Channels == 4 ? _mm512_permutexvar_epi32(order, codes) : codes;
    }

    //! The first, second, third and any fourth lanes of each lane of pixels one after the other.
    static void arrange(Type (&lanes)[3])
    {
        const Type two[3] = {_mm512_setr_epi64(0, 1, 8, 9, 0, 0, 2, 3), _mm512_setr_epi64(2, 3, 10, 11, 0, 0, 4, 5),
                             _mm512_setr_epi64(4, 5, 14, 15, 0, 0, 6, 7)};
        constexpr __mmask8 gap = 0x30;
        Type out[3];
        for (int i = 0; i < 3; ++i)
            out[i] = _mm512_permutex2var_epi64(lanes[i], two[i], lanes[(i + 1) % 3]);
        const Type first = _mm512_mask_shuffle_i64x2(out[0], gap, lanes[2], lanes[2], 0x00);
        const Type second = _mm512_mask_mov_epi64(out[1], gap, lanes[0]);
        lanes[2] = _mm512_mask_shuffle_i64x2(out[2], gap, lanes[1], lanes[1], 0x30);
        lanes[0] = first;
        lanes[1] = second;
    }

    static void arrange(Type (&lanes)[4])
    {
        Type lower[2], upper[2];
        for (int i = 0; i < 2; ++i) {
            lower[i] = _mm512_shuffle_i32x4(lanes[2 * i], lanes[2 * i + 1], 0x44);
            upper[i] = _mm512_shuffle_i32x4(lanes[2 * i], lanes[2 * i + 1], 0xee);
        }
        lanes[0] = _mm512_shuffle_i32x4(lower[0], lower[1], 0x88);
        lanes[1] = _mm512_shuffle_i32x4(lower[0], lower[1], 0xdd);
        lanes[2] = _mm512_shuffle_i32x4(upper[0], upper[1], 0x88);
        lanes[3] = _mm512_shuffle_i32x4(upper[0], upper[1], 0xdd);
    }

    //! Takes each value of 32 bits from one of three vectors.
    static Type choose(const Type (&from)[3], const IntOrders& orders)
    {
        const Type two = _mm512_permutex2var_epi32(from[0], _mm512_load_si512(orders.firstTwo.at), from[1]);
        return _mm512_permutex2var_epi32(two, _mm512_load_si512(orders.third.at), from[2]);
    }
};

#include "channels.hpp"

//! Pixels of floats as a vector for each channel, and back.
template <int Channels>
struct Floats
{
    static constexpr IntOrders kSplits[3] = {splitInts(0), splitInts(1), splitInts(2)};
    static constexpr IntOrders kMerges[3] = {mergeInts(Channels, 0), mergeInts(Channels, 1), mergeInts(Channels, 2)};
    LaneFloats<Channels> lanes;

    Floats() {}  // an implicit one would be compiled for other instruction sets

    void read(const uchar* in, Lanes::Type (&c)[3]) const
    {
        if (Channels == 4)
            return lanes.read(in, c);
        const Lanes::Type from[3] = {_mm512_loadu_si512(in), _mm512_loadu_si512(in + 64), _mm512_loadu_si512(in + 128)};
        for (int k = 0; k < 3; ++k)
            c[k] = Lanes::choose(from, kSplits[k]);
    }

    void store(uchar* to, const Lanes::Type (&codes)[3], bool nonTemporal) const
    {
        Lanes::Type out[3];
        for (int i = 0; i < 3; ++i)
            out[i] = Lanes::choose(codes, kMerges[i]);
        Lanes::store(to, out, nonTemporal);
    }
};

#include "loops.hpp"

}}}  // namespace cv::cudastripe::avx512

#include "../../simd/end_vectors.hpp"

#endif
