// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_MOSAIC_ROW_HASH_HPP
#define STRIPE_MOSAIC_ROW_HASH_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>

//! Hash of a row of a plane. The hash of an output is the sum over all rows, which comes out the same however the rows
//! were divided. It finds accidents, not forgeries.
inline std::uint64_t rowHash(const void* bytes, std::size_t sizeBytes, std::uint64_t plane, std::uint64_t row)
{
    const std::uint64_t odd1 = 0x9E3779B185EBCA87u, odd2 = 0xC2B2AE3D27D4EB4Fu;
    const auto rotated = [](std::uint64_t x, int bits) { return x << bits | x >> (64 - bits); };
    std::uint64_t lanes[4] = {plane * odd1 + row * odd2, row ^ odd1, plane ^ odd2, sizeBytes * odd1};
    const unsigned char* from = static_cast<const unsigned char*>(bytes);
    unsigned char last[32];
    for (; sizeBytes > 0;) {
        const std::size_t taken = sizeBytes < 32 ? sizeBytes : 32;
        if (taken < 32) {
            std::memset(last, 0, sizeof(last));
            std::memcpy(last, from, taken);
        }
        std::uint64_t words[4];
        std::memcpy(words, taken < 32 ? last : from, sizeof(words));
        for (int i = 0; i < 4; ++i)
            lanes[i] = rotated(lanes[i] + words[i] * odd2, 31) * odd1;
        from += taken;
        sizeBytes -= taken;
    }
    std::uint64_t hash = 0;
    for (std::uint64_t lane : lanes) {
        hash = (hash ^ lane) * odd1;
        hash ^= hash >> 29;
    }
    return hash;
}

#endif
