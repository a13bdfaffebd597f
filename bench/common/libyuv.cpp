// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "libyuv.hpp"

#include <algorithm>

#include "opencv2/core/utility.hpp"

#ifdef HAVE_LIBYUV
#include <libyuv.h>
#endif

namespace bench {

using cv::cudastripe::YuvLayout;

#ifdef HAVE_LIBYUV

namespace {

using ConvertRows = void (*)(const HostFrame& frame, const cv::Range& rows);

void toNv12(const HostFrame& frame, const cv::Range& rows)
{
    cv::Mat src = frame.in, dst = frame.out;
    const int step = static_cast<int>(dst.step), below = src.rows + rows.start / 2;
    libyuv::ARGBToNV12(src.ptr(rows.start), static_cast<int>(src.step), dst.ptr(rows.start), step, dst.ptr(below), step,
                       src.cols, rows.size());
}

void fromNv12(const HostFrame& frame, const cv::Range& rows)
{
    cv::Mat src = frame.in, dst = frame.out;
    const int step = static_cast<int>(src.step), below = dst.rows + rows.start / 2;
    const auto convert = dst.channels() == 4 ? libyuv::NV12ToARGB : libyuv::NV12ToRGB24;
    convert(src.ptr(rows.start), step, src.ptr(below), step, dst.ptr(rows.start), static_cast<int>(dst.step), dst.cols,
            rows.size());
}

void fromI420(const HostFrame& frame, const cv::Range& rows)
{
    cv::Mat src = frame.in, dst = frame.out;
    const int step = static_cast<int>(src.step), half = step / 2;
    const uchar* const u = src.ptr(dst.rows) + size_t(rows.start / 2) * size_t(half);
    const uchar* const v = u + size_t(dst.rows / 2) * size_t(half);
    const auto convert = dst.channels() == 4 ? libyuv::I420ToARGB : libyuv::I420ToRGB24;
    convert(src.ptr(rows.start), step, u, half, v, half, dst.ptr(rows.start), static_cast<int>(dst.step), dst.cols,
            rows.size());
}

// Of UYVY libyuv makes four channels only, from which it takes three: in pieces that the nearest cache holds.
void fromUyvy(const HostFrame& frame, const cv::Range& rows)
{
    cv::Mat src = frame.in, dst = frame.out;
    constexpr int kPiece = 1024;
    uchar piece[kPiece * 4];
    for (int y = rows.start; y < rows.end; ++y) {
        if (dst.channels() == 4) {
            libyuv::UYVYToARGB(src.ptr(y), dst.cols * 2, dst.ptr(y), dst.cols * 4, dst.cols, 1);
            continue;
        }
        for (int x = 0; x < dst.cols; x += kPiece) {
            const int width = std::min(kPiece, dst.cols - x);
            libyuv::UYVYToARGB(src.ptr(y) + 2 * x, width * 2, piece, width * 4, width, 1);
            libyuv::ARGBToRGB24(piece, width * 4, dst.ptr(y) + 3 * x, width * 3, width, 1);
        }
    }
}

ConvertRows conversionOf(YuvLayout layout, int channels, bool decodes)
{
    if (!decodes)
        return layout == YuvLayout::NV12 && channels == 4 ? toNv12 : nullptr;
    return layout == YuvLayout::NV12   ? fromNv12
           : layout == YuvLayout::I420 ? fromI420
           : layout == YuvLayout::UYVY ? fromUyvy
                                       : nullptr;
}

}  // namespace

HostCall libyuvFor(YuvLayout layout, int channels, bool decodes, bool inRows)
{
    const ConvertRows convert = conversionOf(layout, channels, decodes);
    if (!convert)
        return nullptr;
    return [=](const HostFrame& frame) {
        const int rows = (decodes ? frame.out : frame.in).rows;
        if (!inRows)
            return convert(frame, cv::Range(0, rows));
        const auto convertPairs = [&](const cv::Range& pairs) {
            convert(frame, cv::Range(2 * pairs.start, 2 * pairs.end));
        };
        cv::parallel_for_(cv::Range(0, rows / 2), convertPairs, cv::getNumThreads() * 4);
    };
}

#else

HostCall libyuvFor(YuvLayout, int, bool, bool)
{
    return nullptr;
}

#endif

}  // namespace bench
