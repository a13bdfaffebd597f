// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_DETAIL_PREFETCH_LOOP_HPP
#define OPENCV_CUDASTRIPE_DETAIL_PREFETCH_LOOP_HPP

#include <cstring>
#include <type_traits>

#include "opencv2/cudastripe/detail/host_device.hpp"
#include "opencv2/cudastripe/detail/prefetch_shape.hpp"

#ifdef __CUDA_ARCH__
#define CV_CUDASTRIPE_UNROLL _Pragma("unroll")
#else
#define CV_CUDASTRIPE_UNROLL
#endif

namespace cv { namespace cudastripe { namespace detail { inline namespace CV_CUDASTRIPE_COMPILER {

/** @brief A thread's own slots in shared memory; no other thread accesses them, so no thread waits for another.

Copies are asynchronous: those between two commits are a group, and wait<N>() returns when all groups but the latest N
have landed. */
template <class T>
struct SharedSlots
{
    T* slots;

    CV_CUDASTRIPE_HD T& at(int slot) { return slots[slot]; }

    CV_CUDASTRIPE_HD void copy(int slot, const T* from)
    {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
        if constexpr (alignof(T) >= 4) {
            const unsigned shared = static_cast<unsigned>(__cvta_generic_to_shared(slots + slot));
            const char* const global = reinterpret_cast<const char*>(from);
#pragma unroll
            for (int i = 0; i < static_cast<int>(sizeof(T)); i += static_cast<int>(alignof(T))) {
                asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(shared + i), "l"(global + i),
                             "n"(alignof(T))
                             : "memory");
            }
        } else
#endif
            slots[slot] = *from;  // older cards have no asynchronous copies, and none has shorter ones
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
};

//! The same in host memory. A copy lands when it is waited for; until then its slot holds nothing of use.
template <class T>
struct HostSlots
{
    struct Slot
    {
        T value;
        const T* from;  //!< null if no copy is in flight
        int64 group;
    };

    int count;
    int faults = 0;  //!< accesses to slots that do not exist, and copies that were not waited for
    int64 group = 0;
    Slot slots[PrefetchShape::kMaxDistance] = {};

    CV_CUDASTRIPE_HD Slot& find(int slot)
    {
        const bool outside = slot < 0 || slot >= count;
        faults += outside;
        return slots[outside ? 0 : slot];
    }

    CV_CUDASTRIPE_HD T& at(int slot) { return find(slot).value; }

    CV_CUDASTRIPE_HD void copy(int slot, const T* from)
    {
        Slot& to = find(slot);
        memset(static_cast<void*>(&to.value), 0xcd, sizeof(T));
        to.from = from;
        to.group = group;
        ++faults;
    }

    CV_CUDASTRIPE_HD void commit() { ++group; }

    template <int N>
    CV_CUDASTRIPE_HD void wait()
    {
        for (Slot& slot : slots) {
            if (slot.from && slot.group < group - N) {
                slot.value = *slot.from;
                slot.from = nullptr;
                --faults;
            }
        }
    }
};

template <Prefetch policy>
using PrefetchPolicy = std::integral_constant<Prefetch, policy>;

//! The work of one thread of a grid: elements `first`, `first + step`, ... below `work.count`, in that order.
//! @tparam D the same as `distance` for policies that need it as a constant.
template <int D, class Work, class Slots>
struct PrefetchLoop
{
    using Element = typename Work::Element;

    const Work& work;
    int64 first, step;
    int distance;
    Slots& slots;

    //! Registers have no addresses, so the body is repeated for each element. Plain has D = 1.
    template <Prefetch policy>
    CV_CUDASTRIPE_HD void run(PrefetchPolicy<policy>)
    {
        Element elements[D] = {};
        if (policy == Prefetch::RollingRegisters)
            load(elements, first);
        for (int64 begin = first; begin < work.count; begin += D * step) {
            if (policy == Prefetch::BatchedRegisters)
                load(elements, begin);
            CV_CUDASTRIPE_UNROLL
            for (int s = 0; s < D; ++s) {
                const int64 i = begin + s * step, next = i + D * step;
                if (i >= work.count)
                    return;
                const bool isLoaded = policy == Prefetch::BatchedRegisters || policy == Prefetch::RollingRegisters;
                const Element element = isLoaded ? elements[s] : work.src[i];
                if (policy == Prefetch::RollingRegisters && next < work.count)
                    elements[s] = work.src[next];
                work.finish(i, element);
            }
        }
    }

    CV_CUDASTRIPE_HD void run(PrefetchPolicy<Prefetch::BatchedShared>)
    {
        for (int64 i = first; i < work.count; i += D * step) {
            Element elements[D];
            load(elements, i);  // all loads are issued before the first value is stored
            CV_CUDASTRIPE_UNROLL
            for (int s = 0; s < D; ++s) {
                if (i + s * step < work.count)
                    slots.at(s) = elements[s];
            }
            for (int s = 0; s < D && i + s * step < work.count; ++s)
                work.finish(i + s * step, Element(slots.at(s)));
        }
    }

    CV_CUDASTRIPE_HD void run(PrefetchPolicy<Prefetch::RollingShared>)
    {
        for (int s = 0; s < distance && first + s * step < work.count; ++s)
            slots.at(s) = work.src[first + s * step];
        int slot = 0;
        for (int64 i = first; i < work.count; i += step) {
            const Element element = slots.at(slot);
            Element next = element;
            if (i + distance * step < work.count)
                next = work.src[i + distance * step];
            work.finish(i, element);
            slots.at(slot) = next;  // waits for the load, which ran during finish()
            slot = slot + 1 == distance ? 0 : slot + 1;
        }
    }

    CV_CUDASTRIPE_HD void run(PrefetchPolicy<Prefetch::RollingAsync>)
    {
        CV_CUDASTRIPE_UNROLL
        for (int s = 0; s < D; ++s)
            copy(s, first + s * step);
        int slot = 0;
        for (int64 i = first; i < work.count; i += step) {
            slots.template wait<D - 1>();  // each element has its own group: the oldest has arrived
            const Element element = slots.at(slot);
            copy(slot, i + D * step);
            work.finish(i, element);
            slot = slot + 1 == D ? 0 : slot + 1;
        }
    }

    CV_CUDASTRIPE_HD void run(PrefetchPolicy<Prefetch::L2>)
    {
        for (int s = 0; s < distance; ++s)
            prefetchToL2(first + s * step);
        for (int64 i = first; i < work.count; i += step) {
            prefetchToL2(i + distance * step);
            work.finish(i, work.src[i]);
        }
    }

private:
    CV_CUDASTRIPE_HD void load(Element (&elements)[D], int64 begin)
    {
#ifndef __CUDA_ARCH__
        memset(static_cast<void*>(elements), 0xcd, sizeof(elements));  // what is not loaded is of no use
#endif
        CV_CUDASTRIPE_UNROLL
        for (int s = 0; s < D; ++s) {
            if (begin + s * step < work.count)
                elements[s] = work.src[begin + s * step];
        }
    }

    CV_CUDASTRIPE_HD void copy(int slot, int64 i)
    {
        if (i < work.count)
            slots.copy(slot, work.src + i);
        slots.commit();  // groups are empty at the end, so that their count stays right
    }

    CV_CUDASTRIPE_HD void prefetchToL2(int64 i)
    {
        if (i >= work.count)
            return;
#ifdef __CUDA_ARCH__
        asm volatile("prefetch.global.L2 [%0];" ::"l"(work.src + i));
#else
        (void)*reinterpret_cast<const volatile char*>(work.src + i);  // so that a sanitizer reports an address outside
#endif
    }
};

}}}}  // namespace cv::cudastripe::detail::CV_CUDASTRIPE_COMPILER

#undef CV_CUDASTRIPE_UNROLL

#endif
