// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_STAGE_LIST_HPP
#define OPENCV_CUDASTRIPE_STAGE_LIST_HPP

#include <vector>

#include "opencv2/core.hpp"
#include "opencv2/cudastripe/timeline.hpp"

namespace cv { namespace cudastripe {

//! The stages of a stripe in their order.
using StageList = std::vector<Stage>;

//! What stages have to know of the memory of a plane.
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

CV_EXPORTS bool has(const StageList& stages, Stage stage);

//! True if copy engines take part.
bool hasCopies(const StageList& stages);

//! True if host memory passes page-locked slots on which kernels work themselves: then a slot's stages are one launch.
bool slotsGoAlone(const StageList& stages);

//! True if a plane in this memory goes through the stage where there is one.
CV_EXPORTS bool passes(Stage stage, End end);

//! True if host threads copy stripes through page-locked memory.
CV_EXPORTS bool staged(const StageList& stages);

//! Through the device in stripes: copies where a plane is in host memory, staging where it is ordinary.
CV_EXPORTS StageList deviceStages(const RouteEnds& ends);

//! With no device memory of our own: a kernel that works on page-locked memory, staged where a plane is ordinary.
CV_EXPORTS StageList directStages(const RouteEnds& ends);

//! For logs: "stage in > upload > kernel > download > stage out".
CV_EXPORTS String toString(const StageList& stages);

}}  // namespace cv::cudastripe

#endif
