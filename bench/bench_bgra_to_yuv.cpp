// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Measures the conversion of BGRA frames to packed YUV beside the transfers that bound it. Caveats:
// - "pinned" is page-locked memory, "pageable" is what malloc gives, "device" is device memory.
// - Frames take turns so that their data comes from memory. Names that end in _warm use one frame again and again; if
//   it fits into a cache, those figures are not what a stream of frames sees.
// - A time is the mean of one rotation through the frames, one frame after the other without overlap of two frames.
// - Only times of one run may be compared: the repetitions of all cases are interleaved in random order.
// - default_stream and streams16 use this library's kernel; they compare the ways to copy, not the kernels.

#include <benchmark/benchmark.h>

#include "benchmark_main.hpp"
#include "cases.hpp"
#include "machine_context.hpp"
#ifdef HAVE_CUDASTRIPE_CUDA
#include "page_locked_memory.hpp"
#endif

namespace {

void registerCases(bool gpu)
{
    for (const bench::FrameSize& size : bench::frameSizes()) {
        const auto pageable = bench::lazyHostFrames(size, bench::pageableMemory);
        bench::registerCpuCases(size, pageable);
#ifdef HAVE_CUDASTRIPE_CUDA
        if (!gpu)
            continue;
        const bench::Frames frames = {pageable, bench::lazyHostFrames(size, bench::pageLockedMemory),
                                      bench::lazyDeviceFrames(size)};
        bench::registerBoundCases(size, frames);
        bench::registerStreamCases(size, frames);
        bench::registerStripedCases(size, frames);
        bench::registerKernelCases(size, frames.device);
#else
        (void)gpu;
#endif
    }
}

}  // namespace

int main(int argc, char** argv)
{
    return bench::runBenchmarks(argc, argv, [] { registerCases(bench::addMachineContext()); });
}
