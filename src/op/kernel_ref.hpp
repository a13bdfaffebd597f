// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

#include "opencv2/cudastripe/detail/kernel_launch.hpp"
#include "plane_view.hpp"
#include "simd/float_mode.hpp"
#include "small_list.hpp"

namespace cv { namespace cudastripe {

using detail::KernelLaunch;

/** @brief Enqueues `body(x, y)` for all x < itemsX, y < itemsY on a CUDA stream; gives a cudaError_t. Instantiated in
src/cuda only. */
template <class Body>
int enqueueOnCuda(const void* body, int64 itemsX, int64 itemsY, const KernelLaunch& launch);

/** @brief A kernel with its arguments, ready to be enqueued on CUDA or to be emulated on the host by the same body.

A body is a trivially copyable function object: `void operator()(int64 x, int64 y) const` is what one thread does. */
class KernelRef
{
public:
    //! What a kernel touches, so that a simulated device can find accesses that nothing orders.
    struct Access
    {
        PlaneView view;
        int64 rows;
        bool write;
    };

    using Accesses = SmallList<Access, 8>;

    template <class Body>
    KernelRef(const Body& body, int64 itemsX, int64 itemsY, Accesses accesses)
        : itemsX_(itemsX),
          itemsY_(itemsY),
          accesses_(accesses),
          emulate_(&emulateBody<Body>)
#ifdef HAVE_CUDASTRIPE_CUDA
          ,
          enqueue_(&enqueueOnCuda<Body>)
#endif
    {
        store(body);
    }

    using Emulate = void (*)(const void* body, int64 itemsX, int64 itemsY);
    using Enqueue = int (*)(const void* body, int64 itemsX, int64 itemsY, const KernelLaunch& launch);

    //! The same with a launch of its own.
    template <class Body>
    KernelRef(const Body& body, Enqueue enqueueItems, int64 itemsX, int64 itemsY, Accesses accesses)
        : KernelRef(body, &emulateBody<Body>, enqueueItems, itemsX, itemsY, std::move(accesses))
    {
    }

    //! A kernel whose body is not called item by item, but run or enqueued as a whole; `keep` is what it refers to.
    template <class Body>
    KernelRef(const Body& body, Emulate emulateAll, Enqueue enqueueAll, int64 itemsX, int64 itemsY, Accesses accesses,
              std::shared_ptr<const void> keep = nullptr)
        : itemsX_(itemsX),
          itemsY_(itemsY),
          accesses_(accesses),
          keep_(std::move(keep)),
          emulate_(emulateAll),
          enqueue_(enqueueAll)
    {
        store(body);
    }

    //! Runs the kernel on the host, thread by thread.
    void emulate() const
    {
        const FloatMode mode;
        emulate_(body(), itemsX_, itemsY_);
    }

    //! Enqueues the kernel on a `cudaStream_t` and gives a `cudaError_t`; the right device must be current.
    int enqueue(void* stream) const
    {
        return enqueue_(body(), itemsX_, itemsY_, {stream, busBytes()});
    }

    //! Says that some of what it reads, and of what it writes, lies in host memory.
    void setAcrossBus(bool reads, bool writes)
    {
        acrossBus_[0] = reads;
        acrossBus_[1] = writes;
    }

    //! Bytes that it reads if any come across the bus, or those that it writes if they are more.
    int64 busBytes() const
    {
        int64 bytes[2] = {0, 0};
        for (const Access& access : accesses_)
            bytes[access.write] += acrossBus_[access.write] ? access.view.rowBytes * access.rows : 0;
        return std::max(bytes[0], bytes[1]);
    }

    const Accesses& accesses() const
    {
        return accesses_;
    }

private:
    template <class Body>
    void store(const Body& body)
    {
        static_assert(std::is_trivially_copyable<Body>::value, "a body travels as bytes");
        static_assert(alignof(Body) <= alignof(std::max_align_t), "a body lies in pageable memory");
        if constexpr (sizeof(Body) <= sizeof(small_))
            new (small_) Body(body);
        else
            large_ = std::make_shared<Body>(body);
    }

    template <class Body>
    static void emulateBody(const void* body, int64 itemsX, int64 itemsY)
    {
        for (int64 y = 0; y < itemsY; ++y) {
            for (int64 x = 0; x < itemsX; ++x)
                (*static_cast<const Body*>(body))(x, y);
        }
    }

    const void* body() const
    {
        return large_ ? large_.get() : small_;
    }

    alignas(std::max_align_t) unsigned char small_[256];
    std::shared_ptr<const void> large_;
    int64 itemsX_;
    int64 itemsY_;
    Accesses accesses_;
    std::shared_ptr<const void> keep_;
    Emulate emulate_;
    Enqueue enqueue_ = nullptr;
    bool acrossBus_[2] = {false, false};  // reads, writes
};

}}  // namespace cv::cudastripe
