// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See tables.hpp.

#include "tables.hpp"

#include <initializer_list>

#include "../../model/last_used.hpp"

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

//! Appends the taps of `count` results from `first` on.
TapPlaces append(std::vector<uchar>& table, const ResizeAxis& axis, int first, int count)
{
    const size_t bytes = axis.weights.size() / axis.spans.size(), from = size_t(first), results = size_t(count);
    const unsigned spans = append(table, axis.spans.data() + from, results * sizeof(SourceSpan));
    return {spans, append(table, axis.weights.data() + from * bytes, results * bytes), axis.width};
}

struct HashOfShape
{
    static size_t of(std::initializer_list<int> numbers)
    {
        size_t hash = 0;
        for (const int number : numbers)
            hash = hash * 1000003 + static_cast<size_t>(number);
        return hash;
    }
    size_t operator()(const ResizeShape& s) const
    {
        return of({s.sizes.source.width, s.sizes.source.height, s.sizes.result.width, s.sizes.result.height});
    }
    size_t operator()(const AxisShape& s) const { return of({s.side.source, s.side.result, int(s.kind), s.rows}); }
};

}  // namespace

ResizeTables::ResizeTables(const ResizeAxes& axes, const ResizeSizes& sizes)
{
    auto made = std::make_shared<KernelRef::ManyImages>();
    made->usedAgain = true;
    across_ = append(made->table, *axes.across, sizes.made.x, sizes.made.width);
    down_ = append(made->table, *axes.down, sizes.made.y, sizes.made.height);
    rows_ = {reinterpret_cast<const SourceSpan*>(made->table.data() + down_.spans),
             sizes.made.height,
             sizes.source.height,
             0,
             double(sizes.source.height) / sizes.result.height,
             1};
    rows_.needed = rows_.countNeeded();
    for (int64 i = 0; i < rows_.results; ++i)
        rows_.taps = std::max(rows_.taps, rows_.spans[i].count);
    memory_ = std::move(made);
}

bool ResizeShape::operator==(const ResizeShape& other) const
{
    return resampling == other.resampling && sizes == other.sizes && type == other.type;
}

bool AxisShape::operator==(const AxisShape& other) const
{
    return kind == other.kind && resampling == other.resampling && bytes == other.bytes && rows == other.rows &&
           side.source == other.side.source && side.result == other.side.result &&
           side.perSource == other.side.perSource;
}

std::shared_ptr<const ResizeAxis> axisOf(const AxisShape& shape, const std::function<ResizeAxis()>& make)
{
    constexpr size_t kMostBytes = size_t(16) << 20;
    static LastUsed<AxisShape, ResizeAxis, HashOfShape> cache(kMostBytes);
    return cache.get(
        shape, [&] { return std::make_shared<const ResizeAxis>(make()); },
        [](const ResizeAxis& axis) { return axis.weights.size() + axis.spans.size() * sizeof(SourceSpan); });
}

std::shared_ptr<const ResizeTables> tablesOf(const ResizeShape& shape, const std::function<ResizeAxes()>& make)
{
    static LastUsed<ResizeShape, ResizeTables, HashOfShape> cache(kShapes);
    return cache.get(
        shape, [&] { return std::make_shared<const ResizeTables>(make(), shape.sizes); },
        [](const ResizeTables&) { return size_t(1); });
}

}}  // namespace cv::cudastripe
