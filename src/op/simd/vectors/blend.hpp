// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operations of SSE4.1 and AVX2, whose masks are vectors: included within the namespace of each.

#include "../operations.hpp"

struct SimdBlend : SimdOperations
{
    //! Joins the lower words of the ints in `lower` with the upper words of those in `upper`.
    static Type joinWords(Type lower, Type upper) { return CUDASTRIPE_MM(blend_epi16)(lower, upper, 0xaa); }
    //! The upper words of ints: in each pair that of `even` comes first.
    static Type joinUpperWords(Type even, Type odd) { return joinWords(CUDASTRIPE_MM(srli_epi32)(even, 16), odd); }

    //! The upper ints of 64-bit numbers: in each pair that of `even` comes first.
    static Type joinUpperInts(Type even, Type odd)
    {
        return CUDASTRIPE_MM(blend_epi16)(CUDASTRIPE_MM(srli_epi64)(even, 32), odd, 0xcc);
    }

    using Mask = Type;
    static Mask mask(const ByteOrders& ones) { return every(ones.bytes); }
    static Type select(Mask mask, Type one, Type other) { return CUDASTRIPE_MM(blendv_epi8)(other, one, mask); }

    //! Sets all bits where `a` or `b` is NaN.
    static Type unordered(Type a, Type b)
    {
        return CUDASTRIPE_AS_INTS(CUDASTRIPE_UNORDERED(CUDASTRIPE_AS_FLOATS(a), CUDASTRIPE_AS_FLOATS(b)));
    }
    static bool anyNaN(Type a, Type b) { return CUDASTRIPE_MM(movemask_epi8)(unordered(a, b)) != 0; }
    //! Replaces each NaN by these bits.
    static Type canonical(Type a, int bits) { return select(unordered(a, a), setInt(bits), a); }
};
