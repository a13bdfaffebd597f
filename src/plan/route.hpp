// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_ROUTE_HPP
#define OPENCV_CUDASTRIPE_ROUTE_HPP

#include <vector>

#include "opencv2/core.hpp"
#include "opencv2/cudastripe/timeline.hpp"

namespace cv { namespace cudastripe {

//! The stages of a stripe in their order.
using Route = std::vector<Stage>;

//! What a route has to know of the memory of a plane.
enum class End
{
    Ordinary,    //!< only the host reaches it
    PageLocked,  //!< copy engines reach it, too
    Device,      //!< only the device reaches it
};

//! The memory of all planes at both ends.
struct RouteEnds
{
    std::vector<End> in;
    std::vector<End> out;

    bool any(End end) const;
    bool all(End end) const;
};

CV_EXPORTS bool has(const Route& route, Stage stage);

//! True if a plane in this memory goes through the stage where the route has it.
CV_EXPORTS bool passes(Stage stage, End end);

//! True if host threads copy stripes through page-locked memory.
CV_EXPORTS bool staged(const Route& route);

//! Everything on the calling side: both ends must be host memory.
CV_EXPORTS Route hostRoute();

//! Through the device in stripes: copies where a plane is in host memory, staging where it is ordinary.
CV_EXPORTS Route deviceRoute(const RouteEnds& ends);

//! With no device memory of our own: a kernel that works on page-locked memory, staged where a plane is ordinary.
CV_EXPORTS Route directRoute(const RouteEnds& ends);

//! For logs: "stage in > upload > kernel > download > stage out".
CV_EXPORTS String toString(const Route& route);

}}  // namespace cv::cudastripe

#endif
