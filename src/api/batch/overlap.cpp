// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Whether the images of a batch share memory.

#include <algorithm>

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
    return a.first < b.first;
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
    std::vector<const Span*> open;  // spans that may reach the next one
    for (const Span& span : spans) {
        open.erase(
            std::remove_if(open.begin(), open.end(), [&](const Span* earlier) { return earlier->last < span.first; }),
            open.end());
        for (const Span* earlier : open)
            requireApart(*earlier, span, function);
        open.push_back(&span);
    }
}

}}  // namespace cv::cudastripe
