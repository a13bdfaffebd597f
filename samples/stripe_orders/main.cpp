// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Compares issue orders: what a schedule costs on cards of several generations, predicted and measured.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <opencv2/cudastripe/simulate.hpp>

#include "../common/sample_main.hpp"
#include "../common/user_error.hpp"
#include "gpu.hpp"
#include "jobs.hpp"
#include "orders.hpp"
#include "two_slots.hpp"

using namespace cv::cudastripe;

namespace {

constexpr double maxError = 2.4e-7;  // of the float kernel

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
    const Capabilities capabilities = capabilitiesOf(device);
    std::printf("CUDA device %d, %s: copy engines: %d, kernels: %s, page-locked memory %s\n", device,
                capabilities.name.c_str(), capabilities.copyEngines,
                capabilities.concurrentKernels ? "concurrent" : "one at a time",
                capabilities.mapsPageLocked ? "can be mapped" : "cannot be mapped");
    if (capabilities.copyEngines == 0)
        std::printf("It cannot overlap copies with kernels; stripes are served one after the other.\n");
    std::printf("\n");
}

double printTable(const Options& options)
{
    std::printf("%lld floats in %d stripes; milliseconds, and the ratio to sequential\n",
                static_cast<long long>(options.elements), options.streams);
    std::printf("%-22s%16s%16s%16s%16s%s\n", "", "sequential", "depth first", "breadth first", "dedicated",
                options.seedTable ? "   published: sequential, depth, breadth first" : "");
    for (const DeviceProfile& profile : deviceProfiles()) {
        printOrders(profile.name + ", predicted", predictedTimes(profile.name, options),
                    options.seedTable ? publishedTimes(profile.name) : OrderTimes());
    }
    const MeasuredOrders measured = measuredOrders(options);
    printOrders(options.device < 0 ? "CPU, measured" : cv::format("device %d, measured", options.device),
                measured.timesMs, OrderTimes());
    std::printf("max error of the float kernel: %.3g\n\n", measured.maxError);
    return measured.maxError;
}

// Both default streams are the caller's own: work is ordered with what else is on them.
bool runOnDefaultStreams(const Options& options)
{
    if (options.device < 0)
        return true;
    StriperParams params;
    params.devices = {options.device};
    Striper striper(params);
    const std::size_t bytes = static_cast<std::size_t>(options.elements) * sizeof(float);
    const std::shared_ptr<void> in = hostMemory(bytes, options.device), out = hostMemory(bytes, -1);
    float* const from = static_cast<float*>(in.get());
    float* const to = static_cast<float*>(out.get());
    for (std::int64_t i = 0; i < options.elements; ++i)
        from[i] = static_cast<float>(i);
    makeOnes(from, options.elements, to, StreamRef(), striper);  // loads and allocates
    bool right = true;
    for (void* stream : {static_cast<void*>(nullptr), perThreadStream()}) {
        std::fill_n(to, options.elements, -1.f);
        cv::TickMeter meter;
        meter.start();
        makeOnes(from, options.elements, to, StreamHandle(stream), striper);  // pageable memory: done at return
        meter.stop();
        const bool good = std::all_of(to, to + options.elements, [](float x) { return std::abs(x - 1) <= maxError; });
        std::printf("%-31s%10.3f ms, %s\n", stream ? "the per-thread default stream" : "the legacy default stream",
                    meter.getTimeMilli(), good ? "right" : "WRONG");
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

int run(const Options& options)
{
    printDevice(options.device);
    bool right = printTable(options) <= maxError;
    right = runOnDefaultStreams(options) && right;
    right = printTwoSlots(options) && right;
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

int main(int argc, char** argv)
{
    return sampleMain("stripe_orders", parseOptions, usage, run, argc, argv);
}
