// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The table of a merged kernel, and its launches.

#include "kernel.hpp"

#include <climits>

namespace cv { namespace cudastripe {
namespace {

constexpr int64 kWarp = BatchBody<char>::kWarp;
constexpr int64 kWidestLoad = 64;  // bytes that a body loads for one group of pixels, at most

//! A launch of images with one kind of body, and its offsets in the table.
struct Launch
{
    const KernelRef::MergedForm* form;
    BatchRun first;
    int64 threads;
    size_t shifts = 0, runs = 0, bodies = 0;
    int count = 1;  //!< of runs
    RepeatedImages images = {};
    std::vector<uchar> body = {};  //!< if all images have one; else empty
    bool scattered = false;        //!< the distances of images with one body are in the table

    void emulate(const uchar* table) const;
    int enqueue(const uchar* table, const KernelLaunch& launch) const;
    RepeatedImages imagesWith(const uchar* table) const
    {
        return {images.count, images.each, scattered ? reinterpret_cast<const PlaneShift*>(table + shifts) : nullptr};
    }
};

//! What the merged kernel does.
struct Launches
{
    std::vector<Launch> merged;
    std::vector<KernelRef> singles;
    std::shared_ptr<const KernelRef::ManyImages> many;
    int64 threads = 0;  //!< of all
};

//! A body of any kind: all have the same members.
BatchBody<char> bodyOf(const Launch& launch, const uchar* table)
{
    return {reinterpret_cast<const PlaneShift*>(table + launch.shifts),
            reinterpret_cast<const BatchRun*>(table + launch.runs), table + launch.bodies, launch.count, launch.first};
}

void Launch::emulate(const uchar* table) const
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

int Launch::enqueue(const uchar* table, const KernelLaunch& launch) const
{
    if (!body.empty())
        return form->enqueueRepeats(body.data(), first.itemsX, first.itemsY, imagesWith(table), launch);
    const BatchBody<char> merged = bodyOf(*this, table);
    return form->enqueue(&merged, threads, 1, launch);
}

void emulateAll(const void* body, int64, int64)
{
    const Launches& all = **static_cast<const Launches* const*>(body);
    for (const Launch& launch : all.merged)
        launch.emulate(all.many->table.data());
    for (const KernelRef& kernel : all.singles)
        kernel.emulate();
}

// Each launch gets its part of the bytes that cross the bus.
int enqueueAll(const void* body, int64, int64, const KernelLaunch& launch)
{
    const Launches& all = **static_cast<const Launches* const*>(body);
    const auto partOf = [&](int64 threads) {
        const double part = double(threads) / double(all.threads);
        return KernelLaunch{launch.stream, static_cast<int64>(part * double(launch.busBytes)), nullptr};
    };
    for (const Launch& each : all.merged) {
        if (const int error = each.enqueue(static_cast<const uchar*>(launch.table), partOf(each.threads)))
            return error;
    }
    for (const KernelRef& kernel : all.singles) {
        if (const int error = kernel.enqueue(partOf(kernel.itemsX() * kernel.itemsY())))
            return error;
    }
    return 0;
}

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

// A body holds what StripeOp::kernel() found out, such as the alignment of its planes. All of it is the same for an
// image whose planes are a multiple of the widest load away.
bool bodiesMayMove(PlaneShift by)
{
    return by.in % kWidestLoad == 0 && by.out % kWidestLoad == 0;
}

// Gives how far planes have moved. False if they did not move together, or differ in anything else.
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

// True if one body, as an argument of the kernel, serves all images. Blocks of small images would have idle threads.
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
    merged_.push_back({kernel.mergedForm(), {}, {}, {}});
    merged_.back().shifts.reserve(room_);
    return merged_.size() - 1;
}

KernelRef BatchKernel::make()
{
    auto all = std::make_shared<Launches>();
    std::vector<uchar>& table = many_->table;
    for (Merged& merged : merged_) {
        const PlaneShift each = merged.shifts.size() > 1 ? merged.shifts[1] : PlaneShift();
        Launch launch = {merged.form, merged.runs.front(), merged.warps * kWarp};
        const bool strided = areStrided(merged.shifts, each);
        if (haveOneBody(merged.form->mayRepeat, merged.runs, merged.shifts.size(), strided)) {
            launch.images = {static_cast<unsigned>(merged.shifts.size()), each};
            launch.body = std::move(merged.bodies);
            launch.scattered = !strided;
            if (launch.scattered)
                launch.shifts = addTo(table, merged.shifts);
        } else {
            launch.shifts = addTo(table, merged.shifts);
            launch.runs = addTo(table, merged.runs);
            launch.bodies = addTo(table, merged.bodies);
            launch.count = static_cast<int>(merged.runs.size());
        }
        all->threads += launch.threads;
        all->merged.push_back(std::move(launch));
    }
    for (const KernelRef& kernel : singles_)
        all->threads += kernel.itemsX() * kernel.itemsY();
    all->singles = std::move(singles_);
    all->many = many_;
    const Launches* const body = all.get();
    KernelRef kernel(body, &emulateAll, KernelRef::Enqueue(&enqueueAll), 1, 1, {}, std::move(all));
    kernel.setManyImages(std::move(many_));
    return kernel;
}

}}  // namespace cv::cudastripe
