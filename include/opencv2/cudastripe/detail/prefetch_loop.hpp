// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_DETAIL_PREFETCH_LOOP_HPP
#define OPENCV_CUDASTRIPE_DETAIL_PREFETCH_LOOP_HPP

#include "opencv2/cudastripe/detail/prefetch_slots.hpp"
#include "opencv2/cudastripe/detail/prefetch_work.hpp"

#ifdef __CUDA_ARCH__
#define CV_CUDASTRIPE_UNROLL _Pragma("unroll")
#else
#define CV_CUDASTRIPE_UNROLL
#endif

namespace cv { namespace cudastripe { namespace detail { inline namespace CV_CUDASTRIPE_COMPILER {

template <Prefetch policy>
using PrefetchPolicy = std::integral_constant<Prefetch, policy>;

//! The work of one thread of a grid: elements `first`, `first + step`, ... below `work.count`, in that order.
//! @tparam D the distance.
template <int D, class Work, class Slots>
struct PrefetchLoop
{
    static_assert(D >= 1 && D <= PrefetchShape::kMaxDistance, "the distance is from 1 to kMaxDistance");
    using Element = typename Work::Element;

    const Work& work;
    int64 first, step;
    Slots& slots;

    CV_CUDASTRIPE_HD void run(PrefetchPolicy<Prefetch::Plain>) { runPlain(first); }

    CV_CUDASTRIPE_HD void run(PrefetchPolicy<Prefetch::Unrolled>)
    {
        int64 i = first;
        for (; i + (D - 1) * step < work.count; i += D * step) {
            CV_CUDASTRIPE_UNROLL
            for (int s = 0; s < D; ++s)
                work.finish(i + s * step, work.src[i + s * step]);
        }
        runPlain(i);
    }

    CV_CUDASTRIPE_HD void run(PrefetchPolicy<Prefetch::BatchedRegisters>)
    {
        for (int64 i = first; i < work.count; i += D * step) {
            Element elements[D];
            load(elements, i);
            CV_CUDASTRIPE_UNROLL
            for (int s = 0; s < D; ++s) {
                if (i + s * step < work.count)
                    work.finish(i + s * step, elements[s]);
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

    // Registers have no addresses: the body is repeated for each place of the ring.
    CV_CUDASTRIPE_HD void run(PrefetchPolicy<Prefetch::RollingRegisters>)
    {
        Element elements[D];
        load(elements, first);
        for (int64 begin = first; begin < work.count; begin += D * step) {
            CV_CUDASTRIPE_UNROLL
            for (int s = 0; s < D; ++s) {
                const int64 i = begin + s * step, next = i + D * step;
                if (i < work.count) {
                    const Element element = elements[s];
                    if (next < work.count)
                        elements[s] = work.src[next];
                    work.finish(i, element);
                }
            }
        }
    }

    CV_CUDASTRIPE_HD void run(PrefetchPolicy<Prefetch::RollingShared>)
    {
        for (int s = 0; s < D && first + s * step < work.count; ++s)
            slots.at(s) = work.src[first + s * step];
        int slot = 0;
        for (int64 i = first; i < work.count; i += step) {
            const Element element = slots.at(slot);
            Element next = element;
            if (i + D * step < work.count)
                next = work.src[i + D * step];
            work.finish(i, element);
            slots.at(slot) = next;  // waits for the load, which ran during finish()
            slot = slot + 1 == D ? 0 : slot + 1;
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
        for (int64 i = first; i < work.count && i < first + D * step; i += step)
            prefetchToL2(work.src + i);
        for (int64 i = first; i < work.count; i += step) {
            if (i + D * step < work.count)
                prefetchToL2(work.src + i + D * step);
            work.finish(i, work.src[i]);
        }
    }

private:
    CV_CUDASTRIPE_HD void runPlain(int64 begin)
    {
        for (int64 i = begin; i < work.count; i += step)
            work.finish(i, work.src[i]);
    }

    CV_CUDASTRIPE_HD void load(Element (&elements)[D], int64 begin)
    {
#ifndef __CUDA_ARCH__
        memset(static_cast<void*>(elements), kNothing, sizeof(elements));
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

    CV_CUDASTRIPE_HD static void prefetchToL2(const Element* element)
    {
#ifdef __CUDA_ARCH__
        asm volatile("prefetch.global.L2 [%0];" ::"l"(element));
#else
        (void)*reinterpret_cast<const volatile char*>(element);  // so that a sanitizer reports an address outside
#endif
    }
};

}}}}  // namespace cv::cudastripe::detail::CV_CUDASTRIPE_COMPILER

#undef CV_CUDASTRIPE_UNROLL

#endif
