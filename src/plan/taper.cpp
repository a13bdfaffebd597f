// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "taper.hpp"

#include <algorithm>

namespace cv { namespace cudastripe {
namespace {

constexpr int kPartsOfRest = 3;
constexpr int kThreadsOfADevice = 4;
constexpr double kLeastBytes = 1 << 19;         // takes some times as long as the gap behind it
constexpr double kLeastOfAllThreads = 1 << 22;  // of one thread; of several each has its part

}  // namespace

Taper taperBeside(int threads, int otherDevices)
{
    const int others = threads + kThreadsOfADevice * otherDevices;
    if (others == 0)
        return {};
    return {1. / (kPartsOfRest + others),
            threads > 0 ? std::max(kLeastBytes, kLeastOfAllThreads / threads) : kLeastBytes};
}

}}  // namespace cv::cudastripe
