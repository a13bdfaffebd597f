// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The ranges of parameters.

#include "striper_impl.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int kMaxStreams = 1024;  // as many as a driver creates without trouble

}  // namespace

const StriperParams& checkedParams(const StriperParams& params)
{
    if (params.stripes < 0 || params.slots < 0 || params.slots == 1 || params.streams < 0 ||
        params.streams > kMaxStreams) {
        CV_Error_(Error::StsOutOfRange,
                  ("cudastripe::Striper: params has stripes %d, slots %d and streams %d; stripes must be "
                   "0 or more, slots 0 or 2 or more, streams 0 to %d; 0 chooses",
                   params.stripes, params.slots, params.streams, kMaxStreams));
    }
    if (params.threads < 0) {
        CV_Error_(Error::StsOutOfRange,
                  ("cudastripe::Striper: params.threads is %d; it must be 0, for auto, or more", params.threads));
    }
    if (params.order < IssueOrder::Dedicated || params.order > IssueOrder::BreadthFirst) {
        CV_Error_(Error::StsOutOfRange,
                  ("cudastripe::Striper: params.order is %d; it must be Dedicated (0) to BreadthFirst (2)",
                   static_cast<int>(params.order)));
    }
    if (!(params.hostShare == StriperParams::kAutoShare || (params.hostShare >= 0 && params.hostShare <= 1))) {
        CV_Error_(Error::StsOutOfRange,
                  ("cudastripe::Striper: params.hostShare is %g; it must be 0 to 1, or kAutoShare", params.hostShare));
    }
    if (params.route < Route::Auto || params.route > Route::Shared) {
        CV_Error_(Error::StsOutOfRange, ("cudastripe::Striper: params.route is %d; it must be Auto (0) to Shared (4)",
                                         static_cast<int>(params.route)));
    }
    return params;
}

}}  // namespace cv::cudastripe
