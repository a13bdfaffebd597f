// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// What issue orders take: predicted for cards of several generations, and measured. The only file that needs nvcc for
// its functors: nvcc makes kernels of them, another compiler functions for the CPU.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <opencv2/cudastripe.hpp>
#include <opencv2/cudastripe/simulate.hpp>

#include "../common/gpu.hpp"
#include "../common/measure.hpp"
#include "stripe_timeline.hpp"

using namespace cv::cudastripe;

namespace {

// What the command line says.
struct Options
{
    std::int64_t elements;       // floats of the overlap example
    int streams;                 // and stripes of the overlap example
    std::int64_t arrayElements;  // ints of each array of the two-slot example
    int repeat;                  // measured runs of each order
    int device;                  // CUDA device; -1: none is used
};

struct SineAndCosine
{
    CV_CUDASTRIPE_HD float operator()(float i) const
    {
        const float s = sinf(i), c = cosf(i);
        return sqrtf(s * s + c * c);
    }
};

struct Mean
{
    CV_CUDASTRIPE_HD int operator()(int a, int b) const
    {
        return static_cast<int>((static_cast<std::int64_t>(a) + b) >> 1);
    }
};

constexpr double maxError = 2.4e-7;  // of the overlap example

// The overlap example: sqrt(sin(i)^2 + cos(i)^2) of each element, so that the result is known to be 1.
void makeOnes(const float* in, std::int64_t count, float* out, const StreamRef& stream, Striper& striper)
{
    transform(in, count, out, SineAndCosine(), SameBits::No, stream, striper);
}

double maxErrorOf(const float* result, std::int64_t count)
{
    double error = 0;
    for (std::int64_t i = 0; i < count; ++i)
        error = std::max(error, std::abs(static_cast<double>(result[i]) - 1));
    return error;
}

// Numbers from 0 on, and room for as many results.
struct Floats
{
    Floats(std::int64_t count, int inDevice, int outDevice)
        : in(std::size_t(count) * sizeof(float), inDevice), out(std::size_t(count) * sizeof(float), outDevice)
    {
        for (std::int64_t i = 0; i < count; ++i)
            in.as<float>()[i] = static_cast<float>(i);
    }

    const HostMemory in, out;
};

struct Order
{
    const char* name;
    IssueOrder order;
    bool one;  // stripe on one stream: what all others are compared with
};

const Order orders[] = {{"sequential", IssueOrder::DepthFirst, true},
                        {"depth first", IssueOrder::DepthFirst, false},
                        {"breadth first", IssueOrder::BreadthFirst, false},
                        {"dedicated", IssueOrder::Dedicated, false}};

StriperParams paramsOf(const Order& order, const Options& options)
{
    StriperParams params = paramsFor(options.device);
    params.order = order.order;
    params.stripes = params.streams = order.one ? 1 : options.streams;
    params.deviceMemoryLimit = std::size_t(1) << 34;
    return params;
}

// Milliseconds of each order, the ratio to the first, and what was published for the first three, if it was.
void printRow(const std::string& name, const std::vector<double>& times, const std::vector<double>& published)
{
    std::printf("%-22s", name.c_str());
    for (double ms : times)
        std::printf("%10.3f %5.2f", ms, times[0] > 0 ? ms / times[0] : 0.);
    for (double ms : published)
        std::printf("%8.2f", ms);
    std::printf("\n");
}

void printPredicted(const Options& options, bool seedTable, std::vector<Timeline>& timelines)
{
    const std::map<std::string, std::vector<double>> published = {
        {"C1060", {12.92, 13.64, 8.85}}, {"C2050", {9.98, 5.74, 7.60}}, {"K20c", {7.10, 3.97, 3.97}}};
    // Addresses that nobody reads or writes.
    float* const from = reinterpret_cast<float*>(std::uintptr_t(1) << 44);
    float* const to = reinterpret_cast<float*>(std::uintptr_t(1) << 45);
    for (const DeviceProfile& profile : deviceProfiles()) {
        std::vector<double> times;
        for (const Order& order : orders) {
            timelines.push_back(
                predictTimeline(profile, paramsOf(order, options), MemoryKind::PageLocked,
                                [&](Striper& s) { makeOnes(from, options.elements, to, StreamRef(), s); }));
            timelines.back().title += std::string(", ") + order.name + ", predicted";
            times.push_back(timelines.back().durationMs);
        }
        const auto found = published.find(profile.name);
        printRow(profile.name + ", predicted", times,
                 seedTable && found != published.end() ? found->second : std::vector<double>());
    }
}

// On the options' device, or on the CPU, where there is only one order. Gives the greatest error of all results.
double printMeasured(const Options& options)
{
    const Floats floats(options.elements, options.device, options.device);
    float* const to = floats.out.as<float>();
    std::vector<std::unique_ptr<Striper>> stripers;
    double error = 0;
    const auto call = [&](std::size_t i) {
        makeOnes(floats.in.as<float>(), options.elements, to, StreamRef(), *stripers[i]);
    };
    for (const Order& order : orders) {
        stripers.push_back(std::make_unique<Striper>(paramsOf(order, options)));
        std::fill_n(to, options.elements, -1.f);
        call(stripers.size() - 1);
        error = std::max(error, maxErrorOf(to, options.elements));
    }
    std::vector<double> medians;
    for (const std::vector<double>& times : timesInTurn(stripers.size(), options.repeat, call))
        medians.push_back(quantile(times));
    printRow(options.device < 0 ? "CPU, measured" : cv::format("device %d, measured", options.device), medians, {});
    std::printf("max error of the float kernel: %.3g\n\n", error);
    return error;
}

void printDevice(int device)
{
    if (device < 0) {
        std::printf("No CUDA device is used: the float kernel runs on the CPU, where there is only one order.\n\n");
        return;
    }
    const GpuProperties gpu = gpuProperties(device);
    std::printf("CUDA device %d, %s: copy engines: %d, kernels: %s, page-locked memory %s\n", device, gpu.name.c_str(),
                gpu.copyEngines, gpu.concurrentKernels ? "concurrent" : "one at a time",
                gpu.mapsPageLocked ? "can be mapped" : "cannot be mapped");
    if (gpu.copyEngines == 0)
        std::printf("It cannot overlap copies with kernels; stripes are served one after the other.\n");
    std::printf("\n");
}

// Calls on the two default streams, where other work of a program would be.
bool runOnDefaultStreams(const Options& options)
{
    bool right = true;
#ifdef __CUDACC__
    if (options.device < 0)
        return true;
    Striper striper(paramsFor(options.device));
    // To pageable memory: the result is there when a call returns.
    const Floats floats(options.elements, options.device, -1);
    float *const from = floats.in.as<float>(), *const to = floats.out.as<float>();
    makeOnes(from, options.elements, to, StreamRef(), striper);  // loads and allocates
    for (cudaStream_t stream : {cudaStream_t(nullptr), cudaStreamPerThread}) {
        std::fill_n(to, options.elements, -1.f);
        const double ms = timeMs([&] { makeOnes(from, options.elements, to, StreamHandle(stream), striper); });
        const bool good = maxErrorOf(to, options.elements) <= maxError;
        std::printf("%-31s%10.3f ms, %s\n", stream ? "the per-thread default stream" : "the legacy default stream", ms,
                    good ? "right" : "WRONG");
        right = right && good;
    }
    std::printf("\n");
#else
    static_cast<void>(options);
#endif
    return right;
}

// c = f(a, b) through two slots of device memory, which are used in turn for arrays much larger than they are.
bool runThroughTwoSlots(const Order& order, const Options& options)
{
    const std::int64_t count = options.arrayElements;
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(int);
    const HostMemory first(bytes, options.device), second(bytes, options.device), result(bytes, options.device);
    int *const a = first.as<int>(), *const b = second.as<int>(), *const c = result.as<int>();
    for (std::int64_t i = 0; i < count; ++i) {
        a[i] = static_cast<int>(i & 0xffffff);
        b[i] = static_cast<int>((i * 7 + 3) & 0xffffff);
        c[i] = -1;
    }
    StriperParams params = paramsFor(options.device);
    params.order = order.order;
    params.slots = params.streams = 2;
    params.deviceMemoryLimit = 12 << 20;  // of both slots together: two inputs and an output each
    params.stripes = static_cast<int>(std::max<std::int64_t>(2, count * 12 * 2 / (12 << 20) + 1));
    Striper striper(params);
    const auto mean = [&](Striper& s) { transform(a, b, count, c, Mean(), SameBits::Yes, StreamRef(), s); };
    mean(striper);  // loads and allocates
    const double ms = timeMs([&] { mean(striper); });
    std::int64_t wrong = 0;
    for (std::int64_t i = 0; i < count; ++i)
        wrong += c[i] != (a[i] + b[i]) / 2;
    const Timeline predicted = predictTimeline(deviceProfile("H200"), params, MemoryKind::PageLocked, mean);
    std::printf("  %-14s%10.3f ms on %s, %8.3f ms predicted for the H200, %6.1f MB of device memory, %s\n", order.name,
                ms, options.device < 0 ? "the CPU" : "the device", predicted.durationMs,
                static_cast<double>(striper.usage().deviceBytes) / 1e6, wrong == 0 ? "all right" : "WRONG");
    return wrong == 0;
}

}  // namespace

bool compareOrders(const Arguments& arguments, std::vector<Timeline>& timelines)
{
    const std::int64_t most = std::int64_t(1) << 36;
    const int streams = arguments.has("streams") ? int(arguments.number("streams", 1, 1024)) : 4;
    const Options options = {arguments.number("elements", 0, most), streams,
                             arguments.number("array-elements", 0, most), int(arguments.number("repeat", 1, 100000)),
                             deviceOf(arguments, "none")};
    const bool seedTable = arguments.has("seed-table");
    printDevice(options.device);
    std::printf("%lld floats in %d stripes; milliseconds, and the ratio to sequential\n",
                static_cast<long long>(options.elements), options.streams);
    std::printf("%-22s", "");
    for (const Order& order : orders)
        std::printf("%16s", order.name);
    std::printf("%s\n", seedTable ? "   published: sequential, depth, breadth first" : "");
    printPredicted(options, seedTable, timelines);
    bool right = printMeasured(options) <= maxError;
    right = runOnDefaultStreams(options) && right;
    std::printf("c = f(a, b) on arrays of %lld ints, %.1f MB in all, through two slots\n",
                static_cast<long long>(options.arrayElements), static_cast<double>(options.arrayElements) * 12 / 1e6);
    for (const Order& order : {orders[1], orders[2]})
        right = runThroughTwoSlots(order, options) && right;
    return right;
}
