// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See batch_overlap.hpp.

#include "batch_overlap.hpp"

#include <algorithm>

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

void add(std::vector<Span>& spans, const std::vector<ImageAccess>& accesses, size_t count, bool written)
{
    for (size_t i = 0; i < accesses.size(); ++i)
        spans.push_back(
            {accesses[i].firstByte(), accesses[i].lastByte(), &accesses[i], i * count / accesses.size(), written});
}

bool byFirst(const Span& a, const Span& b)
{
    return a.first < b.first;
}

// True if each destination ends before the next one begins, and all of them before or behind all sources: so it is
// where images were allocated one after the other.
bool inOrder(const std::vector<Span>& spans, size_t sources)
{
    const auto dst = spans.begin() + static_cast<std::ptrdiff_t>(sources);
    for (auto span = dst + 1; span < spans.end(); ++span) {
        if (span->first <= (span - 1)->last)
            return false;
    }
    const auto firstSrc = std::min_element(spans.begin(), dst, byFirst);
    const auto lastSrc =
        std::max_element(spans.begin(), dst, [](const Span& a, const Span& b) { return a.last < b.last; });
    return lastSrc->last < dst->first || spans.back().last < firstSrc->first;
}

const char* nameOf(const Span& span)
{
    return span.written ? "dst" : "src";
}

void requireApart(const Span& a, const Span& b, const char* function)
{
    if (a.image == b.image || !(a.written || b.written) ||
        !overlap(a.access->plane, a.access->size.height, b.access->plane, b.access->size.height))
        return;
    CV_Error_(Error::StsBadArg, ("%s: %s of image %zu and %s of image %zu overlap: they start at %p and %p", function,
                                 nameOf(a), a.image, nameOf(b), b.image, a.first, b.first));
}

}  // namespace

void requireNoOverlapInBatch(const std::vector<ImageAccess>& src, const std::vector<ImageAccess>& dst, size_t count,
                             const char* function)
{
    std::vector<Span> spans;
    spans.reserve(src.size() + dst.size());
    add(spans, src, count, false);
    add(spans, dst, count, true);
    if (inOrder(spans, src.size()))
        return;
    std::sort(spans.begin(), spans.end(), byFirst);
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
