// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Measures operators on 8K images, one and five, beside what else computes them: OpenCV's calls on the CPU, cv::cuda's
// with their copies, and CUB's transform in device memory. Caveats:
// - host/ is page-locked to page-locked memory; a time is the mean of a rotation of frames, all waits included.
// - device/ is the time of kernels alone, by events. CUB's functors are written by hand for the type and the job.
// - cpu/ is pageable memory; one frame a repetition, since OpenCV's chain takes long.
// - Sets of memory take turns, so that data comes from memory, and every case's result is checked against OpenCV's.
// - Only times of one run may be compared: the repetitions of all cases are interleaved in random order.

#include "../common/benchmarks.hpp"
#include "../common/stripers.hpp"
#include "opencv2/cudastripe/elementwise.hpp"
#include "operators.hpp"

namespace bench {
namespace {

using Apply = void (*)(const OperatorJob& job, const HostFrame& frame);

HostFrames& pageableFrames()
{
    static auto& frames = *new auto(hostFrames(kImageSets, OperatorJob::size(), CV_8UC4, CV_8UC4, pageableMemory));
    return frames;
}

void applyOurs(const OperatorJob& job, const HostFrame& frame)
{
    cv::cudastripe::transform(frame.in, frame.out, job.chain, cv::noArray(), {},
                              striperFor(cv::cudastripe::Route::Host));
}

void applyOpenCv(const OperatorJob& job, const HostFrame& frame)
{
    cv::Mat out = frame.out;
    callOpenCv(job, frame.in, cv::Mat(), out);
}

void registerOnCpu(const OperatorJob& job, int threads, const std::string& whose, Apply apply)
{
    CallCase cpu = {"cpu/" + job.name + "/" + std::to_string(threads) + "/" + whose, 1,
                    [=] { apply(job, pageableFrames().next()); }, threads};
    // A sixteenth of a frame wakes the threads up; a whole one of OpenCV's chain takes longer than all else.
    cpu.wake = [=] { apply(job, checkedRows(pageableFrames().next())); };
    cpu.check = [=] {
        const HostFrame rows = checkedRows(pageableFrames().next());
        apply(job, rows);
        checkResult(job, cpu.name, rows);
    };
    registerCalls(cpu);
}

}  // namespace

void checkResult(const OperatorJob& job, const std::string& whose, const HostFrame& frame)
{
    cv::Mat expected;
    callOpenCv(job, frame.in, frame.second, expected);
    if (cv::norm(expected, frame.out, cv::NORM_INF) != 0) {
        CV_Error_(cv::Error::StsInternal, ("%s, %s: %s differs from OpenCV on the CPU", job.typeName().c_str(),
                                           job.name.c_str(), whose.c_str()));
    }
}

#ifndef HAVE_CUDASTRIPE_CUDA
void registerOperatorsOnGpu() {}
#endif

void registerAll()
{
    for (const OperatorJob& job : hostJobs()) {
        for (int threads = 1; threads <= allThreads(); threads *= 4) {
            registerOnCpu(job, threads, "cudastripe", applyOurs);
            registerOnCpu(job, threads, "cv", applyOpenCv);
        }
    }
    if (addMachineContext())
        registerOperatorsOnGpu();
}

}  // namespace bench
