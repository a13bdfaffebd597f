// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_DETAIL_KERNEL_LAUNCH_HPP
#define OPENCV_CUDASTRIPE_DETAIL_KERNEL_LAUNCH_HPP

#include <algorithm>

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe { namespace detail {

//! How to launch a kernel.
struct KernelLaunch
{
    void* stream;    //!< a `cudaStream_t`
    int64 busBytes;  //!< bytes that the kernel reads across the bus, or bytes that it writes there, whichever are more
    const void* table = nullptr;     //!< the device's copy of the table of a kernel over many images
    const void* compiled = nullptr;  //!< a `cudaKernel_t` that was compiled at run time, to launch instead
};

//! The limits of a device; no processors if they are not known.
struct Multiprocessors
{
    int count = 0;
    int sharedBytes = 0;  //!< of each

#ifdef __CUDACC__
    static Multiprocessors ofCurrentDevice()
    {
        int device = 0;
        Multiprocessors all;
        if (cudaGetDevice(&device) != cudaSuccess ||
            cudaDeviceGetAttribute(&all.count, cudaDevAttrMultiProcessorCount, device) != cudaSuccess ||
            cudaDeviceGetAttribute(&all.sharedBytes, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device) !=
                cudaSuccess)
            return Multiprocessors();
        return all;
    }
#endif
};

/** @brief Limits the threads of a kernel that run at once to as many as keep the bus busy.

Host memory answers in order. If all threads that a GPU holds ask at once, megabytes of reads queue before the writes,
and the bus is used in one direction after the other: that took a third longer. So blocks ask for much shared memory,
which leaves room for few threads at once; kernels need no change for it. Their stores go through that memory: see
storeWords(). */
class BusThrottle
{
public:
    static constexpr int64 kBytesInFlight = 256 << 10;  //!< some 5 us of PCIe Gen5 x16, twice what an answer takes

#ifdef __CUDACC__
    //! On the current device.
    BusThrottle(const KernelLaunch& launch, int64 threads, int staticBytes = 0)
        : BusThrottle(launch, threads, staticBytes,
                      launch.busBytes > 0 ? Multiprocessors::ofCurrentDevice() : Multiprocessors())
    {
    }
#endif

    //! For kernels of so many threads, with static shared memory of so many bytes.
    BusThrottle(const KernelLaunch& launch, int64 threads, int staticBytes, const Multiprocessors& all)
    {
        if (launch.busBytes <= 0 || threads <= 0 || all.count <= 0)
            return;
        const int64 bytesOfAThread = std::max<int64>(1, launch.busBytes / threads);
        blockThreads_ = static_cast<int>(
            std::min<int64>(kMaxThreads, std::max<int64>(kWarp, kBlockBytes / bytesOfAThread / kWarp * kWarp)));
        const int64 blockBytes = blockThreads_ * bytesOfAThread;
        const int64 blocks = std::max<int64>(1, kBytesInFlight / (all.count * blockBytes));
        sharedBytes_ = static_cast<size_t>(
            std::max<int64>(0, std::min<int64>(kMaxShared, all.sharedBytes / blocks - kReservedShared) - staticBytes));
    }

    //! Threads of a block, a multiple of 32; `usual` if there is nothing to limit.
    int blockThreads(int usual) const
    {
        return blockThreads_ > 0 ? std::min(blockThreads_, usual) : usual;
    }
    //! Bytes of dynamic shared memory for each block.
    size_t sharedBytes() const
    {
        return sharedBytes_;
    }

private:
    static constexpr int64 kBlockBytes = 512;  // that a block reads; small blocks keep the load even
    static constexpr int64 kWarp = 32, kMaxThreads = 256;
    static constexpr int64 kMaxShared = 48 << 10;      // that a launch may use without an attribute
    static constexpr int64 kReservedShared = 1 << 10;  // that the system uses in each block

    int blockThreads_ = 0;
    size_t sharedBytes_ = 0;
};

}}}  // namespace cv::cudastripe::detail

#endif
