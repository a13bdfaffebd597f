// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Results of a chain where its mask is 0: without a branch, so that the compiler vectorises the loops.

#include "masking.hpp"

#include "../../depth_types.hpp"
#include "../../simd/instruction_set.hpp"

namespace cv { namespace cudastripe {
namespace {

template <class T, int channels>
CUDASTRIPE_INLINE void keepUnmasked(const uchar* mask, const uchar* old, uchar* result, int pixels)
{
    using Value = typename Unaligned<T>::type;
    const auto bitsFor = [mask](int pixel) { return static_cast<T>(mask[pixel] ? ~T(0) : T(0)); };
    Value* const values = reinterpret_cast<Value*>(result);
    const Value* const others = reinterpret_cast<const Value*>(old);
    if (!old) {
        CUDASTRIPE_INDEPENDENT
        for (int i = 0; i < pixels; ++i) {
            for (int c = 0; c < channels; ++c)
                values[i * channels + c] = static_cast<T>(values[i * channels + c] & bitsFor(i));
        }
        return;
    }
    CUDASTRIPE_INDEPENDENT
    for (int i = 0; i < pixels; ++i) {
        const T bits = bitsFor(i);
        for (int c = 0; c < channels; ++c) {
            const int at = i * channels + c;
            values[at] = static_cast<T>((values[at] & bits) | (others[at] & ~bits));
        }
    }
}

template <class T>
KeepUnmasked versionFor(int channels)
{
    static const KeepUnmasked versions[] = {
        Versions<&keepUnmasked<T, 1>>::forThisCpu(), Versions<&keepUnmasked<T, 2>>::forThisCpu(),
        Versions<&keepUnmasked<T, 3>>::forThisCpu(), Versions<&keepUnmasked<T, 4>>::forThisCpu()};
    return versions[channels - 1];
}

}  // namespace

KeepUnmasked keepUnmaskedOf(int depth, int channels)
{
    switch (depthBytes(depth)) {
    case 1:
        return versionFor<uchar>(channels);
    case 2:
        return versionFor<ushort>(channels);
    case 4:
        return versionFor<std::uint32_t>(channels);
    default:
        return versionFor<std::uint64_t>(channels);
    }
}

}}  // namespace cv::cudastripe
