// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef SAMPLES_DIGEST_HPP
#define SAMPLES_DIGEST_HPP

#include <array>
#include <cstdint>
#include <string>

//! XXH64 of bytes that come in parts: what the program xxh64sum prints. Faster than a disk.
class Digest
{
public:
    void add(const void* bytes, std::size_t sizeBytes);
    void add(const std::string& text) { add(text.data(), text.size()); }

    std::uint64_t value() const;
    //! 16 digits.
    std::string text() const;
    std::int64_t bytes() const { return std::int64_t(bytes_); }

private:
    void addBlock(const unsigned char* block);

    std::array<std::uint64_t, 4> lanes_ = {0x60EA27EEADC0B5D6u, 0xC2B2AE3D27D4EB4Fu, 0, 0x61C8864E7A143579u};
    std::array<unsigned char, 32> rest_{};
    std::uint64_t bytes_ = 0;
};

#endif
