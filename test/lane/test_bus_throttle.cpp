// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "opencv2/cudastripe/detail/kernel_launch.hpp"

namespace opencv_test { namespace {

using cv::cudastripe::detail::BusThrottle;
using cv::cudastripe::detail::KernelLaunch;
using cv::cudastripe::detail::Multiprocessors;

constexpr int kUsual = 256;

// As many blocks as a multiprocessor holds by their shared memory, which has 2048 threads and takes 1 KB of each block.
int64 bytesInFlight(const BusThrottle& throttle, const Multiprocessors& all, int64 bytesOfAThread, int staticBytes)
{
    const int64 threads = throttle.blockThreads(kUsual);
    const int64 claimed = int64(throttle.sharedBytes()) + staticBytes + 1024;
    const int64 blocks = std::min<int64>(all.sharedBytes / claimed, 2048 / threads);
    return all.count * blocks * threads * bytesOfAThread;
}

TEST(CUDASTRIPE_BusThrottle, boundsWhatIsInFlight)
{
    // An H200, an L4, and an Orin.
    for (const Multiprocessors& all :
         {Multiprocessors{132, 233472}, Multiprocessors{58, 102400}, Multiprocessors{16, 167936}}) {
        for (int64 bytesOfAThread : {1, 4, 16, 64}) {
            for (int staticBytes : {0, 4096}) {
                const int64 threads = int64(3) << 20;
                const BusThrottle throttle({nullptr, threads * bytesOfAThread}, threads, staticBytes, all);
                EXPECT_EQ(0, throttle.blockThreads(kUsual) % 32);
                EXPECT_LE(throttle.sharedBytes() + size_t(staticBytes), size_t(48) << 10);
                const int64 bytes = bytesInFlight(throttle, all, bytesOfAThread, staticBytes);
                // A launch may not claim more than 48 KB, and a warp is the least that can run.
                const int64 least =
                    all.count * (all.sharedBytes / (49 << 10)) * throttle.blockThreads(kUsual) * bytesOfAThread;
                EXPECT_LE(bytes, std::max(BusThrottle::kBytesInFlight * 5 / 4, least))
                    << all.count << " processors, " << bytesOfAThread << " bytes of a thread";
                EXPECT_GE(bytes, std::min<int64>(BusThrottle::kBytesInFlight / 4, all.count * 32 * bytesOfAThread));
            }
        }
    }
}

TEST(CUDASTRIPE_BusThrottle, leavesKernelsInDeviceMemoryAlone)
{
    const Multiprocessors h200 = {132, 233472};
    for (const BusThrottle& throttle :
         {BusThrottle({nullptr, 0}, 1 << 20, 0, h200), BusThrottle({nullptr, 100}, 0, 0, h200),
          BusThrottle({nullptr, 1 << 22}, 1 << 20, 0, Multiprocessors())}) {
        EXPECT_EQ(kUsual, throttle.blockThreads(kUsual));
        EXPECT_EQ(0u, throttle.sharedBytes());
    }
}

}}  // namespace opencv_test
