// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "image_operation.hpp"
#include "stream_gate.hpp"

namespace opencv_test {

//! Large enough to be registered, source and result.
const Size kFrameSize(320, 200);
const size_t kSrcBytes = 320 * 200 * 4, kDstBytes = 320 * 200 * 3;

//! Converts a source with content of its own, and checks the result.
inline void convertNew(Mat src, Mat& dst, Striper& striper, const StreamRef& stream = StreamRef())
{
    randomImage(src.size(), src.type(), theRNG()).copyTo(src);
    Mat expected;
    cv::cvtColor(src, expected, COLOR_BGR2YUV);
    dst.setTo(Scalar::all(9));
    cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, stream, striper);
    // What is pageable to the caller may be used at once.
    src.setTo(Scalar::all(0));
    ASSERT_EQ(std::string(), differences(expected, dst, 0));
}

//! A source and a result of pageable memory that Mats own.
struct Frame
{
    Mat src = Mat(kFrameSize, CV_8UC4), dst = Mat(kFrameSize, CV_8UC3);

    void convert(Striper& striper, const StreamRef& stream = StreamRef()) { convertNew(src, dst, striper, stream); }
};

//! A Striper that may keep so much registered.
inline std::unique_ptr<Striper> registering(const Backend& backend, size_t limitBytes, bool unowned = false,
                                            Route route = Route::Auto)
{
    StriperParams params;
    params.registrationLimit = limitBytes;
    params.registerUnowned = unowned;
    params.route = route;
    return backend.striper(params);
}

}  // namespace opencv_test
