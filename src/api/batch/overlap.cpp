// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Whether the images of a batch share memory.

#include <algorithm>
#include <map>

#include "batch.hpp"

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
        for (size_t i = 0; i < access.repeats.size(); ++i)
            use(Span{access.repeats[i], access.repeats[i] + length, &access, access.number + 1 + i, written});
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

//! The first and the last byte of several images, and whether each image ends before the next one begins.
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

// True if the results are in order of address, and all of them before or all behind the sources.
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

/** @brief The images that have begun but not ended, by the bytes that they use in a row of memory.

If the rows of all images are `step` bytes apart, the addresses of an image, modulo `step`, are an arc of a circle. An
image that begins before another one ends overlaps it if and only if their arcs do. */
class Circle
{
public:
    Circle(Spans begin, Spans end, const uchar* last) : first_(begin->first), step_(commonStep(begin, end, last))
    {
        for (Spans span = begin; span != end; ++span)
            forPieces(*span, [&](int64 from, int64 to) { ends_.insert(ends_.end(), {from, to}); });
        std::sort(ends_.begin(), ends_.end());
        ends_.erase(std::unique(ends_.begin(), ends_.end()), ends_.end());
        for (std::vector<int>& users : users_)
            users.resize(ends_.size());
    }
    void add(const Span& span, int count)
    {
        forParts(span, [&](size_t part) { users_[span.written][part] += count; });
    }
    //! True if an added image may share a byte with this one, and one of the two is written.
    bool mayMeet(const Span& span) const
    {
        bool meets = step_ == 0;
        forParts(span, [&](size_t part) { meets = meets || users_[1][part] || (span.written && users_[0][part]); });
        return meets;
    }

private:
    // The step that all images have; 0 if there is none. An image of one row fits any step.
    static int64 commonStep(Spans begin, Spans end, const uchar* last)
    {
        int64 step = 0, longest = 0;
        for (Spans span = begin; span != end; ++span) {
            const PlaneView& plane = span->access->plane;
            longest = std::max(longest, plane.rowBytes);
            if (span->access->size.height > 1 && step != 0 && plane.step != step)
                return 0;
            step = span->access->size.height > 1 ? plane.step : step;
        }
        step = step == 0 ? last - begin->first + 1 : step;
        return longest <= step ? step : 0;
    }

    // An arc that passes the end of a row is two pieces.
    template <class Use>
    void forPieces(const Span& span, const Use& use) const
    {
        if (step_ == 0)
            return;
        const int64 from = (span.first - first_) % step_, to = from + span.access->plane.rowBytes;
        use(from, std::min(to, step_));
        if (to > step_)
            use(0, to - step_);
    }

    // Calls use(part) for each interval between neighbouring `ends_` that an image covers.
    template <class Use>
    void forParts(const Span& span, const Use& use) const
    {
        forPieces(span, [&](int64 from, int64 to) {
            auto part = std::lower_bound(ends_.begin(), ends_.end(), from);
            for (; *part != to; ++part)
                use(static_cast<size_t>(part - ends_.begin()));
        });
    }

    const uchar* const first_;
    const int64 step_;
    std::vector<int64> ends_;    // of all pieces
    std::vector<int> users_[2];  // for each interval: how many images read it, and how many write it
};

// Throws if two images overlap. Each image but the first begins before an earlier one ends; `last` is their last byte.
void requireAllApart(Spans begin, Spans end, const uchar* last, const char* function)
{
    Circle circle(begin, end, last);
    std::multimap<const uchar*, Spans> open;  // by their last bytes
    for (Spans span = begin; span != end; ++span) {
        for (; !open.empty() && open.begin()->first < span->first; open.erase(open.begin()))
            circle.add(*open.begin()->second, -1);
        // If an image is written where it is read, only its destination is checked.
        const Spans next = span + 1;
        if (next != end && next->written && next->first == span->first && next->image == span->image)
            continue;
        if (circle.mayMeet(*span)) {
            for (const auto& earlier : open)
                requireApart(*earlier.second, *span, function);
        }
        circle.add(*span, 1);
        open.emplace(span->last, span);
    }
}

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
            requireAllApart(begin, end, last, function);
    }
}

}}  // namespace cv::cudastripe
