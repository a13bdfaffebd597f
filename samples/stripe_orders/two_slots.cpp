// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <algorithm>
#include <opencv2/cudastripe/simulate.hpp>

#include "../common/gpu.hpp"
#include "../common/measure.hpp"
#include "orders.hpp"

using namespace cv::cudastripe;

namespace {

constexpr std::size_t slotBytes = 12 << 20;  // of both slots together: two inputs and an output each

StriperParams paramsOf(IssueOrder order, const Options& options)
{
    StriperParams params = paramsFor(options.device);
    params.order = order;
    params.slots = params.streams = 2;
    params.deviceMemoryLimit = slotBytes;
    params.stripes = static_cast<int>(std::max<std::int64_t>(2, options.arrayElements * 12 * 2 / int(slotBytes) + 1));
    return params;
}

}  // namespace

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
    const StriperParams params = paramsOf(order, options);
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
