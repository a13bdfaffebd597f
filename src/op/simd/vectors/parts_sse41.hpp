// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Pixels in parts: included within the namespace of SSE4.1, after vectors/part_order.hpp.

#include "sse41.hpp"

//! One chunk of 16 bytes.
struct Simd : SimdVector
{
    //! The `index`-th part.
    template <int Channels>
    static Type part(const uchar* from, int index)
    {
        return load(from + firstByte(Channels, index));
    }
};

#include "merge.hpp"

#include "float_pixels.hpp"

template <int Channels>
using Floats = FloatPixels<Channels>;
