// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "opencv2/core/utility.hpp"
#include "report_peers.hpp"

#ifdef HAVE_LIBYUV
#include <libyuv.h>
#endif

namespace bench {

#ifdef HAVE_LIBYUV

namespace {

void convertRows(const cv::Mat& src, cv::Mat& dst, const cv::Range& rows)
{
    const int step = static_cast<int>(dst.step), below = src.rows + rows.start / 2;
    libyuv::ARGBToNV12(src.ptr(rows.start), static_cast<int>(src.step), dst.ptr(rows.start), step, dst.ptr(below), step,
                       src.cols, rows.size());
}

}  // namespace

bool builtWithLibyuv()
{
    return true;
}

void callLibyuv(const cv::Mat& src, cv::Mat& dst)
{
    convertRows(src, dst, cv::Range(0, src.rows));
}

void callLibyuvInRows(const cv::Mat& src, cv::Mat& dst)
{
    cv::parallel_for_(
        cv::Range(0, src.rows / 2),
        [&](const cv::Range& pairs) { convertRows(src, dst, cv::Range(2 * pairs.start, 2 * pairs.end)); },
        cv::getNumThreads() * 4);
}

#else

bool builtWithLibyuv()
{
    return false;
}

void callLibyuv(const cv::Mat&, cv::Mat&)
{
    CV_Error(cv::Error::StsNotImplemented, "built without libyuv");
}

void callLibyuvInRows(const cv::Mat&, cv::Mat&)
{
    CV_Error(cv::Error::StsNotImplemented, "built without libyuv");
}

#endif

bool libyuvHas(const ReportWorkload& workload)
{
    return builtWithLibyuv() && workload.halvedChroma && !workload.small;
}

}  // namespace bench
