// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The table of a merged kernel, and its launches.

#include "kernel.hpp"

#include <climits>

namespace cv { namespace cudastripe {
namespace {

constexpr int64 kWarp = BatchBody<char>::kWarp;
constexpr int64 kWidestLoad = 64;  // bytes, of a body's group of pixels

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
    return {reinterpret_cast<const BatchEntry*>(table + launch.entries), table + launch.bodies, launch.count,
            float(launch.count) * float(kWarp) / float(launch.threads)};
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

//! Gives where the values are in the table.
template <class T>
size_t addTo(std::vector<uchar>& table, const std::vector<T>& values)
{
    const size_t offset = table.size();
    const uchar* const bytes = reinterpret_cast<const uchar*>(values.data());
    table.insert(table.end(), bytes, bytes + values.size() * sizeof(T));
    table.resize(aligned(table.size()));
    return offset;
}

// Bodies hold what a kernel has found out, such as the alignment of its planes. All of it is the same for images whose
// planes lie elsewhere by multiples of the widest load.
bool bodiesMayMove(PlaneShift by)
{
    return by.in % kWidestLoad == 0 && by.out % kWidestLoad == 0;
}

// Gives how far planes have moved. False if they did not move together, or differ in more.
bool haveMoved(const PlaneSpecs& specs, const PlaneView* from, const PlaneView* to, int64& by)
{
    for (size_t i = 0; i < specs.size(); ++i) {
        const int64 own = to[i].base - from[i].base;
        if ((i > 0 && own != by) || to[i].step != from[i].step || to[i].rowBytes != from[i].rowBytes ||
            to[i].fold != from[i].fold || to[i].phase != from[i].phase || to[i].foldBytes != from[i].foldBytes)
            return false;
        by = own;
    }
    return true;
}

bool haveMoved(const StripeOp& op, const StripePlanes& from, const StripePlanes& to, PlaneShift& by)
{
    return to.first == from.first && haveMoved(op.inputs(), from.in, to.in, by.in) &&
           haveMoved(op.outputs(), from.out, to.out, by.out) && bodiesMayMove(by);
}

}  // namespace

StripePlanes shifted(const StripePlanes& planes, const StripeOp& op, PlaneShift by)
{
    StripePlanes result = planes;
    for (size_t i = 0; i < op.inputs().size(); ++i)
        result.in[i].move(by.in);
    for (size_t i = 0; i < op.outputs().size(); ++i)
        result.out[i].move(by.out);
    return result;
}

void BatchKernel::add(const StripeOp& op, const StripePlanes& planes, int64 units)
{
    PlaneShift by;
    if (model_.op == &op && model_.units == units && haveMoved(op, model_.planes, planes, by))
        return repeatModel(by);
    model_ = Model();
    add(op.kernel(planes, units));
    if (!model_.bodyBytes)
        return;
    model_.op = &op;
    model_.planes = planes;
    model_.units = units;
}

void BatchKernel::add(const StripeOp& op, const StripePlanes& planes, int64 units, const std::vector<PlaneShift>& alike)
{
    add(op, planes, units);
    const bool repeats = model_.op == &op && model_.planes.in[0].base == planes.in[0].base &&
                         std::all_of(alike.begin(), alike.end(), bodiesMayMove);
    for (const PlaneShift& by : alike) {
        if (repeats)
            repeatModel(by);
        else
            add(op, shifted(planes, op, by), units);
    }
}

void BatchKernel::repeatModel(PlaneShift by)
{
    Group& group = groups_[model_.group];
    const BatchEntry entry = group.entries[model_.entry];
    uchar* const body = append(group, entry, model_.bodyBytes);
    std::memcpy(body, group.bodies.data() + entry.offset, model_.bodyBytes);
    group.form->shift(body, by);
    many_->accesses.back().alike.push_back(by);
}

void BatchKernel::add(const KernelRef& kernel)
{
    const int64 items = kernel.itemsX() * kernel.itemsY();
    if (items <= 0)
        return;
    many_->accesses.push_back({kernel.accesses(), {}});
    // Threads of an image are counted in 32 bits.
    if (!kernel.mergedForm() || kernel.itemsX() > INT_MAX || kernel.itemsY() > INT_MAX || items > INT_MAX) {
        singles_.push_back(kernel);
        return;
    }
    model_.group = groupOf(kernel);
    model_.bodyBytes = kernel.bodyBytes();
    Group& group = groups_[model_.group];
    model_.entry = group.entries.size();
    const BatchEntry entry = {0, 0, static_cast<std::uint32_t>(kernel.itemsX()),
                              static_cast<std::uint32_t>(kernel.itemsY())};
    std::memcpy(append(group, entry, kernel.bodyBytes()), kernel.body(), kernel.bodyBytes());
}

// Gives the place of the body.
uchar* BatchKernel::append(Group& group, BatchEntry entry, size_t bodyBytes)
{
    const int64 items = int64(entry.itemsX) * entry.itemsY;
    const size_t offset = group.bodies.size();
    CV_Assert(group.warps + items / kWarp < UINT_MAX && offset + bodyBytes < UINT_MAX);
    entry.warp = static_cast<std::uint32_t>(group.warps);
    entry.offset = static_cast<std::uint32_t>(offset);
    group.entries.push_back(entry);
    group.warps += (items + kWarp - 1) / kWarp;
    group.bodies.resize(offset + aligned(bodyBytes));
    return group.bodies.data() + offset;
}

size_t BatchKernel::groupOf(const KernelRef& kernel)
{
    const auto found = std::find_if(groups_.begin(), groups_.end(),
                                    [&](const Group& group) { return group.form == kernel.mergedForm(); });
    if (found == groups_.end()) {
        groups_.push_back({kernel.mergedForm(), {}, {}});
        groups_.back().entries.reserve(room_);
        // The table has the entries behind the bodies.
        groups_.back().bodies.reserve(room_ * (aligned(kernel.bodyBytes()) + sizeof(BatchEntry)) + kBodyAlignment);
        return groups_.size() - 1;
    }
    return static_cast<size_t>(found - groups_.begin());
}

KernelRef BatchKernel::make()
{
    auto all = std::make_shared<Launches>();
    std::vector<uchar>& table = many_->table;
    for (Group& group : groups_) {
        const size_t bodies = table.empty() ? 0 : addTo(table, group.bodies);
        if (table.empty())
            table = std::move(group.bodies);
        const size_t entries = addTo(table, group.entries);
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
