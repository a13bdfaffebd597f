// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The table of a merged kernel, and its launches.

#include "kernel.hpp"

#include <climits>

namespace cv { namespace cudastripe {
namespace {

constexpr int64 kWarp = BatchBody<char>::kWarp;

//! A launch of images with one kind of body; where their entries and bodies lie in the table.
struct Launch
{
    const KernelRef::MergedForm* form;
    size_t entries, bodies;
    int count;
    int64 threads;
};

//! What the merged kernel does.
struct Launches
{
    std::vector<Launch> merged;
    std::vector<KernelRef> singles;
    std::shared_ptr<const KernelRef::ManyImages> many;
    int64 threads = 0;  //!< of the merged ones
};

//! A body of any kind: all have the same members.
BatchBody<char> bodyOf(const Launch& launch, const uchar* table)
{
    return {reinterpret_cast<const BatchEntry*>(table + launch.entries), table + launch.bodies, launch.count};
}

void emulateAll(const void* body, int64, int64)
{
    const Launches& all = **static_cast<const Launches* const*>(body);
    for (const Launch& launch : all.merged) {
        const BatchBody<char> merged = bodyOf(launch, all.many->table.data());
        launch.form->emulate(&merged, launch.threads, 1);
    }
    for (const KernelRef& kernel : all.singles)
        kernel.emulate();
}

// A launch has its part of the bytes that cross the bus.
int enqueueAll(const void* body, int64, int64, const KernelLaunch& launch)
{
    const Launches& all = **static_cast<const Launches* const*>(body);
    for (const Launch& each : all.merged) {
        const BatchBody<char> merged = bodyOf(each, static_cast<const uchar*>(launch.table));
        const double part = double(each.threads) / double(all.threads);
        const KernelLaunch own = {launch.stream, static_cast<int64>(part * double(launch.busBytes)), nullptr};
        if (const int error = each.form->enqueue(&merged, each.threads, 1, own))
            return error;
    }
    for (const KernelRef& kernel : all.singles) {
        if (const int error = kernel.enqueue(launch.stream))
            return error;
    }
    return 0;
}

size_t aligned(size_t bytes)
{
    return (bytes + kBodyAlignment - 1) / kBodyAlignment * kBodyAlignment;
}

template <class T>
size_t append(std::vector<uchar>& table, const std::vector<T>& values)
{
    const size_t offset = table.size();
    const uchar* const bytes = reinterpret_cast<const uchar*>(values.data());
    table.insert(table.end(), bytes, bytes + values.size() * sizeof(T));
    table.resize(aligned(table.size()));
    return offset;
}

}  // namespace

BatchKernel::Group& BatchKernel::groupOf(const KernelRef& kernel)
{
    const auto found = std::find_if(groups_.begin(), groups_.end(),
                                    [&](const Group& group) { return group.form == kernel.mergedForm(); });
    if (found != groups_.end())
        return *found;
    groups_.push_back({kernel.mergedForm(), {}, {}});
    return groups_.back();
}

void BatchKernel::add(const KernelRef& kernel)
{
    const int64 items = kernel.itemsX() * kernel.itemsY();
    if (items <= 0)
        return;
    kernel.forEachAccess([&](const KernelRef::Access& access) { many_->accesses.push_back(access); });
    // Threads of an image are counted in 32 bits.
    if (!kernel.mergedForm() || kernel.itemsX() > INT_MAX || kernel.itemsY() > INT_MAX || items > INT_MAX) {
        singles_.push_back(kernel);
        return;
    }
    Group& group = groupOf(kernel);
    const size_t offset = group.bodies.size();
    CV_Assert(group.warps + items / kWarp < UINT_MAX && offset + kernel.bodyBytes() < UINT_MAX);
    group.entries.push_back({static_cast<std::uint32_t>(group.warps), static_cast<std::uint32_t>(offset),
                             static_cast<std::uint32_t>(kernel.itemsX()), static_cast<std::uint32_t>(kernel.itemsY())});
    group.warps += (items + kWarp - 1) / kWarp;
    group.bodies.resize(offset + aligned(kernel.bodyBytes()));
    std::memcpy(group.bodies.data() + offset, kernel.body(), kernel.bodyBytes());
}

KernelRef BatchKernel::make()
{
    auto all = std::make_shared<Launches>();
    for (const Group& group : groups_) {
        const size_t entries = append(many_->table, group.entries), bodies = append(many_->table, group.bodies);
        const int64 threads = group.warps * kWarp;
        all->merged.push_back({group.form, entries, bodies, static_cast<int>(group.entries.size()), threads});
        all->threads += threads;
    }
    all->singles = std::move(singles_);
    all->many = many_;
    const Launches* const body = all.get();
    KernelRef kernel(body, &emulateAll, KernelRef::Enqueue(&enqueueAll), 1, 1, {}, std::move(all));
    kernel.setManyImages(std::move(many_));
    return kernel;
}

}}  // namespace cv::cudastripe
