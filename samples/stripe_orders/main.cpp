// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Compares issue orders: what a schedule costs on cards of several generations, predicted and measured.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <opencv2/cudastripe/simulate.hpp>
#include <string>
#include <vector>

#include "../common/gpu.hpp"
#include "../common/measure.hpp"
#include "../common/sample_main.hpp"
#include "jobs.hpp"

using namespace cv::cudastripe;

namespace {

constexpr double maxError = 2.4e-7;  // of the float kernel

// What the command line says.
struct Options
{
    std::int64_t elements;       // floats of the overlap example
    int streams;                 // and stripes of the overlap example
    std::int64_t arrayElements;  // ints of each array of the two-slot example
    int repeat;                  // measured runs of each order
    int device;                  // CUDA device; -1: none is used
};

// Milliseconds of the overlap example: one after the other, depth first, breadth first, on dedicated streams.
using OrderTimes = std::array<double, 4>;

struct MeasuredOrders
{
    OrderTimes timesMs;
    double maxError = 0;  // of all results
};

// The first is what all others are compared with: one stripe on one stream.
std::array<StriperParams, 4> paramsOf(const Options& options)
{
    std::array<StriperParams, 4> all;
    all.fill(paramsFor(options.device));
    for (StriperParams& params : all) {
        params.stripes = params.streams = options.streams;
        params.deviceMemoryLimit = std::size_t(1) << 34;
    }
    all[0].order = all[1].order = IssueOrder::DepthFirst;
    all[0].stripes = all[0].streams = 1;
    all[2].order = IssueOrder::BreadthFirst;
    all[3].order = IssueOrder::Dedicated;
    return all;
}

double maxErrorOf(const float* result, std::int64_t count)
{
    double error = 0;
    for (std::int64_t i = 0; i < count; ++i)
        error = std::max(error, std::abs(static_cast<double>(result[i]) - 1));
    return error;
}

constexpr std::size_t slotBytes = 12 << 20;  // of both slots together: two inputs and an output each

StriperParams twoSlots(IssueOrder order, const Options& options)
{
    StriperParams params = paramsFor(options.device);
    params.order = order;
    params.slots = params.streams = 2;
    params.deviceMemoryLimit = slotBytes;
    params.stripes = static_cast<int>(std::max<std::int64_t>(2, options.arrayElements * 12 * 2 / int(slotBytes) + 1));
    return params;
}

OrderTimes predictedTimes(const std::string& profile, const Options& options)
{
    // Addresses that nobody reads or writes.
    float* const from = reinterpret_cast<float*>(std::uintptr_t(1) << 44);
    float* const to = reinterpret_cast<float*>(std::uintptr_t(1) << 45);
    OrderTimes times;
    for (std::size_t i = 0; i < times.size(); ++i) {
        times[i] =
            predictTimeline(deviceProfile(profile), paramsOf(options)[i], MemoryKind::PageLocked,
                            [&](Striper& striper) { makeOnes(from, options.elements, to, StreamRef(), striper); })
                .durationMs;
    }
    return times;
}

// On the options' device, or on the CPU, where there is only one order.
MeasuredOrders measuredOrders(const Options& options)
{
    const std::size_t bytes = static_cast<std::size_t>(options.elements) * sizeof(float);
    const HostMemory in(bytes, options.device), out(bytes, options.device);
    float* const to = out.as<float>();
    for (std::int64_t i = 0; i < options.elements; ++i)
        in.as<float>()[i] = static_cast<float>(i);
    std::vector<std::unique_ptr<Striper>> stripers;
    for (const StriperParams& params : paramsOf(options))
        stripers.push_back(std::make_unique<Striper>(params));

    MeasuredOrders measured;
    for (const std::unique_ptr<Striper>& striper : stripers) {
        std::fill_n(to, options.elements, -1.f);
        makeOnes(in.as<float>(), options.elements, to, StreamRef(), *striper);
        measured.maxError = std::max(measured.maxError, maxErrorOf(to, options.elements));
    }
    const auto times = timesInTurn(stripers.size(), options.repeat, [&](std::size_t i) {
        makeOnes(in.as<float>(), options.elements, to, StreamRef(), *stripers[i]);
    });
    for (std::size_t i = 0; i < times.size(); ++i)
        measured.timesMs[i] = quantile(times[i]);
    return measured;
}

// c = f(a, b) through two slots of device memory, which are used in turn for arrays much larger than they are.
struct TwoSlotRun
{
    double timeMs = 0;
    double predictedMs = 0;  // for the H200
    std::size_t deviceBytes = 0;
    std::int64_t wrong = 0;
};

TwoSlotRun runThroughTwoSlots(IssueOrder order, const Options& options)
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
    const StriperParams params = twoSlots(order, options);
    Striper striper(params);
    mean(a, b, count, c, striper);  // loads and allocates

    TwoSlotRun run;
    run.timeMs = timeMs([&] { mean(a, b, count, c, striper); });
    run.deviceBytes = striper.usage().deviceBytes;
    for (std::int64_t i = 0; i < count; ++i)
        run.wrong += c[i] != (a[i] + b[i]) / 2;
    run.predictedMs = predictTimeline(deviceProfile("H200"), params, MemoryKind::PageLocked, [&](Striper& simulated) {
                          mean(a, b, count, c, simulated);
                      }).durationMs;
    return run;
}

// What was published for the first three orders; zeros if nothing was.
OrderTimes publishedTimes(const std::string& profile)
{
    if (profile == "C1060")
        return {12.92, 13.64, 8.85, 0};
    if (profile == "C2050")
        return {9.98, 5.74, 7.60, 0};
    if (profile == "K20c")
        return {7.10, 3.97, 3.97, 0};
    return {};
}

void printOrders(const std::string& name, const OrderTimes& times, const OrderTimes& published)
{
    std::printf("%-22s", name.c_str());
    for (double ms : times)
        std::printf("%10.3f %5.2f", ms, times[0] > 0 ? ms / times[0] : 0.);
    for (std::size_t i = 0; i < 3 && published[0] > 0; ++i)
        std::printf("%8.2f", published[i]);
    std::printf("\n");
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

double printTable(const Options& options, bool seedTable)
{
    std::printf("%lld floats in %d stripes; milliseconds, and the ratio to sequential\n",
                static_cast<long long>(options.elements), options.streams);
    std::printf("%-22s%16s%16s%16s%16s%s\n", "", "sequential", "depth first", "breadth first", "dedicated",
                seedTable ? "   published: sequential, depth, breadth first" : "");
    for (const DeviceProfile& profile : deviceProfiles()) {
        printOrders(profile.name + ", predicted", predictedTimes(profile.name, options),
                    seedTable ? publishedTimes(profile.name) : OrderTimes());
    }
    const MeasuredOrders measured = measuredOrders(options);
    printOrders(options.device < 0 ? "CPU, measured" : cv::format("device %d, measured", options.device),
                measured.timesMs, OrderTimes());
    std::printf("max error of the float kernel: %.3g\n\n", measured.maxError);
    return measured.maxError;
}

// Calls on the two default streams, where other work of a program would be.
bool runOnDefaultStreams(const Options& options)
{
    if (options.device < 0)
        return true;
    Striper striper(paramsFor(options.device));
    const std::size_t bytes = static_cast<std::size_t>(options.elements) * sizeof(float);
    const HostMemory in(bytes, options.device), out(bytes, -1);
    float *const from = in.as<float>(), *const to = out.as<float>();
    for (std::int64_t i = 0; i < options.elements; ++i)
        from[i] = static_cast<float>(i);
    makeOnes(from, options.elements, to, StreamRef(), striper);  // loads and allocates
    bool right = true;
    for (void* stream : {static_cast<void*>(nullptr), perThreadStream()}) {
        std::fill_n(to, options.elements, -1.f);
        // To pageable memory: the result is there when the call returns.
        const double ms = timeMs([&] { makeOnes(from, options.elements, to, StreamHandle(stream), striper); });
        const bool good = std::all_of(to, to + options.elements, [](float x) { return std::abs(x - 1) <= maxError; });
        std::printf("%-31s%10.3f ms, %s\n", stream ? "the per-thread default stream" : "the legacy default stream", ms,
                    good ? "right" : "WRONG");
        right = right && good;
    }
    std::printf("\n");
    return right;
}

bool printTwoSlots(const Options& options)
{
    bool right = true;
    std::printf("c = f(a, b) on arrays of %lld ints, %.1f MB in all, through two slots\n",
                static_cast<long long>(options.arrayElements), static_cast<double>(options.arrayElements) * 12 / 1e6);
    for (IssueOrder order : {IssueOrder::DepthFirst, IssueOrder::BreadthFirst}) {
        const TwoSlotRun run = runThroughTwoSlots(order, options);
        std::printf("  %-14s%10.3f ms on %s, %8.3f ms predicted for the H200, %6.1f MB of device memory, %s\n",
                    order == IssueOrder::DepthFirst ? "depth first" : "breadth first", run.timeMs,
                    options.device < 0 ? "the CPU" : "the device", run.predictedMs,
                    static_cast<double>(run.deviceBytes) / 1e6, run.wrong == 0 ? "all right" : "WRONG");
        right = right && run.wrong == 0;
    }
    return right;
}

int run(const Arguments& arguments)
{
    const std::int64_t most = std::int64_t(1) << 36;
    const Options options = {arguments.number("elements", 0, most), int(arguments.number("streams", 1, 1024)),
                             arguments.number("array-elements", 0, most), int(arguments.number("repeat", 1, 100000)),
                             deviceOf(arguments, "none")};
    printDevice(options.device);
    bool right = printTable(options, arguments.has("seed-table")) <= maxError;
    right = runOnDefaultStreams(options) && right;
    right = printTwoSlots(options) && right;
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

const Sample thisSample = {
    "stripe_orders",
    "Compares the orders in which the stages of stripes are issued: predicted for old and new cards, and measured\n"
    "on a GPU if there is one.",
    "",
    "  stripe_orders --seed-table\n",
    {
        {"elements", "N", "4194304", "floats of the overlap example, 0 or more (default: 4194304, 16 MiB)"},
        {"streams", "N", "4", "streams, and stripes, of the overlap example (default: 4)"},
        {"seed-table", nullptr, "", "prints the published figures beside the predictions"},
        {"array-elements", "N", "16777216", "ints in each array of the two-slot example (default: 16777216, 64 MiB)"},
        {"repeat", "N", "31", "measured runs of each order; medians are printed (default: 31)"},
        {"device", "DEVICE", "auto", "auto (default), none, or the number of a CUDA device"},
    },
    run,
};
