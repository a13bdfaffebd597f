// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <algorithm>
#include <cstdint>

#include "../stripe_op.hpp"
#include "core_cache.hpp"

namespace cv { namespace cudastripe {

/** @brief Which blocks of a result pass the caches by.

An image that caches hold, source and result together, stays there: none. Of one that is three quarters larger little is
left when it is read again: all. Between them the share grows evenly, so that no size costs much more than the next
smaller one.
Blocks are told apart by their address alone: the same ones stay in the cache from call to call. */
class NonTemporalBlocks
{
public:
    static constexpr int kParts = 64;
    static constexpr int64 kBlock = int64(1) << 16;
    //! Larger images are taken for one of many, which come from memory and go there whatever caches could hold.
    static constexpr int64 kMostKept = int64(8) << 20;

    //! Bytes of source and result that are worth keeping while so many threads work on them.
    static int64 keptBytes(int threads, const CoreCache& cache)
    {
        return std::max<int64>(4, std::min(kMostKept, threads * cache.bytes()));
    }

    //! How many of kParts blocks are nonTemporal if source and result have so many bytes.
    static int share(int64 bytes, int threads, const CoreCache& cache)
    {
        const int64 kept = keptBytes(threads, cache);
        return static_cast<int>(std::clamp<int64>((bytes - kept) * kParts / (kept / 4 * 3), 0, kParts));
    }

    NonTemporalBlocks() : share_(0) {}
    explicit NonTemporalBlocks(int share) : share_(share) {}
    //! For work that reads and writes so many bytes, by OpenCV's number of threads.
    static NonTemporalBlocks ofBytes(int64 bytes);
    //! For the whole work of an operation.
    explicit NonTemporalBlocks(const StripeOp& op);

    bool anyKept() const { return share_ < kParts; }
    bool anyNonTemporal() const { return share_ > 0; }

    //! Whether the block is nonTemporal that this byte of the result lies in.
    bool at(const void* byte) const
    {
        // Multiples of the golden section: evenly spread, whatever the distance of the addresses.
        const std::uint64_t block = reinterpret_cast<std::uintptr_t>(byte) / kBlock;
        return static_cast<int>((block * 0x9e3779b97f4a7c15ull) >> 58) < share_;
    }

    //! Calls run(planes, units, nonTemporal) for units that begin in one block of the first output.
    template <class Run>
    void run(const StripeOp& op, const StripePlanes& planes, int64 units, const Run& run) const
    {
        if (!anyKept() || !anyNonTemporal())
            return run(planes, units, anyNonTemporal());
        const int64 granule = op.granule(), granuleBytes = planes.out[0].step * op.outputs()[0].rowsPerGranule;
        for (int64 first = 0, count; first < units; first += count) {
            const StripePlanes part = op.from(planes, first);
            const int64 inBlock = static_cast<int64>(reinterpret_cast<std::uintptr_t>(part.out[0].base) % kBlock);
            count = granuleBytes > 0 ? (kBlock - inBlock + granuleBytes - 1) / granuleBytes * granule : units;
            count = std::min(count, units - first);
            run(part, count, at(part.out[0].base));
        }
    }

private:
    int share_;
};

}}  // namespace cv::cudastripe
