// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Which parts of a result are stored past the caches.

#pragma once

#include <algorithm>
#include <cstdint>

#include "opencv2/core/utility.hpp"
#include "simd/core_cache.hpp"
#include "simd/non_temporal_store.hpp"
#include "stripe_op.hpp"

namespace cv { namespace cudastripe {

/** @brief Which blocks of a result are written by non-temporal stores.

None if source and result have at most keptBytes() bytes; all if they have at least 1.75 times as many; in between the
number grows linearly. The address of a block decides, so the same blocks stay in the cache from call to call. */
class NonTemporalBlocks
{
public:
    static constexpr int kParts = 64;
    static constexpr int64 kBlock = int64(1) << 16;
    //! The limit of keptBytes(), even if the caches hold more. With 8 MB instead, NV12 to BGR of one 1080p frame, again
    //! and again, took 120 us instead of 77 with 16 threads, and 245 instead of 159 with 4 (H100 machine, Xeon with 2
    //! MB of L2 cache for each processor).
    static constexpr int64 kMaxKept = int64(5) << 20;

    //! The limit for one or two threads if the non-temporal stores need an extra copy of the results. With 4 to 32 MB,
    //! that copy makes an 8-bit product take 1.3 times as long, and bitwiseNot equally long; with 48 MB, 1.2 times and
    //! 0.7 times as long (Xeon with 2 MB of L2 cache for each processor).
    static constexpr int64 kMaxKeptByCopy = int64(32) << 20;
    static constexpr int kFewThreads = 2;

    //! Bytes of source and result that are worth keeping while `threads` threads work on them.
    static int64 keptBytes(int threads, const CoreCache& cache)
    {
        return std::max<int64>(4, std::min(kMaxKept, threads * cache.bytes()));
    }

    //! How many of kParts blocks are non-temporal if source and result have `bytes` bytes, of which `kept` are worth
    //! keeping.
    static int share(int64 bytes, int64 kept)
    {
        return static_cast<int>(std::clamp<int64>((bytes - kept) * kParts / (kept / 4 * 3), 0, kParts));
    }

    explicit NonTemporalBlocks(int share) : share_(share) {}
    //! For the whole work of an operation, by OpenCV's number of threads. `byCopy`: a copy does the non-temporal
    //! stores.
    explicit NonTemporalBlocks(const StripeOp& op, bool byCopy = false) : share_(0)
    {
        const CoreCache& cache = coreCache();
        const auto bytes = static_cast<int64>(op.bytes(op.units()));
        if (bytes <= keptBytes(1, cache))  // for a small image the number of threads does not matter
            return;
        const int threads = getNumThreads();
        share_ = share(bytes, byCopy && threads <= kFewThreads ? kMaxKeptByCopy : keptBytes(threads, cache));
    }

    bool any() const { return share_ > 0; }

    //! True if this byte of the result lies in a non-temporal block.
    bool at(const void* byte) const
    {
        // Multiples of the golden ratio are evenly spread, whatever the distance of the addresses.
        const std::uint64_t block = reinterpret_cast<std::uintptr_t>(byte) / kBlock;
        return static_cast<int>((block * 0x9e3779b97f4a7c15ull) >> 58) < share_;
    }

    //! Calls run(planes, units, nonTemporal) for the units that begin in each block of the first output. Then orders
    //! non-temporal stores before the thread's next ordinary store.
    template <class Run>
    void run(const StripeOp& op, const StripePlanes& planes, int64 units, const Run& run) const
    {
        const bool allSame = share_ == 0 || share_ == kParts;
        if (allSame)
            run(planes, units, any());
        const int64 granule = op.granule(), granuleBytes = planes.out[0].step * op.outputs()[0].rowsPerGranule;
        for (int64 first = 0, count; !allSame && first < units; first += count) {
            const StripePlanes part = op.from(planes, first);
            const int64 inBlock = static_cast<int64>(reinterpret_cast<std::uintptr_t>(part.out[0].base) % kBlock);
            count = granuleBytes > 0 ? (kBlock - inBlock + granuleBytes - 1) / granuleBytes * granule : units;
            count = std::min(count, units - first);
            run(part, count, at(part.out[0].base));
        }
        if (any())
            fenceNonTemporal();
    }

private:
    int share_;
};

}}  // namespace cv::cudastripe
