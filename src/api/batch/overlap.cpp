// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Whether the images of a batch share memory.

#include <algorithm>
#include <numeric>

#include "notes.hpp"

namespace cv { namespace cudastripe {
namespace {

//! From the first to the last byte of an image.
struct Span
{
    const uchar *first, *last;
    const ImageAccess* access;
    size_t image;
    bool written;
};

bool byFirst(const Span& a, const Span& b)
{
    return a.first != b.first ? a.first < b.first : a.image < b.image;
}

// Calls use(span) for each image.
template <class Use>
void forEachSpan(const std::vector<ImageAccess>& accesses, bool written, const Use& use)
{
    for (const ImageAccess& access : accesses) {
        const std::ptrdiff_t length = access.lastByte() - access.firstByte();
        use(Span{access.firstByte(), access.lastByte(), &access, access.number, written});
        for (size_t i = 0; i < access.alike.size(); ++i)
            use(Span{access.alike[i], access.alike[i] + length, &access, access.number + 1 + i, written});
    }
}

PlaneView planeOf(const Span& span)
{
    PlaneView plane = span.access->plane;
    plane.base = const_cast<uchar*>(span.first);
    return plane;
}

void sortByFirst(std::vector<Span>::iterator begin, std::vector<Span>::iterator end)
{
    if (!std::is_sorted(begin, end, byFirst))
        std::sort(begin, end, byFirst);
}

//! Looks at images one after the other: where they lie, and whether each ends before the next one begins.
struct Extent
{
    const uchar *first = nullptr, *last = nullptr;
    bool inOrder = true;

    void add(const Span& span)
    {
        inOrder = inOrder && (!last || last < span.first);
        first = !first || span.first < first ? span.first : first;
        last = !last || span.last > last ? span.last : last;
    }
};

// True if results lie in order, and all before or all behind the sources.
bool lieInOrder(const std::vector<ImageAccess>& src, const std::vector<ImageAccess>& dst)
{
    Extent read, written;
    forEachSpan(src, false, [&](const Span& span) { read.add(span); });
    forEachSpan(dst, true, [&](const Span& span) { written.add(span); });
    return written.inOrder && (read.last < written.first || written.last < read.first);
}

const char* nameOf(const Span& span)
{
    return span.written ? "dst" : "src";
}

void requireApart(const Span& a, const Span& b, const char* function)
{
    if (a.image == b.image || !(a.written || b.written) ||
        !overlap(planeOf(a), a.access->size.height, planeOf(b), b.access->size.height))
        return;
    CV_Error_(Error::StsBadArg, ("%s: %s of image %zu and %s of image %zu overlap: they start at %p and %p", function,
                                 nameOf(a), a.image, nameOf(b), b.image, a.first, b.first));
}

using Spans = std::vector<Span>::const_iterator;

// Compares each image with all that reach as far.
void requireApartByPairs(Spans begin, Spans end, const char* function)
{
    std::vector<Spans> open;
    for (Spans span = begin; span != end; open.push_back(span++)) {
        const auto isOver = [&](Spans earlier) { return earlier->last < span->first; };
        open.erase(std::remove_if(open.begin(), open.end(), isOver), open.end());
        for (Spans earlier : open)
            requireApart(*earlier, *span, function);
    }
}

//! Numbers that come and go, and how many are below a bound: a Fenwick tree.
class Counts
{
public:
    //! `values` is sorted and has all numbers that may come.
    explicit Counts(const std::vector<int64>& values) : values_(values), sums_(values.size() + 1) {}
    void add(int64 value, int count)
    {
        for (size_t i = indexOf(value) + 1; i < sums_.size(); i += i & (~i + 1))
            sums_[i] += count;
    }
    int below(int64 bound) const
    {
        int sum = 0;
        for (size_t i = indexOf(bound); i > 0; i &= i - 1)
            sum += sums_[i];
        return sum;
    }

private:
    size_t indexOf(int64 value) const
    {
        return static_cast<size_t>(std::lower_bound(values_.begin(), values_.end(), value) - values_.begin());
    }

    const std::vector<int64>& values_;
    std::vector<int> sums_;
};

/** @brief The images that have begun, and not ended, where one begins.

All have rows at the same distance. So the places of their bytes in a row of memory are an arc of a circle of `step`
bytes, and an image that begins before another one has ended overlaps it if and only if their arcs do. An arc that
passes the end of the row is two pieces. */
class Arcs
{
public:
    explicit Arcs(const std::vector<int64>& values) : begins_(values), ends_(values) {}
    void add(int64 begin, int64 end, int count)
    {
        begins_.add(begin, count);
        ends_.add(end, count);
    }
    bool meet(int64 begin, int64 end) const { return begins_.below(end) != ends_.below(begin + 1); }

private:
    Counts begins_, ends_;
};

//! Images that reach into each other's memory, of which at least one is written.
class Cluster
{
public:
    Cluster(Spans begin, Spans end, const uchar* last) : begin_(begin), end_(end), step_(commonStep(last)) {}

    void requireApart(const char* function) const
    {
        if (step_ == 0)
            return requireApartByPairs(begin_, end_, function);
        std::vector<int64> values;
        for (Spans span = begin_; span != end_; ++span)
            forPieces(*span, [&](int64 begin, int64 end) { values.insert(values.end(), {begin, end}); });
        std::sort(values.begin(), values.end());
        values.erase(std::unique(values.begin(), values.end()), values.end());
        Arcs read(values), written(values);
        const auto add = [&](const Span& span, int count) {
            forPieces(span, [&](int64 begin, int64 end) { (span.written ? written : read).add(begin, end, count); });
        };
        const std::vector<Spans> ends = byLast();
        auto ended = ends.begin();
        for (Spans span = begin_, next = begin_; span != end_; span = next) {
            for (; (*ended)->last < span->first; ++ended)
                add(**ended, -1);
            // What an image reads and writes may be the same: both come in before either is counted.
            for (; next != end_ && next->first == span->first && next->image == span->image; ++next) {
                bool meets = false;
                forPieces(*next, [&](int64 begin, int64 end) {
                    meets = meets || written.meet(begin, end) || (next->written && read.meet(begin, end));
                });
                for (Spans earlier = begin_; meets && earlier != span; ++earlier)
                    cudastripe::requireApart(*earlier, *next, function);
            }
            std::for_each(span, next, [&](const Span& each) { add(each, 1); });
        }
    }

private:
    // The distance of rows that all have; one row has any. 0 if there is none.
    int64 commonStep(const uchar* last) const
    {
        int64 step = 0, longest = 0;
        for (Spans span = begin_; span != end_; ++span) {
            const PlaneView& plane = span->access->plane;
            longest = std::max(longest, plane.rowBytes);
            if (span->access->size.height == 1)
                continue;
            if (step != 0 && plane.step != step)
                return 0;
            step = plane.step;
        }
        step = step == 0 ? last - begin_->first + 1 : step;
        return longest <= step ? step : 0;
    }

    template <class Use>
    void forPieces(const Span& span, const Use& use) const
    {
        const int64 begin = (span.first - begin_->first) % step_, end = begin + span.access->plane.rowBytes;
        use(begin, std::min(end, step_));
        if (end > step_)
            use(0, end - step_);
    }

    std::vector<Spans> byLast() const
    {
        std::vector<Spans> spans(static_cast<size_t>(end_ - begin_));
        std::iota(spans.begin(), spans.end(), begin_);
        const auto isBefore = [](Spans a, Spans b) { return a->last < b->last; };
        if (!std::is_sorted(spans.begin(), spans.end(), isBefore))
            std::sort(spans.begin(), spans.end(), isBefore);
        return spans;
    }

    const Spans begin_, end_;
    const int64 step_;
};

}  // namespace

void requireNoOverlapInBatch(const std::vector<ImageAccess>& src, const std::vector<ImageAccess>& dst,
                             const char* function)
{
    if (lieInOrder(src, dst))
        return;
    std::vector<Span> spans;
    const auto add = [&](const Span& span) { spans.push_back(span); };
    forEachSpan(src, false, add);
    const size_t sources = spans.size();
    spans.reserve(2 * sources);
    forEachSpan(dst, true, add);
    const auto middle = spans.begin() + static_cast<std::ptrdiff_t>(sources);
    sortByFirst(spans.begin(), middle);
    sortByFirst(middle, spans.end());
    std::inplace_merge(spans.begin(), middle, spans.end(), byFirst);
    for (Spans begin = spans.begin(), end = begin; begin != spans.end(); begin = end) {
        const uchar* last = begin->last;
        bool written = false;
        for (; end != spans.end() && end->first <= last; ++end) {
            last = std::max(last, end->last);
            written = written || end->written;
        }
        if (written && end - begin > 1)
            Cluster(begin, end, last).requireApart(function);
    }
}

}}  // namespace cv::cudastripe
