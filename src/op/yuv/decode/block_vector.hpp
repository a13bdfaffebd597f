// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operations of decoding vectors of any width: included within the namespace of each.

struct AnyVector : LaneOperations
{
    static Type lowerBytes(Type a, Type b) { return CUDASTRIPE_MM(unpacklo_epi8)(a, b); }
    static Type upperBytes(Type a, Type b) { return CUDASTRIPE_MM(unpackhi_epi8)(a, b); }
    static Type lowerWords(Type a, Type b) { return CUDASTRIPE_MM(unpacklo_epi16)(a, b); }
    static Type upperWords(Type a, Type b) { return CUDASTRIPE_MM(unpackhi_epi16)(a, b); }
    static Type greaterBytes(Type a, Type b) { return CUDASTRIPE_MM(max_epu8)(a, b); }
    static Type either(Type a, Type b) { return CUDASTRIPE_MM_BITS(or)(a, b); }
    static void storeOne(uchar* to, Type a, bool nonTemporal)
    {
        if (nonTemporal)
            CUDASTRIPE_MM_BITS(stream)(reinterpret_cast<Type*>(to), a);
        else
            CUDASTRIPE_MM_BITS(storeu)(reinterpret_cast<Type*>(to), a);
    }
};
