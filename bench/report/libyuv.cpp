// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "opencv2/core/utility.hpp"
#include "peers.hpp"

#ifdef HAVE_LIBYUV
#include <libyuv.h>
#endif

namespace bench {

#ifdef HAVE_LIBYUV

namespace {

void convertRows(const HostFrame& frame, const cv::Range& rows)
{
    cv::Mat src = frame.in, dst = frame.out;
    const int step = static_cast<int>(dst.step), below = src.rows + rows.start / 2;
    libyuv::ARGBToNV12(src.ptr(rows.start), static_cast<int>(src.step), dst.ptr(rows.start), step, dst.ptr(below), step,
                       src.cols, rows.size());
}

void convertInRows(const HostFrame& frame)
{
    const auto convertPairs = [&](const cv::Range& pairs) {
        convertRows(frame, cv::Range(2 * pairs.start, 2 * pairs.end));
    };
    cv::parallel_for_(cv::Range(0, frame.in.rows / 2), convertPairs, cv::getNumThreads() * 4);
}

}  // namespace

HostCall libyuvFor(const ReportWorkload& workload, bool inRows)
{
    if (!workload.halvedChroma || workload.small)
        return nullptr;
    if (inRows)
        return convertInRows;
    return [](const HostFrame& frame) { convertRows(frame, cv::Range(0, frame.in.rows)); };
}

#else

HostCall libyuvFor(const ReportWorkload&, bool)
{
    return nullptr;
}

#endif

}  // namespace bench
