// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef DECIPHER_CIPHER_HPP
#define DECIPHER_CIPHER_HPP

#include <cstdint>
#include <opencv2/cudastripe/detail/host_device.hpp>
#include <opencv2/cudastripe/striper.hpp>

//! The key of a Feistel network, which can be inverted for any round function.
//! It makes work whose result can be checked; it is not secure.
struct CipherKey
{
    std::uint64_t bits;
    std::uint32_t rounds;

    CV_CUDASTRIPE_HD std::uint32_t scramble(std::uint32_t half, std::uint32_t round) const
    {
        const std::uint32_t start = static_cast<std::uint32_t>(bits);
        const std::uint32_t step = static_cast<std::uint32_t>(bits >> 32) | 1;  // odd: all round keys differ
        const std::uint32_t product = (half ^ (start + round * step)) * 0x9e3779b1u;
        return product ^ (product >> 15);  // low bits of a product do not depend on high ones
    }
};

struct Encipher
{
    CipherKey key;

    CV_CUDASTRIPE_HD std::uint64_t operator()(std::uint64_t entry) const
    {
        std::uint32_t left = static_cast<std::uint32_t>(entry >> 32);
        std::uint32_t right = static_cast<std::uint32_t>(entry);
        for (std::uint32_t round = 0; round < key.rounds; ++round) {
            const std::uint32_t next = left ^ key.scramble(right, round);
            left = right;
            right = next;
        }
        return std::uint64_t(left) << 32 | right;
    }
};

//! The rounds of Encipher, backwards.
struct Decipher
{
    CipherKey key;

    CV_CUDASTRIPE_HD std::uint64_t operator()(std::uint64_t entry) const
    {
        std::uint32_t left = static_cast<std::uint32_t>(entry >> 32);
        std::uint32_t right = static_cast<std::uint32_t>(entry);
        for (std::uint32_t round = key.rounds; round-- > 0;) {
            const std::uint32_t previous = right ^ key.scramble(left, round);
            right = left;
            left = previous;
        }
        return std::uint64_t(left) << 32 | right;
    }
};

//! The library at work: deciphers an array in place.
void decipherEntries(std::uint64_t* entries, std::int64_t count, const Decipher& decipher,
                     cv::cudastripe::Striper& striper);

#endif
