// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_ROUTE_HPP
#define OPENCV_CUDASTRIPE_ROUTE_HPP

#include <vector>

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

//! What happens to a stripe on its way, and where.
enum class Stage
{
    StageIn,    //!< host: from ordinary memory into a slot's page-locked memory
    Upload,     //!< copy engine: into a slot's device memory
    RunDevice,  //!< a kernel
    RunHost,    //!< a host thread
    Download,   //!< copy engine: out of a slot's device memory
    StageOut,   //!< host: from a slot's page-locked memory into ordinary memory
};

//! The stages of a stripe in their order.
using Route = std::vector<Stage>;

//! What a route has to know of the memory at one end.
enum class End
{
    Ordinary,    //!< only the host reaches it
    PageLocked,  //!< copy engines reach it, too
    Device,      //!< only the device reaches it
};

CV_EXPORTS bool has(const Route& route, Stage stage);

//! Everything on the calling side: both ends must be host memory.
CV_EXPORTS Route hostRoute();

//! Through the device in stripes: copies where an end is host memory, staging where it is ordinary.
CV_EXPORTS Route deviceRoute(End src, End dst);

//! With no device memory of our own: a kernel that works on page-locked memory, staged where an end is ordinary.
CV_EXPORTS Route directRoute(End src, End dst);

//! For logs: "stage in > upload > run on device > download > stage out".
CV_EXPORTS String toString(const Route& route);

}}  // namespace cv::cudastripe

#endif
