// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See tables.hpp.

#include "tables.hpp"

#include <list>

namespace cv { namespace cudastripe {
namespace {

unsigned append(std::vector<uchar>& table, const void* bytes, size_t count)
{
    constexpr size_t kAlignment = 16;
    const size_t at = (table.size() + kAlignment - 1) / kAlignment * kAlignment;
    CV_Assert(at + count < size_t(1) << 32);
    table.resize(at + count);
    if (count > 0)
        std::memcpy(table.data() + at, bytes, count);
    return static_cast<unsigned>(at);
}

TapPlaces append(std::vector<uchar>& table, const ResizeAxis& axis)
{
    const unsigned spans = append(table, axis.spans.data(), axis.spans.size() * sizeof(SourceSpan));
    return {spans, append(table, axis.weights.data(), axis.weights.size()), axis.width};
}

//! Shapes and their tables, the latest first.
class TableCache
{
public:
    using Tables = std::shared_ptr<const ResizeTables>;

    Tables find(const ResizeShape& shape)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
            if (!(entry->first == shape))
                continue;
            entries_.splice(entries_.begin(), entries_, entry);
            return entry->second;
        }
        return nullptr;
    }

    void add(const ResizeShape& shape, const Tables& tables)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        entries_.emplace_front(shape, tables);
        if (entries_.size() > kShapes)
            entries_.pop_back();
    }

private:
    std::mutex mutex_;
    std::list<std::pair<ResizeShape, Tables>> entries_;
};

}  // namespace

ResizeTables::ResizeTables(const ResizeAxes& axes, const ResizeSizes& sizes)
{
    auto made = std::make_shared<KernelRef::ManyImages>();
    made->usedAgain = true;
    across_ = append(made->table, axes.across);
    down_ = append(made->table, axes.down);
    rows_ = {reinterpret_cast<const SourceSpan*>(made->table.data() + down_.spans),
             sizes.made.height,
             sizes.source.height,
             0,
             double(sizes.source.height) / sizes.result.height,
             1};
    rows_.needed = rows_.countNeeded();
    for (const SourceSpan& span : axes.down.spans)
        rows_.taps = std::max(rows_.taps, span.count);
    memory_ = std::move(made);
}

bool ResizeShape::operator==(const ResizeShape& other) const
{
    return resampling == other.resampling && sizes.source == other.sizes.source && sizes.result == other.sizes.result &&
           sizes.made == other.sizes.made && sizes.fx == other.sizes.fx && sizes.fy == other.sizes.fy &&
           type == other.type;
}

std::shared_ptr<const ResizeTables> tablesOf(const ResizeShape& shape, const std::function<ResizeAxes()>& make)
{
    static TableCache cache;
    if (auto known = cache.find(shape))
        return known;
    auto tables = std::make_shared<const ResizeTables>(make(), shape.sizes);
    cache.add(shape, tables);
    return tables;
}

}}  // namespace cv::cudastripe
