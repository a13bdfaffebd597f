// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_PLAN_KERNEL_SHARE_HPP
#define OPENCV_CUDASTRIPE_PLAN_KERNEL_SHARE_HPP

#include "route.hpp"

namespace cv { namespace cudastripe {

//! How a kernel across the bus and CPU threads divide an image: both begin at once, and should end together.
struct KernelShare
{
    double part = 0;  //!< of the image that the kernel does; 0 if stripes are better
    int threads = 1;  //!< that do the rest
    double seconds = 0;
};

/** @brief The division of an image that is shared by a kernel and threads.

For images that are small, where stripes would cost more than what they hide. Larger ones are claimed stripe by stripe,
since nobody knows their rates well enough; so are those that all memory together is the limit of. */
CV_EXPORTS KernelShare kernelShare(const RouteQuery& query);

}}  // namespace cv::cudastripe

#endif
