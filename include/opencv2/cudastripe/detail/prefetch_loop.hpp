// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_DETAIL_PREFETCH_LOOP_HPP
#define OPENCV_CUDASTRIPE_DETAIL_PREFETCH_LOOP_HPP

#include <utility>

#include "opencv2/cudastripe/detail/prefetch_slots.hpp"

#ifdef __CUDA_ARCH__
#define CV_CUDASTRIPE_UNROLL _Pragma("unroll")
#else
#define CV_CUDASTRIPE_UNROLL
#endif

namespace cv { namespace cudastripe { namespace detail { inline namespace CV_CUDASTRIPE_COMPILER {

//! The work of one thread of a grid: elements `first`, `first + step`, ... below `work.count`, in that order.
//! @tparam D the distance, or 0 if the compiler need not know it (see @ref PrefetchTable).
template <Prefetch policy, int D, class Work, class Slots>
struct PrefetchLoop
{
    using Element = typename Work::Element;

    const Work& work;
    int64 first, step;
    int distance;
    Slots& slots;

    CV_CUDASTRIPE_HD void run()
    {
        if constexpr (policy == Prefetch::Plain)
            runPlain(first);
        else if constexpr (policy == Prefetch::Unrolled)
            runUnrolled();
        else if constexpr (policy == Prefetch::BatchedRegisters)
            runBatchedRegisters();
        else if constexpr (policy == Prefetch::BatchedShared)
            runBatchedShared();
        else if constexpr (policy == Prefetch::RollingRegisters)
            runRollingRegisters();
        else if constexpr (policy == Prefetch::RollingShared)
            runRollingShared();
        else if constexpr (policy == Prefetch::RollingAsync)
            runRollingAsync();
        else
            runL2();
    }

private:
    CV_CUDASTRIPE_HD void runPlain(int64 begin)
    {
        for (int64 i = begin; i < work.count; i += step)
            work.finish(i, work.load(i));
    }

    CV_CUDASTRIPE_HD void runUnrolled()
    {
        int64 i = first;
        for (; i + (D - 1) * step < work.count; i += D * step) {
            CV_CUDASTRIPE_UNROLL
            for (int s = 0; s < D; ++s)
                work.finish(i + s * step, work.load(i + s * step));
        }
        runPlain(i);
    }

    CV_CUDASTRIPE_HD void loadNext(RegisterSlots<Element, D>& elements, int64 begin)
    {
        CV_CUDASTRIPE_UNROLL
        for (int s = 0; s < D; ++s) {
            if (begin + s * step < work.count)
                elements[s] = work.load(begin + s * step);
        }
    }

    CV_CUDASTRIPE_HD void runBatchedRegisters()
    {
        for (int64 i = first; i < work.count; i += D * step) {
            RegisterSlots<Element, D> elements;
            loadNext(elements, i);
            CV_CUDASTRIPE_UNROLL
            for (int s = 0; s < D; ++s) {
                if (i + s * step < work.count)
                    work.finish(i + s * step, elements[s]);
            }
        }
    }

    CV_CUDASTRIPE_HD void runBatchedShared()
    {
        for (int64 i = first; i < work.count; i += D * step) {
            RegisterSlots<Element, D> elements;
            loadNext(elements, i);  // all loads are issued before the first value is stored
            CV_CUDASTRIPE_UNROLL
            for (int s = 0; s < D; ++s) {
                if (i + s * step < work.count)
                    slots.put(s, elements[s]);
            }
            for (int s = 0; s < D && i + s * step < work.count; ++s)
                work.finish(i + s * step, slots.get(s));
        }
    }

    // Registers have no addresses: the body is repeated for each place of the ring.
    CV_CUDASTRIPE_HD void runRollingRegisters()
    {
        RegisterSlots<Element, D> elements;
        loadNext(elements, first);
        for (int64 begin = first; begin < work.count; begin += D * step) {
            CV_CUDASTRIPE_UNROLL
            for (int s = 0; s < D; ++s) {
                const int64 i = begin + s * step, next = i + D * step;
                if (i < work.count) {
                    const Element element = elements[s];
                    if (next < work.count)
                        elements[s] = work.load(next);
                    work.finish(i, element);
                }
            }
        }
    }

    CV_CUDASTRIPE_HD void runRollingShared()
    {
        const int64 ahead = distance * step;
        for (int s = 0; s < distance && first + s * step < work.count; ++s)
            slots.put(s, work.load(first + s * step));
        int slot = 0;
        for (int64 i = first; i < work.count; i += step) {
            const Element element = slots.get(slot);
            Element next = element;
            if (i + ahead < work.count)
                next = work.load(i + ahead);
            work.finish(i, element);
            slots.put(slot, next);  // waits for the load, which ran during finish()
            slot = slot + 1 == distance ? 0 : slot + 1;
        }
    }

    CV_CUDASTRIPE_HD void runRollingAsync()
    {
        CV_CUDASTRIPE_UNROLL
        for (int s = 0; s < D; ++s) {
            if (first + s * step < work.count)
                work.copy(slots, s, first + s * step);
            slots.commit();
        }
        int slot = 0;
        for (int64 i = first; i < work.count; i += step) {
            slots.template wait<D - 1>();  // each element has its own group: the oldest has arrived
            const Element element = slots.get(slot);
            if (i + D * step < work.count)
                work.copy(slots, slot, i + D * step);
            slots.commit();  // empty at the end, so that the count of groups stays right
            work.finish(i, element);
            slot = slot + 1 == D ? 0 : slot + 1;
        }
    }

    CV_CUDASTRIPE_HD void runL2()
    {
        const int64 ahead = distance * step;
        for (int64 i = first; i < work.count && i < first + ahead; i += step)
            work.prefetch(slots, i);
        for (int64 i = first; i < work.count; i += step) {
            if (i + ahead < work.count)
                work.prefetch(slots, i + ahead);
            work.finish(i, work.load(i));
        }
    }
};

/** @brief Picks the entry of a shape: `Entries::get<policy, D>()`.

The distance is a constant where it counts registers, repeated bodies or groups of copies. */
template <class Entries, bool canCopyAsync>
struct PrefetchTable
{
    using Entry = decltype(Entries::template get<Prefetch::Plain, 0>());

    static Entry pick(Prefetch policy, int distance)
    {
        switch (policy) {
        case Prefetch::Unrolled:
            return pickDistance<Prefetch::Unrolled>(distance);
        case Prefetch::BatchedRegisters:
            return pickDistance<Prefetch::BatchedRegisters>(distance);
        case Prefetch::BatchedShared:
            return pickDistance<Prefetch::BatchedShared>(distance);
        case Prefetch::RollingRegisters:
            return pickDistance<Prefetch::RollingRegisters>(distance);
        case Prefetch::RollingAsync:
            if constexpr (canCopyAsync)
                return pickDistance<Prefetch::RollingAsync>(distance);
            return Entries::template get<Prefetch::RollingShared, 0>();
        case Prefetch::RollingShared:
            return Entries::template get<Prefetch::RollingShared, 0>();
        case Prefetch::L2:
            return Entries::template get<Prefetch::L2, 0>();
        default:
            return Entries::template get<Prefetch::Plain, 0>();
        }
    }

private:
    template <Prefetch policy>
    static Entry pickDistance(int distance)
    {
        return pickFrom<policy>(distance, std::make_integer_sequence<int, PrefetchShape::kMaxDistance>());
    }

    template <Prefetch policy, int... D>
    static Entry pickFrom(int distance, std::integer_sequence<int, D...>)
    {
        const Entry entries[] = {Entries::template get<policy, D + 1>()...};
        return entries[distance - 1];
    }
};

}}}}  // namespace cv::cudastripe::detail::CV_CUDASTRIPE_COMPILER

#endif
