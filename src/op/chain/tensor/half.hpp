// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The conversions of 32F to 16 bits by integers, which compilers vectorise for any CPU.

#pragma once

#include "../body/math.hpp"

namespace cv { namespace cudastripe {

//! The bits of a CV_16F: rounded to nearest, ties to even. NaN has the same bits on host and device.
CV_CUDASTRIPE_HD inline std::uint32_t halfOf(float value)
{
    const std::uint32_t bits = bitsAs<std::uint32_t>(value), size = bits & 0x7fffffffu;
#ifdef __CUDA_ARCH__
    std::uint16_t half;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half) : "f"(value));
    return size > 0x7f800000u ? 0x7e00u | (bits >> 16 & 0x8000u) : half;
#else
    // The last bit of the sum has the value of the last bit of a denormal half, so that the addition rounds.
    const std::uint32_t small = bitsAs<std::uint32_t>(bitsAs<float>(size) + 0.5f) - 0x3f000000u;
    const std::uint32_t usual = (size + (size >> 13 & 1u) + 0xc8000fffu) >> 13;
    const std::uint32_t large = size > 0x7f800000u ? 0x7e00u : 0x7c00u;
    const std::uint32_t code = size < 0x38800000u ? small : size < 0x47800000u ? usual : large;
    return code | (bits >> 16 & 0x8000u);
#endif
}

//! The bits of a bfloat16: rounded to nearest, ties to even.
CV_CUDASTRIPE_HD inline std::uint32_t bfloatOf(float value)
{
    const std::uint32_t bits = bitsAs<std::uint32_t>(value), rounded = (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;
    return (bits & 0x7fffffffu) > 0x7f800000u ? 0x7fc0u : rounded;
}

}}  // namespace cv::cudastripe
