// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Channels of pixels in another order or number.

#include "../../simd/pixel_shuffle.hpp"
#include "loop.hpp"

namespace cv { namespace cudastripe {

template <int Bytes>
void shuffleChannels(const ChainArrays& arrays)
{
    int from[4];
    for (int c = 0; c < 4; ++c)
        from[c] = arrays.in->x[c].i;
    const PixelShuffle shuffle(Bytes, arrays.channels, arrays.in->channels, from);
    shuffle.run(arrays.src, arrays.count / arrays.channels, arrays.dst);
}

template void shuffleChannels<1>(const ChainArrays& arrays);
template void shuffleChannels<2>(const ChainArrays& arrays);
template void shuffleChannels<4>(const ChainArrays& arrays);
template void shuffleChannels<8>(const ChainArrays& arrays);

}}  // namespace cv::cudastripe
