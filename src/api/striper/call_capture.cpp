// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// What a call needs on a stream that is being captured into a graph.

#include "call_opener.hpp"

namespace cv { namespace cudastripe {

void CallOpener::bindCapture(const Frame& frame)
{
    try {
        capture_ = bound_->device->capture(opened_.stream);
    } catch (const cv::Exception& e) {
        CV_Error_(e.code, ("%s: stream %p: %s", call_.function, stream_.handle(), e.err.c_str()));
    }
    opened_.capture = capture_.get();
    if (!capture_)
        return;
    const Route route = opened_.params.route;
    if (frame.last)
        refuseCapture("a Pipeline orders its frames by events, which a graph does not have; give the stream itself");
    if (otherContext_)
        refuseCapture("it belongs to another context than the device's primary one");
    if (route == Route::Host || route == Route::Shared)
        refuseCapture(
            format("StriperParams::route is Route::%s, but a graph has no work of CPU threads; accepted "
                   "are Route::Auto, Route::Direct and Route::Striped",
                   toString(route).c_str()));
}

void CallOpener::requireCapturable(const ImageAccess& image, bool pageable) const
{
    if (capture_ && pageable)
        refuseCapture(
            format("%s lies in pageable memory, which CPU threads would have to copy at each launch; give "
                   "page-locked or device memory",
                   image.argument));
}

void CallOpener::requireCapturable() const
{
    if (!capture_)
        return;
    if (!canRun(*bound_->device, *op_))
        refuseCapture("the operation was compiled for the CPU only; compile the call with nvcc");
    if (call_.batch && !opened_.kernelsReach)
        refuseCapture("kernels do not reach all images of the batch");
}

void CallOpener::refuseCapture(const String& why) const
{
    CV_Error_(Error::StsBadArg,
              ("%s: stream %p is being captured into a graph: %s", call_.function, stream_.handle(), why.c_str()));
}

}}  // namespace cv::cudastripe
