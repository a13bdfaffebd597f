// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <array>

#include "opencv2/cudastripe/rates.hpp"
#include "opencv2/cudastripe/route.hpp"

namespace cv { namespace cudastripe {

//! What the choice of a route depends on, and nothing else.
struct RouteQuery
{
    double uploadBytes = 0;  //!< that cross the link if a device does everything
    double downloadBytes = 0;
    double kernelBytes = 0;   //!< that kernels read and write
    double hostBytes = 0;     //!< that CPU threads read and write if they do everything
    double hostPieces = 1e9;  //!< that these can be divided into: threads that find none are not woken
    double hostCost = 1;      //!< of a byte on a thread, in times of a copy
    int threads = 1;
    bool onHost = true;        //!< both ends are host memory that the CPU reads at its usual speed
    bool pageable = false;     //!< an end is pageable memory
    bool kernelsReach = true;  //!< all memory at the ends
    bool sameBits = true;      //!< on host and device
    bool device = true;        //!< there is one that can run the operation
    bool deviceLate = false;   //!< its breaker is open
    bool streamGiven = false;
    LinkRates link;
    HostRates host;
};

//! Estimates of Route::Host to Route::Shared.
using RouteEstimates = std::array<RouteEstimate, 4>;

//! For lists of Route::Host to Route::Shared.
inline size_t routeIndex(Route route)
{
    return static_cast<size_t>(route) - static_cast<size_t>(Route::Host);
}

//! What each route would take. In far less than a microsecond.
CV_EXPORTS RouteEstimates predictRoutes(const RouteQuery& query);

//! True if the call takes the wanted route, whatever is to be said of its ends for the CPU.
bool staysOffHost(Route wanted, const RouteQuery& query);

//! The wanted route if it is possible, else the fastest that may be chosen. With a stream, none that would make the
//! caller wait unless it is wanted.
CV_EXPORTS Route chooseRoute(const RouteQuery& query, const RouteEstimates& estimates, Route wanted, double hostShare);

//! How an image is divided from the start: a kernel on page-locked memory does the front, threads do the rest.
struct KernelShare
{
    double part = 0;  //!< of the image that the kernel does; 0 if this is not worth it
    int threads = 0;  //!< that do the rest
    double seconds = 0;
};

//! The division that is predicted to be fastest, for images too small for stripes.
CV_EXPORTS KernelShare kernelShare(const RouteQuery& query);

//! Those of its threads that do the work of a query best alone: waking another one takes longer than it saves.
CV_EXPORTS int threadsWorthWaking(const RouteQuery& query);

//! Of so many threads those that pass so many bytes through page-locked slots best.
int stagingThreads(double bytes, int threads, const HostRates& rates);

//! Bytes per second of so many threads, whose memory is limited.
CV_EXPORTS double hostRate(double threadRate, int threads, const HostRates& rates);

}}  // namespace cv::cudastripe
