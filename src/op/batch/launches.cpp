// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See launches.hpp.

#include "launches.hpp"

namespace cv { namespace cudastripe {
namespace {

//! BatchBody has the same members for every kind of body, so `char` stands for any kind.
BatchBody<char> bodyOf(const BatchLaunch& launch, const uchar* table)
{
    return {reinterpret_cast<const PlaneShift*>(table + launch.shifts),
            reinterpret_cast<const BatchRun*>(table + launch.runs), table + launch.bodies, launch.count, launch.first};
}

}  // namespace

void BatchLaunch::emulate(const uchar* table) const
{
    if (!body.empty()) {
        const int64 items = int64(first.itemsX) * first.itemsY;
        const RepeatedImages all = imagesWith(table);
        for (int64 i = 0; i < items * all.count; ++i)
            form->item(body.data(), i % first.itemsX, i % items / first.itemsX, all.of(i / items));
        return;
    }
    const BatchBody<char> merged = bodyOf(*this, table);
    for (int64 x = 0; x < threads; ++x) {
        const BatchItem item = merged.itemOf(x);
        if (item.exists)
            form->item(merged.bodies + item.body, item.x, item.y, item.by);
    }
}

int BatchLaunch::enqueue(const uchar* table, const KernelLaunch& launch) const
{
    if (!body.empty()) {
        KernelLaunch repeats = launch;
        repeats.table = table + bodyTable;
        return form->enqueueRepeats(body.data(), first.itemsX, first.itemsY, imagesWith(table), repeats);
    }
    const BatchBody<char> merged = bodyOf(*this, table);
    return form->enqueue(&merged, threads, 1, launch);
}

void emulateAll(const void* body, int64, int64)
{
    const BatchLaunches& all = **static_cast<const BatchLaunches* const*>(body);
    for (const BatchLaunch& launch : all.merged)
        launch.emulate(all.many->table.data());
    for (const KernelRef& kernel : all.singles)
        kernel.emulate();
}

// Each launch gets a fraction of the bytes that cross the bus, in proportion to its threads.
int enqueueAll(const void* body, int64, int64, const KernelLaunch& launch)
{
    const BatchLaunches& all = **static_cast<const BatchLaunches* const*>(body);
    const uchar* const table = static_cast<const uchar*>(launch.table);
    const auto partOf = [&](int64 threads) {
        const double part = double(threads) / double(all.threads);
        return KernelLaunch{launch.stream, static_cast<int64>(part * double(launch.busBytes)), nullptr};
    };
    for (const BatchLaunch& each : all.merged) {
        if (const int error = each.enqueue(table, partOf(each.threads)))
            return error;
    }
    for (size_t i = 0; i < all.singles.size(); ++i) {
        KernelLaunch single = partOf(all.singles[i].itemsX() * all.singles[i].itemsY());
        single.table = table + all.tablesOfSingles[i];
        if (const int error = all.singles[i].enqueue(single))
            return error;
    }
    return 0;
}

}}  // namespace cv::cudastripe
