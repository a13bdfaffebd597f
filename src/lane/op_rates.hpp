// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_OP_RATES_HPP
#define OPENCV_CUDASTRIPE_OP_RATES_HPP

#include <cstdint>
#include <mutex>
#include <unordered_map>

#include "../plan/host_rates.hpp"
#include "work_kind.hpp"

namespace cv { namespace cudastripe {

/** @brief How fast operations are on one CPU thread, as the calls have shown that the CPU took part in. Any number of
threads. */
class CV_EXPORTS OpRates
{
public:
    //! Bytes per second that one thread reads and writes, while memory is not the limit.
    double threadRate(const WorkKind& work) const;

    //! So many threads, each busy for a share of `threadSeconds` in all, have read and written so many bytes.
    void learn(const WorkKind& work, double bytes, double threadSeconds, int threads);

    const HostRates& host() const { return host_; }

private:
    double guess() const;

    const HostRates host_{};
    mutable std::mutex mutex_;

    struct Seen
    {
        int calls = 0;    // as far as they are counted
        double rate = 0;  // 0 after the first call, which teaches nothing
    };
    std::unordered_map<std::uint64_t, Seen> seen_;
};

}}  // namespace cv::cudastripe

#endif
