// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operations that vectors of any width have: included for each instruction set after its begin_*.hpp.

//! Vectors of chunks of 16 bytes. A chunk holds bytes, numbers of 16 or 32 bits, or floats.
struct SimdOperations
{
    using Type = decltype(CUDASTRIPE_MM(set1_epi32)(0));
    static constexpr int kCount = sizeof(Type) / 16;

    static Type load(const uchar* from) { return CUDASTRIPE_MM_BITS(loadu)(reinterpret_cast<const Type*>(from)); }
    //! Every chunk gets a copy of 16 aligned bytes.
    static Type every(const uchar* chunk)
    {
        return CUDASTRIPE_EVERY_CHUNK(_mm_load_si128(reinterpret_cast<const __m128i*>(chunk)));
    }

    static Type greaterBytes(Type a, Type b) { return CUDASTRIPE_MM(max_epu8)(a, b); }

    static Type set(short value) { return CUDASTRIPE_MM(set1_epi16)(value); }
    static Type add(Type a, Type b) { return CUDASTRIPE_MM(add_epi16)(a, b); }
    static Type subtract(Type a, Type b) { return CUDASTRIPE_MM(sub_epi16)(a, b); }
    static Type multiplyAddBytes(Type bytes, Type weights) { return CUDASTRIPE_MM(maddubs_epi16)(bytes, weights); }
    static Type roundedProduct(Type a, Type b) { return CUDASTRIPE_MM(mulhrs_epi16)(a, b); }
    template <int Count>
    static Type shiftRightBy(Type a)
    {
        return CUDASTRIPE_MM(srai_epi16)(a, Count);
    }
    template <int Count>
    static Type shiftLeftBy(Type a)
    {
        return CUDASTRIPE_MM(slli_epi16)(a, Count);
    }
    static Type bits(Type a, Type mask) { return CUDASTRIPE_MM_BITS(and)(a, mask); }
    static Type either(Type a, Type b) { return CUDASTRIPE_MM_BITS(or)(a, b); }
    static Type exclusiveOr(Type a, Type b) { return CUDASTRIPE_MM_BITS(xor)(a, b); }
    static Type packUnsigned(const Type (&a)[2]) { return CUDASTRIPE_MM(packus_epi16)(a[0], a[1]); }
    static Type packSigned(const Type (&a)[2]) { return CUDASTRIPE_MM(packs_epi16)(a[0], a[1]); }

    static Type setInt(int value) { return CUDASTRIPE_MM(set1_epi32)(value); }
    //! Two words in each int.
    static Type setPair(int lower, int upper)
    {
        return setInt(static_cast<int>(static_cast<unsigned>(upper) << 16 | static_cast<unsigned>(lower & 0xffff)));
    }
    static Type addInts(Type a, Type b) { return CUDASTRIPE_MM(add_epi32)(a, b); }
    static Type multiplyAdd(Type a, Type b) { return CUDASTRIPE_MM(madd_epi16)(a, b); }
    //! True in vectors/vnni.hpp, where multiplyAddTo() is one instruction; it then has byteDots(), too.
    static constexpr bool kMultipliesAndAdds = false;
    static Type multiplyAddTo(Type sums, Type a, Type b) { return addInts(sums, multiplyAdd(a, b)); }
    template <int Count>
    static Type shiftIntsRightBy(Type a)
    {
        return CUDASTRIPE_MM(srai_epi32)(a, Count);
    }
    template <int Count>
    static Type shiftIntsLeftBy(Type a)
    {
        return CUDASTRIPE_MM(slli_epi32)(a, Count);
    }
    //! The 64-bit products of the ints with even indices.
    static Type multiplyInts(Type a, Type b) { return CUDASTRIPE_MM(mul_epi32)(a, b); }
    static Type multiplyUnsigned(Type a, Type b) { return CUDASTRIPE_MM(mul_epu32)(a, b); }
    static Type addLongs(Type a, Type b) { return CUDASTRIPE_MM(add_epi64)(a, b); }
    static Type shiftLongsLeft(Type a, __m128i count) { return CUDASTRIPE_MM(sll_epi64)(a, count); }
    static Type shiftLongsRight(Type a, __m128i count) { return CUDASTRIPE_MM(srl_epi64)(a, count); }
    static Type packUnsignedInts(const Type (&a)[2]) { return CUDASTRIPE_MM(packus_epi32)(a[0], a[1]); }
    static Type packSignedInts(const Type (&a)[2]) { return CUDASTRIPE_MM(packs_epi32)(a[0], a[1]); }

    static Type setFloat(float value) { return CUDASTRIPE_AS_INTS(CUDASTRIPE_MM(set1_ps)(value)); }
    static Type addFloats(Type a, Type b)
    {
        return CUDASTRIPE_AS_INTS(CUDASTRIPE_MM(add_ps)(CUDASTRIPE_AS_FLOATS(a), CUDASTRIPE_AS_FLOATS(b)));
    }
    static Type subtractFloats(Type a, Type b)
    {
        return CUDASTRIPE_AS_INTS(CUDASTRIPE_MM(sub_ps)(CUDASTRIPE_AS_FLOATS(a), CUDASTRIPE_AS_FLOATS(b)));
    }
    static Type product(Type a, Type b)
    {
        return CUDASTRIPE_AS_INTS(CUDASTRIPE_MM(mul_ps)(CUDASTRIPE_AS_FLOATS(a), CUDASTRIPE_AS_FLOATS(b)));
    }

    static Type lowerInts(Type a, Type b) { return CUDASTRIPE_MM(unpacklo_epi32)(a, b); }
    static Type upperInts(Type a, Type b) { return CUDASTRIPE_MM(unpackhi_epi32)(a, b); }
    static Type lowerHalves(Type a, Type b) { return CUDASTRIPE_MM(unpacklo_epi64)(a, b); }
    static Type upperHalves(Type a, Type b) { return CUDASTRIPE_MM(unpackhi_epi64)(a, b); }
    //! Alternates values of `Size` bytes from lower halves of chunks.
    template <int Size>
    static Type lower(Type a, Type b)
    {
        return Size == 1   ? CUDASTRIPE_MM(unpacklo_epi8)(a, b)
               : Size == 2 ? CUDASTRIPE_MM(unpacklo_epi16)(a, b)
               : Size == 4 ? lowerInts(a, b)
                           : lowerHalves(a, b);
    }
    template <int Size>
    static Type upper(Type a, Type b)
    {
        return Size == 1   ? CUDASTRIPE_MM(unpackhi_epi8)(a, b)
               : Size == 2 ? CUDASTRIPE_MM(unpackhi_epi16)(a, b)
               : Size == 4 ? upperInts(a, b)
                           : upperHalves(a, b);
    }
    static Type reorder(Type a, Type order) { return CUDASTRIPE_MM(shuffle_epi8)(a, order); }

    //! Codes in the order of pixels. A derived class hides this function if its part() reads in another order.
    template <int Channels>
    static Type neighbours(Type codes)
    {
        return codes;
    }

    //! For non-temporal stores `to` must be aligned to a vector.
    template <int Count>
    static void store(uchar* to, const Type (&vectors)[Count], bool nonTemporal)
    {
        for (int i = 0; i < Count; ++i) {
            Type* const target = reinterpret_cast<Type*>(to) + i;
            if (nonTemporal)
                CUDASTRIPE_MM_BITS(stream)(target, vectors[i]);
            else
                CUDASTRIPE_MM_BITS(storeu)(target, vectors[i]);
        }
    }
};
