// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_DETAIL_PREFETCH_SLOTS_HPP
#define OPENCV_CUDASTRIPE_DETAIL_PREFETCH_SLOTS_HPP

#include <cstddef>
#include <cstring>

#include "opencv2/core.hpp"
#include "opencv2/cudastripe/detail/host_device.hpp"
#include "opencv2/cudastripe/prefetch_shape.hpp"

namespace cv { namespace cudastripe { namespace detail { inline namespace CV_CUDASTRIPE_COMPILER {

//! The bytes that one asynchronous copy moves for a type; 0 if its alignment allows none.
template <class T>
constexpr int kAsyncBytes = alignof(T) >= 16  ? 16
                            : alignof(T) >= 8 ? 8
                            : alignof(T) >= 4 ? 4
                                              : 0;

//! The value of a slot in the emulation before anything is loaded.
constexpr int kNothing = 0xcd;

//! Elements that the compiler keeps in registers if all indices are constants.
template <class Element, int count>
struct RegisterSlots
{
    CV_CUDASTRIPE_HD RegisterSlots()
    {
#ifndef __CUDA_ARCH__
        memset(static_cast<void*>(elements), kNothing, sizeof(elements));
#endif
    }
    CV_CUDASTRIPE_HD Element& operator[](int slot)
    {
        return elements[slot];
    }

    Element elements[count];
};

/** @brief A thread's own slots in shared memory; no other thread accesses them, so no thread waits for another.

Copies are asynchronous: those between two commits are a group, and wait<N>() returns when all groups but the latest N
have landed. */
template <class Element>
class SharedSlots
{
public:
    CV_CUDASTRIPE_HD explicit SharedSlots(Element* slots) : slots_(slots) {}

    CV_CUDASTRIPE_HD Element get(int slot) const { return slots_[slot]; }
    CV_CUDASTRIPE_HD void put(int slot, const Element& element) { slots_[slot] = element; }
    CV_CUDASTRIPE_HD Element& at(int slot) { return slots_[slot]; }

    template <class T>
    CV_CUDASTRIPE_HD void copy(T& to, const T* from)
    {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
        constexpr int bytes = kAsyncBytes<T>;
        const unsigned shared = static_cast<unsigned>(__cvta_generic_to_shared(&to));
        const char* const global = reinterpret_cast<const char*>(from);
#pragma unroll
        for (int i = 0; i < static_cast<int>(sizeof(T)); i += bytes) {
            asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(shared + i), "l"(global + i), "n"(bytes)
                         : "memory");
        }
#else
        to = *from;  // older cards have no asynchronous copies
#endif
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

    CV_CUDASTRIPE_HD void prefetch(const void* address)
    {
#ifdef __CUDA_ARCH__
        asm volatile("prefetch.global.L2 [%0];" ::"l"(address));
#else
        (void)address;
#endif
    }

private:
    Element* slots_;
};

/** @brief The same in host memory. A copy lands when it is waited for and not before, and until
then its slot holds nothing of use. Any access beyond the thread's slots is counted. */
template <class Element>
class EmulatedSlots
{
public:
    static constexpr int kMaxCopies = 2 * (PrefetchShape::kMaxDistance + 1);  // two inputs

    //! @param distance how many slots there are.
    CV_CUDASTRIPE_HD EmulatedSlots(Element* slots, int distance) : slots_(slots), distance_(distance) {}

    CV_CUDASTRIPE_HD Element get(int slot) { return at(slot); }
    CV_CUDASTRIPE_HD void put(int slot, const Element& element) { at(slot) = element; }
    CV_CUDASTRIPE_HD Element& at(int slot)
    {
        const bool outside = slot < 0 || slot >= distance_;
        faults_ += outside;
        return slots_[outside ? 0 : slot];
    }

    template <class T>
    CV_CUDASTRIPE_HD void copy(T& to, const T* from)
    {
        memset(static_cast<void*>(&to), kNothing, sizeof(T));
        if (copies_ == kMaxCopies) {
            ++faults_;
            return;
        }
        pending_[copies_++] = {&to, from, sizeof(T), group_};
    }

    CV_CUDASTRIPE_HD void commit() { ++group_; }

    template <int N>
    CV_CUDASTRIPE_HD void wait()
    {
        int left = 0;
        for (int i = 0; i < copies_; ++i) {
            if (pending_[i].group < group_ - N)
                memcpy(pending_[i].to, pending_[i].from, pending_[i].bytes);
            else
                pending_[left++] = pending_[i];
        }
        copies_ = left;
    }

    //! Reads it, so that a sanitizer reports an address outside the array.
    CV_CUDASTRIPE_HD void prefetch(const void* address) { touched_ = *static_cast<const volatile char*>(address); }

    //! Accesses to slots that do not exist, and copies that were not waited for.
    CV_CUDASTRIPE_HD int faults() const { return faults_ + copies_; }

private:
    struct Copy
    {
        void* to;
        const void* from;
        size_t bytes;
        int64 group;
    };

    Element* slots_;
    int distance_;
    int faults_ = 0;
    int copies_ = 0;
    int64 group_ = 0;
    char touched_ = 0;
    Copy pending_[kMaxCopies];
};

}}}}  // namespace cv::cudastripe::detail::CV_CUDASTRIPE_COMPILER

#endif
