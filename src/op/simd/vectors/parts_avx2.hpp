// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Pixels in parts: included within the namespace of AVX2, after vectors/part_order.hpp.

#include "avx2.hpp"

//! Two chunks of 16 bytes.
struct Simd : SimdVector
{
    //! The `index`-th part of each chunk.
    template <int Channels>
    static Type part(const uchar* from, int index)
    {
        const uchar* in = from + firstByte(Channels, index);
        const __m128i left = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in));
        const __m128i right = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in + 16 * Channels));
        return _mm256_inserti128_si256(_mm256_castsi128_si256(left), right, 1);
    }
};

#include "merge.hpp"

#include "float_pixels.hpp"

template <int Channels>
using Floats = FloatPixels<Channels>;
