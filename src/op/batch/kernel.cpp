// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The table of a merged kernel, and its launches.

#include "kernel.hpp"

#include <climits>

#include "launches.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int64 kWarp = BatchBody<char>::kWarp;
constexpr int64 kWidestLoad = 64;  // bytes that a body loads for one group of pixels, at most

size_t aligned(size_t bytes)
{
    return (bytes + kBodyAlignment - 1) / kBodyAlignment * kBodyAlignment;
}

//! Appends values; gives their offset.
template <class T>
size_t addTo(std::vector<uchar>& table, const std::vector<T>& values)
{
    const size_t offset = table.size();
    const uchar* const bytes = reinterpret_cast<const uchar*>(values.data());
    table.insert(table.end(), bytes, bytes + values.size() * sizeof(T));
    table.resize(aligned(table.size()));
    return offset;
}

// A body holds properties of its planes, such as their alignment. They stay the same if the planes move by a multiple
// of the widest load.
bool bodiesMayMove(PlaneShift by)
{
    return by.in % kWidestLoad == 0 && by.out % kWidestLoad == 0;
}

// Sets `by` to the distance by which all planes have moved. False if distances or other properties differ.
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

//! True if images lie at equal distances, so that a kernel can compute their addresses.
bool areStrided(const std::vector<PlaneShift>& shifts, PlaneShift each)
{
    for (size_t i = 0; i < shifts.size(); ++i) {
        const int64 number = static_cast<int64>(i);
        if (shifts[i].in != number * each.in || shifts[i].out != number * each.out)
            return false;
    }
    return true;
}

// True if the kernel takes one body, as an argument, for all images. Small scattered images would leave threads idle.
bool haveOneBody(bool mayRepeat, const std::vector<BatchRun>& runs, size_t images, bool strided)
{
    constexpr std::uint32_t warpsOfABlock = 8;
    return mayRepeat && runs.size() == 1 && images <= RepeatedImages::kMax &&
           (strided || runs.front().warps >= warpsOfABlock);
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
    model_.op = add(op.kernel(planes, units)) ? &op : nullptr;
    model_.planes = planes;
    model_.units = units;
}

void BatchKernel::add(const StripeOp& op, const StripePlanes& planes, int64 units,
                      const std::vector<PlaneShift>& shifts)
{
    add(op, planes, units);
    const bool repeats = model_.op == &op && model_.planes.in[0].base == planes.in[0].base &&
                         std::all_of(shifts.begin(), shifts.end(), bodiesMayMove);
    for (const PlaneShift& by : shifts) {
        if (repeats)
            repeatModel(by);
        else
            add(op, shifted(planes, op, by), units);
    }
}

void BatchKernel::repeatModel(PlaneShift by)
{
    append(merged_[model_.merged], by);
    many_->accesses.back().shifts.push_back(by);
}

bool BatchKernel::add(const KernelRef& kernel)
{
    const int64 items = kernel.itemsX() * kernel.itemsY();
    if (items <= 0)
        return false;
    many_->accesses.push_back({kernel.accesses(), {}});
    // Threads of an image are counted in 32 bits.
    if (!kernel.mergedForm() || kernel.itemsX() > INT_MAX || kernel.itemsY() > INT_MAX || items > INT_MAX) {
        singles_.push_back(kernel);
        return false;
    }
    model_.merged = mergedFor(kernel);
    Merged& merged = merged_[model_.merged];
    const size_t body = merged.bodies.size();
    CV_Assert(merged.warps < UINT_MAX && body < UINT_MAX && merged.shifts.size() < UINT_MAX);
    merged.runs.push_back({static_cast<std::uint32_t>(merged.warps),
                           static_cast<std::uint32_t>((items + kWarp - 1) / kWarp),
                           static_cast<std::uint32_t>(merged.shifts.size()), static_cast<std::uint32_t>(body),
                           static_cast<std::uint32_t>(kernel.itemsX()), static_cast<std::uint32_t>(kernel.itemsY())});
    if (merged.form->setTableAt)
        merged.tables.push_back(kernel.manyImages());
    merged.bodies.resize(body + aligned(kernel.bodyBytes()));
    std::memcpy(merged.bodies.data() + body, kernel.body(), kernel.bodyBytes());
    append(merged, PlaneShift());
    return true;
}

// Adds an image to the last run.
void BatchKernel::append(Merged& merged, PlaneShift by)
{
    merged.shifts.push_back(by);
    merged.warps += merged.runs.back().warps;
    CV_Assert(merged.warps < UINT_MAX);
}

size_t BatchKernel::mergedFor(const KernelRef& kernel)
{
    const auto found = std::find_if(merged_.begin(), merged_.end(),
                                    [&](const Merged& merged) { return merged.form == kernel.mergedForm(); });
    if (found != merged_.end())
        return static_cast<size_t>(found - merged_.begin());
    merged_.push_back({kernel.mergedForm(), {}, {}, {}, 0, {}});
    merged_.back().shifts.reserve(room_);
    return merged_.size() - 1;
}

// Returns the offset of a table in the table of the merged kernel, to which it adds new ones.
size_t BatchKernel::place(const Table& table)
{
    const auto [found, added] = tablesAt_.emplace(table, many_->table.size());
    if (added)
        addTo(many_->table, table->table);
    return found->second;
}

// Stores in each body where its table lies. The first body will lie at offset `bodiesAt`.
void BatchKernel::placeTables(Merged& merged, size_t bodiesAt)
{
    for (size_t i = 0; i < merged.tables.size(); ++i) {
        const auto at = static_cast<int64>(place(merged.tables[i])) - static_cast<int64>(bodiesAt);
        merged.form->setTableAt(merged.bodies.data() + merged.runs[i].body, at);
    }
}

KernelRef BatchKernel::make()
{
    auto all = std::make_shared<BatchLaunches>();
    std::vector<uchar>& table = many_->table;
    for (Merged& merged : merged_) {
        for (const Table& own : merged.tables)
            place(own);
        const PlaneShift each = merged.shifts.size() > 1 ? merged.shifts[1] : PlaneShift();
        BatchLaunch launch = {merged.form, merged.runs.front(), merged.warps * kWarp};
        const bool strided = areStrided(merged.shifts, each);
        if (haveOneBody(merged.form->mayRepeat, merged.runs, merged.shifts.size(), strided)) {
            launch.images = {static_cast<unsigned>(merged.shifts.size()), each};
            launch.body = std::move(merged.bodies);
            launch.scattered = !strided;
            launch.bodyTable = merged.tables.empty() ? 0 : place(merged.tables[0]);
            if (launch.scattered)
                launch.shifts = addTo(table, merged.shifts);
        } else {
            launch.shifts = addTo(table, merged.shifts);
            launch.runs = addTo(table, merged.runs);
            placeTables(merged, table.size());
            launch.bodies = addTo(table, merged.bodies);
            launch.count = static_cast<int>(merged.runs.size());
        }
        all->threads += launch.threads;
        all->merged.push_back(std::move(launch));
    }
    for (const KernelRef& kernel : singles_) {
        all->threads += kernel.itemsX() * kernel.itemsY();
        all->tablesOfSingles.push_back(kernel.table() ? place(kernel.manyImages()) : 0);
    }
    all->singles = std::move(singles_);
    all->tables = std::move(tablesAt_);
    all->many = many_;
    const BatchLaunches* const body = all.get();
    KernelRef kernel(body, &emulateAll, KernelRef::Enqueue(&enqueueAll), 1, 1, {}, std::move(all));
    kernel.setManyImages(std::move(many_));
    return kernel;
}

}}  // namespace cv::cudastripe
