// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The packed 4:4:4 loops for SSE4.1.

#include "../../simd/fetch_ahead.hpp"
#include "order.hpp"
#include "pixels.hpp"

#ifdef CUDASTRIPE_X86

#include "../../simd/begin_sse41.hpp"

namespace cv { namespace cudastripe { namespace sse41 {

#include "../../simd/vectors/sse41.hpp"

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

#include "../../simd/vectors/merge.hpp"
#include "channels.hpp"

template <int Channels>
using Floats = FloatPixels<Channels>;

#include "loops.hpp"

}}}  // namespace cv::cudastripe::sse41

#include "../../simd/end_vectors.hpp"

#endif
