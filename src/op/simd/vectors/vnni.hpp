// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Vectors of AVX-512 with VNNI: included within its namespace, after vectors/order.hpp.

#include "avx512.hpp"

struct Simd : SimdVector
{
    static constexpr bool kMultipliesAndAdds = true;
    static Type multiplyAddTo(Type sums, Type a, Type b) { return _mm512_dpwssd_epi32(sums, a, b); }
    //! Adds the products of four bytes to each int; bytes of `a` are unsigned, those of `b` signed.
    static Type byteDots(Type sums, Type a, Type b) { return _mm512_dpbusd_epi32(sums, a, b); }
};
