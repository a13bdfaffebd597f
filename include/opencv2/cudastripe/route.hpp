// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_ROUTE_HPP
#define OPENCV_CUDASTRIPE_ROUTE_HPP

#include <vector>

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

//! @addtogroup cudastripe_striper
//! @{

//! Which way a call takes. The result is the same.
enum class Route
{
    Auto,     //!< the one that is predicted to take least time; Striped where stripes, slots or their order are fixed
    Host,     //!< CPU threads alone, where both ends are host memory
    Direct,   //!< one kernel that works on page-locked or device memory as it is, without copies: for small images
    Striped,  //!< copies, kernels and copies back in overlapped stripes; pageable memory through page-locked buffers
    Shared,   //!< the same, while CPU threads convert stripes from the image's other end; or one kernel beside threads
};

CV_EXPORTS String toString(Route route);

//! What a call would take by a route.
struct RouteEstimate
{
    Route route = Route::Auto;
    bool possible = false;
    double seconds = 0;    //!< predicted; 0 if it is not possible
    const char* why = "";  //!< it is not possible, or what takes the time
};

//! The route of a call, and why: see @ref Striper::explain.
struct CV_EXPORTS RouteChoice
{
    Route route = Route::Host;
    bool forced = false;                   //!< by @ref StriperParams::route
    bool deviceLate = false;               //!< so that calls do without it where they can, until it is looked at
    int threads = 1;                       //!< of the CPU that may work for the call
    std::vector<RouteEstimate> estimates;  //!< of all routes but Auto, in their order

    //! A line for each route, the chosen one marked by ">", or "!" if it was forced.
    String toString() const;
};

/** @brief What was fastest for a call where it was tried: see @ref Striper::tune.

A plain value that can be printed and stored; StriperParams::use takes it. */
struct CV_EXPORTS Tuning
{
    Route route = Route::Auto;
    double hostShare = -1;  //!< as StriperParams::hostShare
    int stripes = 0;        //!< as StriperParams::stripes
    int threads = 0;        //!< as StriperParams::threads
    double seconds = 0;     //!< the median of what the call took so

    //! One line, such as "shared, 8 threads: 1.432 ms".
    String toString() const;
    void write(FileStorage& file) const;
    void read(const FileNode& node);
};

CV_EXPORTS void write(FileStorage& file, const String& name, const Tuning& tuning);
CV_EXPORTS void read(const FileNode& node, Tuning& tuning, const Tuning& otherwise = Tuning());

//! @}

}}  // namespace cv::cudastripe

#endif
