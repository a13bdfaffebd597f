// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "processes.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>

#include "../support/device/cuda_frame.hpp"
#include "../support/device/spin_kernel.hpp"
#include "scenarios.hpp"

namespace opencv_test {
namespace {

constexpr int kSeconds = 120;  // after which a process counts as hanging

pid_t start(const std::string& name)
{
    const pid_t child = fork();
    if (child == 0) {
        execl("/proc/self/exe", "gpu_faults", ("--case=" + name).c_str(), static_cast<char*>(nullptr));
        _exit(126);
    }
    return child;
}

//! The exit status, or 128 and the number of the signal that ended it.
int statusOf(pid_t child)
{
    int status = 0;
    for (int i = 0; i < kSeconds * 100; ++i) {
        if (waitpid(child, &status, WNOHANG) == child)
            return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        usleep(10000);
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return 255;
}

//! True if calls give right results, each time with new content.
bool works(Striper& striper, int calls)
{
    bool right = true;
    for (int i = 0; i < calls; ++i) {
        CudaFrame frame(static_cast<std::uint64_t>(i) + 1);
        frame.produce(cudaStreamLegacy);
        cudaDeviceSynchronize();
        frame.convert(StreamRef(), striper);
        right = right && frame.right();
    }
    return right;
}

bool worksForSeconds(double seconds)
{
    const auto striper = std::make_unique<Striper>(StriperParams::forCurrentDevice());
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    while (std::chrono::steady_clock::now() < end) {
        if (!works(*striper, 10))
            return false;
    }
    return true;
}

//! Takes device memory until so much is left.
class FilledDevice
{
public:
    explicit FilledDevice(size_t left)
    {
        for (size_t block = size_t(1) << 30; block >= (size_t(1) << 20); block /= 2) {
            size_t free = 0, total = 0;
            void* memory = nullptr;
            while (cudaMemGetInfo(&free, &total) == cudaSuccess && free >= left + block &&
                   cudaMalloc(&memory, block) == cudaSuccess)
                blocks_.push_back(memory);
            cudaGetLastError();
        }
    }
    ~FilledDevice()
    {
        for (void* block : blocks_)
            cudaFree(block);
    }
    FilledDevice(const FilledDevice&) = delete;
    FilledDevice& operator=(const FilledDevice&) = delete;

private:
    std::vector<void*> blocks_;
};

// Each use is right, or refused by a text; and right when there is memory again.
bool withLittleMemory(size_t left)
{
    const Backend backend(BackendKind::Cuda);
    bool right = true;
    for (const Scenario& scenario : scenarios(backend)) {
        const auto striper = backend.striper(scenario.params);
        std::string wrong;
        try {
            const FilledDevice filled(left);
            wrong = scenario.run(*striper);
        } catch (const cv::Exception& error) {
            wrong = error.err.empty() ? "an exception without a text" : "";
        }
        wrong += scenario.run(*striper);
        if (!wrong.empty())
            std::printf("%zu bytes left, %s: %s\n", left, scenario.name.c_str(), wrong.c_str());
        right = right && wrong.empty();
    }
    return right;
}

struct InFlight
{
    explicit InFlight(Striper& striper) : frame(new CudaFrame(1, Size(3840, 2160)))
    {
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        frame->produce(stream, 50);
        frame->convert(StreamRef(StreamHandle(stream)), striper);
    }
    CudaFrame* const frame;  // which lives as long as the process
    cudaStream_t stream = nullptr;
};

bool exitsWithWorkInFlight()
{
    const InFlight work(Striper::getDefault());
    std::exit(0);
}

bool returnsWithAPipelineInFlight()
{
    static Striper striper{StriperParams::forCurrentDevice()};
    static InFlight work(striper);
    static Pipeline pipeline(StreamRef(StreamHandle(work.stream)), striper);
    work.frame->convert(pipeline, striper);
    return true;  // and the static objects are destroyed while it runs
}

// A child may not use what the parent has of the GPU. It is told so, and images of its own are converted by its CPU.
bool childIsRefused()
{
    Striper striper{StriperParams::forCurrentDevice()};
    if (!works(striper, 3))
        return false;
    const InFlight work(striper);
    const pid_t child = fork();
    if (child == 0) {
        const Mat src(480, 640, CV_8UC4, Scalar(1, 2, 3));
        try {
            Mat result;
            cudastripe::cvtColor(src, result, COLOR_BGR2YUV, StreamRef(), striper);
            _exit(1);
        } catch (const cv::Exception& error) {
            _exit(error.err.empty());
        }
    }
    const bool refused = statusOf(child) == 0;
    return refused && cudaStreamSynchronize(work.stream) == cudaSuccess && work.frame->right() && works(striper, 3);
}

bool newStriperAfterAReset()
{
    {
        Striper striper{StriperParams::forCurrentDevice()};
        if (!works(striper, 3))
            return false;
    }
    cudaDeviceReset();
    Striper striper{StriperParams::forCurrentDevice()};
    return works(striper, 3);
}

bool callersKernelTraps()
{
    Striper striper{StriperParams::forCurrentDevice()};
    if (!works(striper, 3))
        return false;
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    enqueueTrap(stream);
    cudaStreamSynchronize(stream);
    const Mat src(480, 640, CV_8UC4, Scalar(1, 2, 3));
    Mat expected, dst;
    cv::cvtColor(src, expected, COLOR_BGR2YUV);
    try {
        cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), striper);
    } catch (const cv::Exception& error) {
        if (error.err.empty())
            return false;
        cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), striper);
    }
    return differences(expected, dst, 0).empty();
}

// Its calls stay right while others come and are killed.
bool othersAreKilled()
{
    Striper striper{StriperParams::forCurrentDevice()};
    bool right = works(striper, 3);
    for (int i = 0; i < 4; ++i) {
        const pid_t other = start("shares_the_gpu");
        right = works(striper, 100) && right;
        usleep(1500000);
        kill(other, SIGKILL);
        right = works(striper, 100) && right && statusOf(other) == 128 + SIGKILL;
    }
    return right;
}

bool sharesTheGpu()
{
    return worksForSeconds(10);
}

bool twoAtOnce()
{
    const pid_t a = start("shares_the_gpu"), b = start("shares_the_gpu");
    return statusOf(a) == 0 && statusOf(b) == 0;
}

struct Case
{
    const char* name;
    bool (*run)();
};

const Case cases[] = {{"64_MB_left", [] { return withLittleMemory(size_t(64) << 20); }},
                      {"8_MB_left", [] { return withLittleMemory(size_t(8) << 20); }},
                      {"no_memory_left", [] { return withLittleMemory(0); }},
                      {"exit_with_work_in_flight", exitsWithWorkInFlight},
                      {"return_with_a_pipeline_in_flight", returnsWithAPipelineInFlight},
                      {"fork", childIsRefused},
                      {"reset", newStriperAfterAReset},
                      {"trap", callersKernelTraps},
                      {"shares_the_gpu", sharesTheGpu},
                      {"two_processes_at_once", twoAtOnce},
                      {"others_are_killed", othersAreKilled}};

}  // namespace

int runProcesses()
{
    int failed = 0;
    for (const Case& c : cases) {
        const int status = statusOf(start(c.name));
        failed += status != 0;
        std::printf("%-34s %s\n", c.name,
                    status == 0     ? "ok"
                    : status == 255 ? "HANG"
                                    : format("FAILED, status %d", status).c_str());
        std::fflush(stdout);
    }
    return failed;
}

int runCase(const std::string& name)
{
    for (const Case& c : cases) {
        if (name == c.name)
            return c.run() ? 0 : 1;
    }
    std::printf("there is no case %s\n", name.c_str());
    return 2;
}

}  // namespace opencv_test
