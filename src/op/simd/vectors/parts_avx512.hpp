// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Pixels in parts: included within the namespace of AVX-512, after vectors/part_order.hpp.

#include "avx512.hpp"

//! Four chunks of 16 bytes.
struct Simd : SimdVector
{
    //! The `index`-th part of each chunk. With 4 channels the `index`-th 64 bytes instead.
    template <int Channels>
    static Type part(const uchar* from, int index)
    {
        if (Channels == 4)
            return _mm512_loadu_si512(from + index * 64);
        const uchar* in = from + firstByte(Channels, index);
        return _mm512_shuffle_i32x4(_mm512_loadu_si512(in), _mm512_loadu_si512(in + 96), 0xcc);  // every 48 bytes
    }
    //! Codes in the order of pixels, whatever order part() gave.
    template <int Channels>
    static Type neighbours(Type codes)
    {
        return Channels == 4 ? inOrder(codes) : codes;
    }

    //! Selects each value of 32 bits from three vectors.
    static Type choose(const Type (&from)[3], const IntOrders& orders)
    {
        const Type two = _mm512_permutex2var_epi32(from[0], _mm512_load_si512(orders.firstTwo.at), from[1]);
        return _mm512_permutex2var_epi32(two, _mm512_load_si512(orders.third.at), from[2]);
    }
};

#include "merge.hpp"

#include "float_pixels.hpp"

//! Turns pixels of floats into a vector for each channel, and back.
template <int Channels>
struct Floats
{
    static constexpr IntOrders kSplits[3] = {splitInts(0), splitInts(1), splitInts(2)};
    static constexpr IntOrders kMerges[3] = {mergeInts(Channels, 0), mergeInts(Channels, 1), mergeInts(Channels, 2)};
    FloatPixels<Channels> pixels;

    Floats() {}  // an implicit one would be compiled for other instruction sets

    void read(const uchar* in, Simd::Type (&c)[3]) const
    {
        if (Channels == 4)
            return pixels.read(in, c);
        const Simd::Type from[3] = {_mm512_loadu_si512(in), _mm512_loadu_si512(in + 64), _mm512_loadu_si512(in + 128)};
        for (int k = 0; k < 3; ++k)
            c[k] = Simd::choose(from, kSplits[k]);
    }

    void store(uchar* to, const Simd::Type (&codes)[3], bool nonTemporal) const
    {
        Simd::Type out[3];
        for (int i = 0; i < 3; ++i)
            out[i] = Simd::choose(codes, kMerges[i]);
        Simd::store(to, out, nonTemporal);
    }
};
