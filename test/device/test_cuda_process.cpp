// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#ifdef HAVE_CUDASTRIPE_CUDA

#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../support/device/backend.hpp"
#include "../support/device/cuda_frame.hpp"
#include "../support/device/spin_kernel.hpp"

// What only a process that has not used CUDA yet can show: each test runs one of the disabled ones in a process of its
// own.

namespace opencv_test { namespace {

constexpr int kSkipped = 77;

void runAlone(const String& test)
{
    char program[4096] = {};
    ASSERT_GT(readlink("/proc/self/exe", program, sizeof(program) - 1), 0);
    const String command =
        format("'%s' --gtest_also_run_disabled_tests '--gtest_filter=CUDASTRIPE_FreshProcess.DISABLED_%s' 2>&1",
               program, test.c_str());
    FILE* const output = popen(command.c_str(), "r");
    ASSERT_NE(nullptr, output);
    String text;
    for (int c = fgetc(output); c != EOF; c = fgetc(output))
        text += static_cast<char>(c);
    const int status = pclose(output);
    if (WEXITSTATUS(status) == kSkipped)
        CUDASTRIPE_SKIP("no CUDA device that this build can use");
    EXPECT_EQ(0, status) << text;
}

void skipWithoutDevice(int devices)
{
    if (devices == 0)
        _exit(kSkipped);
}

int cudaDevices()
{
    int count = 0;
    return cudaGetDeviceCount(&count) == cudaSuccess ? count : 0;
}

TEST(CUDASTRIPE_FreshProcess, DISABLED_pageable)
{
    // The driver's library is there, but nobody has started it.
    dlopen("libcuda.so.1", RTLD_LAZY);
    RNG rng(1);
    const Mat image = randomImage(Size(640, 480), CV_8UC4, rng);
    Mat expected, dst;
    cv::cvtColor(image, expected, COLOR_BGR2YUV);
    for (int i = 0; i < 1000; ++i)
        cudastripe::cvtColor(image, dst, COLOR_BGR2YUV);
    EXPECT_EQ(std::string(), differences(expected, dst, 0));
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        skipWithoutDevice(cudaDevices());
        CudaFrame frame(1);
        frame.produce(cudaStreamLegacy);
        frame.convert(StreamRef(), Striper::getDefault());
        _exit(frame.right() && !Striper::getDefault().devices().empty() ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(child, waitpid(child, &status, 0));
    if (WEXITSTATUS(status) == kSkipped)
        _exit(kSkipped);
    EXPECT_EQ(0, status) << "the child cannot use the GPU";
    ASSERT_GT(cudaDevices(), 0);
    unsigned flags = 0;
    int active = -1;
    driverFunction<decltype(&cuDevicePrimaryCtxGetState)>("cuDevicePrimaryCtxGetState")(0, &flags, &active);
    EXPECT_EQ(0, active) << "a context was made";
}

TEST(CUDASTRIPE_FreshProcess, DISABLED_reset)
{
    skipWithoutDevice(cudaDevices());
    Striper& striper = Striper::getDefault();
    for (int i = 0; i < 3; ++i) {
        {
            CudaFrame frame(1, Size(1920, 1080));
            cudaStream_t stream;
            CUDA_OK(cudaStreamCreate(&stream));
            frame.produce(stream);
            frame.convert(StreamHandle(stream), striper);
            CUDA_OK(cudaStreamSynchronize(stream));
            EXPECT_TRUE(frame.right());
            frame.produce(cudaStreamLegacy);
            frame.convert(StreamRef(), striper);
            EXPECT_TRUE(frame.right());
            CUDA_OK(cudaStreamDestroy(stream));
        }
        CUDA_OK(cudaDeviceReset());
    }
}

TEST(CUDASTRIPE_FreshProcess, DISABLED_asleep)
{
    skipWithoutDevice(cudaDevices());
#ifdef HAVE_CUDASTRIPE_SPIN_KERNEL
    CUDA_OK(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync));
    CudaFrame frame(1);
    frame.convert(StreamRef(), Striper::getDefault());
    int* flags = nullptr;
    CUDA_OK(cudaHostAlloc(reinterpret_cast<void**>(&flags), 2 * sizeof(int), cudaHostAllocDefault));
    flags[0] = flags[1] = 0;
    enqueueSpin(flags, 300, nullptr);
    frame.produce(cudaStreamLegacy);
    timespec before, after;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before);
    frame.convert(StreamRef(), Striper::getDefault());
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after);
    EXPECT_TRUE(frame.right());
    const double cpuMs = double(after.tv_sec - before.tv_sec) * 1e3 + double(after.tv_nsec - before.tv_nsec) * 1e-6;
    std::cout << "   CPU time of a wait of 300 ms: " << cpuMs << " ms\n";
    EXPECT_LT(cpuMs, 100);
#else
    _exit(kSkipped);
#endif
}

TEST(CUDASTRIPE_CudaProcess, pageableMemoryLeavesForkedChildrenTheGpuAndMakesNoContext)
{
    runAlone("pageable");
}

TEST(CUDASTRIPE_CudaProcess, aResetIsSurvived)
{
    runAlone("reset");
}

TEST(CUDASTRIPE_CudaProcess, waitsAsleepWhereTheContextAsksForIt)
{
    runAlone("asleep");
}

}}  // namespace opencv_test

#endif
