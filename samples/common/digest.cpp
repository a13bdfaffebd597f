// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "digest.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace {

constexpr std::uint64_t p1 = 0x9E3779B185EBCA87u, p2 = 0xC2B2AE3D27D4EB4Fu, p3 = 0x165667B19E3779F9u,
                        p4 = 0x85EBCA77C2B2AE63u, p5 = 0x27D4EB2F165667C5u;

std::uint64_t rotated(std::uint64_t x, int bits)
{
    return x << bits | x >> (64 - bits);
}

std::uint64_t round(std::uint64_t lane, std::uint64_t word)
{
    return rotated(lane + word * p2, 31) * p1;
}

template <class Word>
Word load(const unsigned char* from)
{
    Word word;
    std::memcpy(&word, from, sizeof word);
    return word;
}

}  // namespace

void Digest::add(const void* bytes, std::size_t sizeBytes)
{
    const unsigned char* from = static_cast<const unsigned char*>(bytes);
    while (sizeBytes > 0) {
        const std::size_t held = bytes_ % rest_.size(), size = std::min(sizeBytes, rest_.size() - held);
        bytes_ += size;
        if (size == rest_.size()) {
            addBlock(from);
        } else {
            std::memcpy(rest_.data() + held, from, size);
            if (held + size == rest_.size())
                addBlock(rest_.data());
        }
        from += size;
        sizeBytes -= size;
    }
}

void Digest::addBlock(const unsigned char* block)
{
    for (std::size_t i = 0; i < lanes_.size(); ++i)
        lanes_[i] = round(lanes_[i], load<std::uint64_t>(block + 8 * i));
}

std::uint64_t Digest::value() const
{
    std::uint64_t hash = p5;
    if (bytes_ >= rest_.size()) {
        hash = rotated(lanes_[0], 1) + rotated(lanes_[1], 7) + rotated(lanes_[2], 12) + rotated(lanes_[3], 18);
        for (std::uint64_t lane : lanes_)
            hash = (hash ^ round(0, lane)) * p1 + p4;
    }
    hash += bytes_;
    const unsigned char *from = rest_.data(), *end = from + bytes_ % rest_.size();
    for (; end - from >= 8; from += 8)
        hash = rotated(hash ^ round(0, load<std::uint64_t>(from)), 27) * p1 + p4;
    for (; end - from >= 4; from += 4)
        hash = rotated(hash ^ load<std::uint32_t>(from) * p1, 23) * p2 + p3;
    for (; from < end; ++from)
        hash = rotated(hash ^ *from * p5, 11) * p1;
    hash = (hash ^ hash >> 33) * p2;
    hash = (hash ^ hash >> 29) * p3;
    return hash ^ hash >> 32;
}

std::string Digest::text() const
{
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(value()));
    return digits;
}
