// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_DETAIL_PREFETCH_EMULATION_HPP
#define OPENCV_CUDASTRIPE_DETAIL_PREFETCH_EMULATION_HPP

#include <memory>

#include "opencv2/cudastripe/detail/prefetch_work.hpp"

namespace cv { namespace cudastripe { namespace detail { inline namespace CV_CUDASTRIPE_COMPILER {

constexpr size_t kEmulatedSharedBytes = 227 * 1024;  // of a block on compute capability 9.0

template <class Work>
struct EmulatedLoops
{
    using Slots = EmulatedSlots<typename Work::Element>;

    template <Prefetch policy, int D>
    static auto get()
    {
        return &runThread<policy, D>;
    }

    template <Prefetch policy, int D>
    static void runThread(const Work& work, int64 first, int64 step, int distance, Slots& slots)
    {
        PrefetchLoop<policy, D, Work, Slots>{work, first, step, distance, slots}.run();
    }
};

//! The shared memory of one block. Blocks run one after the other, and so do their threads.
template <class Element>
class EmulatedBlock
{
public:
    explicit EmulatedBlock(const PrefetchShape& shape)
        : shape_(shape), count_(static_cast<size_t>(shape.blockThreads) * pitch()), memory_(new Element[count_])
    {
        memset(static_cast<void*>(memory_.get()), kNothing, count_ * sizeof(Element));
    }

    EmulatedSlots<Element> slots(int thread) const
    {
        return EmulatedSlots<Element>(memory_.get() + static_cast<size_t>(thread) * pitch(), shape_.distance);
    }

private:
    size_t pitch() const { return static_cast<size_t>(shape_.distance) + static_cast<size_t>(shape_.padding); }

    PrefetchShape shape_;
    size_t count_;
    std::unique_ptr<Element[]> memory_;
};

template <class Work>
void emulatePrefetch(const Work& work, const PrefetchShape& shape, int multiprocessors, const char* function)
{
    using Element = typename Work::Element;
    checkPrefetchShape(shape, function);
    checkPrefetchShared(shape, sizeof(Element), kEmulatedSharedBytes, function);
    CV_CheckGT(multiprocessors, 0, "multiprocessors must be 1 or more");
    if (work.count == 0)
        return;
    const auto runThread = PrefetchTable<EmulatedLoops<Work>, Work::canCopyAsync>::pick(shape.policy, shape.distance);
    const int64 blocks = prefetchGrid(shape, work.count, multiprocessors, 1);
    const int64 threads = blocks * shape.blockThreads;
    const EmulatedBlock<Element> block(shape);
    int faults = 0;
    for (int64 thread = 0; thread < threads; ++thread) {
        EmulatedSlots<Element> slots = block.slots(static_cast<int>(thread % shape.blockThreads));
        runThread(work, thread, threads, shape.distance, slots);
        faults += slots.faults();
    }
    CV_CheckEQ(faults, 0, "a thread left its slots, or left copies in flight");
}

}}}}  // namespace cv::cudastripe::detail::CV_CUDASTRIPE_COMPILER

#endif
