// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_DETAIL_PREFETCH_SLOTS_HPP
#define OPENCV_CUDASTRIPE_DETAIL_PREFETCH_SLOTS_HPP

#include <cstring>

#include "opencv2/core.hpp"
#include "opencv2/cudastripe/detail/host_device.hpp"

namespace cv { namespace cudastripe { namespace detail { inline namespace CV_CUDASTRIPE_COMPILER {

//! The bytes of what is not loaded yet, on the host.
constexpr int kNothing = 0xcd;

/** @brief A thread's own slots in shared memory; no other thread accesses them, so no thread waits for another.

Copies are asynchronous: those between two commits are a group, and wait<N>() returns when all groups but the latest N
have landed. */
template <class T>
class SharedSlots
{
public:
    CV_CUDASTRIPE_HD explicit SharedSlots(T* slots) : slots_(slots) {}

    CV_CUDASTRIPE_HD T& at(int slot) { return slots_[slot]; }

    CV_CUDASTRIPE_HD void copy(int slot, const T* from)
    {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
        if constexpr (alignof(T) >= 4) {
            const unsigned shared = static_cast<unsigned>(__cvta_generic_to_shared(slots_ + slot));
            const char* const global = reinterpret_cast<const char*>(from);
#pragma unroll
            for (int i = 0; i < static_cast<int>(sizeof(T)); i += static_cast<int>(alignof(T))) {
                asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(shared + i), "l"(global + i),
                             "n"(alignof(T))
                             : "memory");
            }
        } else
#endif
            slots_[slot] = *from;  // older cards have no asynchronous copies, and none has shorter ones
    }

    CV_CUDASTRIPE_HD void commit()
    {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
        asm volatile("cp.async.commit_group;" ::: "memory");
#endif
    }

    template <int N>
    CV_CUDASTRIPE_HD void wait()
    {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
        asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
#endif
    }

private:
    T* slots_;
};

/** @brief The same in host memory. A copy lands when it is waited for and not before, and until
then its slot holds nothing of use. Any access beyond the thread's slots is counted. */
template <class T, int count>
class HostSlots
{
public:
    CV_CUDASTRIPE_HD HostSlots() { memset(static_cast<void*>(slots_), kNothing, sizeof(slots_)); }

    CV_CUDASTRIPE_HD T& at(int slot)
    {
        const bool outside = slot < 0 || slot >= count;
        faults_ += outside;
        return slots_[outside ? 0 : slot];
    }

    CV_CUDASTRIPE_HD void copy(int slot, const T* from)
    {
        T& to = at(slot);
        Copy& copy = coming_[&to - slots_];
        memset(static_cast<void*>(&to), kNothing, sizeof(T));
        faults_ += copy.from != nullptr;
        copy = {from, group_};
    }

    CV_CUDASTRIPE_HD void commit() { ++group_; }

    template <int N>
    CV_CUDASTRIPE_HD void wait()
    {
        for (int slot = 0; slot < count; ++slot) {
            if (coming_[slot].from && coming_[slot].group < group_ - N) {
                slots_[slot] = *coming_[slot].from;
                coming_[slot].from = nullptr;
            }
        }
    }

    //! Accesses to slots that do not exist, and copies that were not waited for.
    CV_CUDASTRIPE_HD int faults() const
    {
        int all = faults_;
        for (const Copy& copy : coming_)
            all += copy.from != nullptr;
        return all;
    }

private:
    struct Copy
    {
        const T* from = nullptr;
        int64 group = 0;
    };

    T slots_[count];
    Copy coming_[count];
    int faults_ = 0;
    int64 group_ = 0;
};

}}}}  // namespace cv::cudastripe::detail::CV_CUDASTRIPE_COMPILER

#endif
