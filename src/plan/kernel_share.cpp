// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "kernel_share.hpp"

#include <algorithm>

namespace cv { namespace cudastripe {
namespace {

constexpr double kThreadSeconds = 10e-6;  // of the calling thread, for the launch and all around it
constexpr double kMeetingSeconds = 5e-6;  // one side waits for the other
constexpr double kBeside = 1.15;          // what kernels take beside threads that use the same memory
constexpr double kOfMemory = 0.9;         // of its rate; where both would use more, neither's rate is known
constexpr double kLeastPart = 0.05;       // of an image, on either side
constexpr double kMostSeconds = 1e-3;

KernelShare dividedBy(const RouteQuery& q, int threads)
{
    const double kernel = kBeside * (directSeconds(q) - kDirectSeconds);
    const double host = q.hostBytes / hostRate(q.threadRate, threads, q.host);
    const double part = (kThreadSeconds + wakeSeconds(threads) + host - kDirectSeconds) / (kernel + host);
    return {part, threads, kDirectSeconds + part * kernel + kMeetingSeconds};
}

}  // namespace

KernelShare kernelShare(const RouteQuery& q)
{
    KernelShare best;
    if (!q.device || !q.onHost || !q.sameBits || q.ordinary || !q.kernelsReach)
        return best;
    if (dividedBy(q, q.threads).seconds < q.hostBytes / (kOfMemory * kSharedMemory * q.host.memory))
        return best;
    for (int threads = 1;; threads = std::min(2 * threads, q.threads)) {
        const KernelShare share = dividedBy(q, threads);
        const bool divides = share.part > kLeastPart && share.part < 1 - kLeastPart;
        if (divides && share.seconds < kMostSeconds && (best.part == 0 || share.seconds < best.seconds))
            best = share;
        if (threads >= q.threads)
            return best;
    }
}

}}  // namespace cv::cudastripe
