// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../../../src/plan/route.hpp"
#include "opencv2/cudastripe/striper.hpp"

namespace opencv_test {

//! BGRA to packed YUV in page-locked memory, on a machine as the measured one.
inline cv::cudastripe::RouteQuery bgraToYuvQuery(cv::Size size, int threads)
{
    cv::cudastripe::RouteQuery query;
    const double pixels = double(size.area());
    query.uploadBytes = 4 * pixels;
    query.downloadBytes = 3 * pixels;
    query.kernelBytes = query.hostBytes = 7 * pixels;
    query.hostCost = query.host.copy / 15e9;
    query.threads = threads;
    return query;
}

const cv::Size k8K(7680, 4320), kVga(640, 480);

//! The route that a call takes.
inline cv::cudastripe::Route chosen(const cv::cudastripe::RouteQuery& query,
                                    cv::cudastripe::Route wanted = cv::cudastripe::Route::Auto,
                                    double share = cv::cudastripe::StriperParams::kAutoShare)
{
    return cv::cudastripe::chooseRoute(query, predictRoutes(query), wanted, share);
}

}  // namespace opencv_test
