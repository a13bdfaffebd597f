// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Compares issue orders: what a schedule costs on cards of several generations, predicted and measured.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <opencv2/cudastripe/simulate.hpp>

#include "../common/gpu.hpp"
#include "../common/measure.hpp"
#include "../common/sample_main.hpp"
#include "orders.hpp"

using namespace cv::cudastripe;

namespace {

constexpr double maxError = 2.4e-7;  // of the float kernel

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

const Sample sample = {
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

}  // namespace

int main(int argc, char** argv)
{
    return sampleMain(sample, argc, argv);
}
