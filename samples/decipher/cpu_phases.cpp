// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "cpu_phases.hpp"

#include <algorithm>
#include <atomic>
#include <opencv2/core.hpp>

namespace {

constexpr std::int64_t blockEntries = 4096;

// cv::Range counts in int, which an array may exceed: the range is one of blocks.
template <class Body>
void forBlocks(std::int64_t count, const Body& body)
{
    const std::int64_t blocks = (count + blockEntries - 1) / blockEntries;
    cv::parallel_for_(cv::Range(0, static_cast<int>(blocks)), [&](const cv::Range& range) {
        body(range.start * blockEntries, std::min(count, range.end * blockEntries));
    });
}

}  // namespace

void encipherIndices(std::uint64_t* entries, std::int64_t count, const Encipher& encipher)
{
    forBlocks(count, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i)
            entries[i] = encipher(static_cast<std::uint64_t>(i));
    });
}

std::int64_t countWrong(const std::uint64_t* entries, std::int64_t count)
{
    std::atomic<std::int64_t> wrong{0};
    forBlocks(count, [&](std::int64_t begin, std::int64_t end) {
        std::int64_t wrongHere = 0;
        for (std::int64_t i = begin; i < end; ++i)
            wrongHere += entries[i] != static_cast<std::uint64_t>(i);
        wrong += wrongHere;
    });
    return wrong;
}

std::string cpuPlace()
{
    const int threads = cv::getNumThreads();
    return "CPU with " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
}
