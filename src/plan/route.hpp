// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Prediction and choice of a call's route.

#pragma once

#include <array>

#include "opencv2/cudastripe/route.hpp"

namespace cv { namespace cudastripe {

//! What the predictions depend on, and nothing else.
struct RouteQuery
{
    double uploadBytes = 0;  //!< bytes that cross the link if a device does everything
    double downloadBytes = 0;
    double skippedBytes = 0;  //!< those of uploadBytes that neither staging nor kernels across the link read
    //! Bytes that kernels read and write, times StripeOp::kernelCost(): what a kernel of cost 1 moves in the same time.
    double kernelBytes = 0;
    double hostBytes = 0;     //!< bytes that CPU threads read and write if they do everything
    double hostClaims = 1e9;  //!< how many pieces threads can claim: no more threads are woken
    double hostCost = 1;      //!< time of a byte on a thread, relative to a copy
    int threads = 1;
    bool onHost = true;        //!< all memory is host memory that the CPU reads at full speed
    bool pageable = false;     //!< some memory is pageable
    bool kernelsReach = true;  //!< kernels can access all memory
    bool sameBits = true;      //!< CPU and device give the same bits
    bool device = true;        //!< a device can run the operation
    bool deviceLate = false;   //!< its breaker is open
    bool streamGiven = false;
    int devices = 1;     //!< devices that divide the work, at rates like those of `link`
    bool batch = false;  //!< many images: cut into groups of images, and only if they are staged
    LinkRates link;
    HostRates host;
};

//! Estimates of Route::Host to Route::Shared.
using RouteEstimates = std::array<RouteEstimate, 4>;

//! Index into @ref RouteEstimates.
inline size_t routeIndex(Route route)
{
    return static_cast<size_t>(route) - static_cast<size_t>(Route::Host);
}

CV_EXPORTS RouteEstimates predictRoutes(const RouteQuery& query);

//! True if `wanted` is Direct or Striped, and possible. Then nobody needs to know how fast the CPU reads.
bool staysOffHost(Route wanted, const RouteQuery& query);

//! `wanted` if it is possible; else Host if the device is late and Host may be chosen; else the fastest that may be.
//! With a stream, Host and Shared are chosen only if they are wanted, or if no other route is possible.
CV_EXPORTS Route chooseRoute(const RouteQuery& query, const RouteEstimates& estimates, Route wanted, double hostShare);

//! An image divided in two: kernels on page-locked memory do the front, threads do the rest.
struct KernelShare
{
    double part = 0;  //!< the fraction of the image that the first kernel does; 0 if a division is not worth it
    int threads = 0;
    double seconds = 0;
    double kernelSeconds = 0;  //!< time of kernels that would do the whole image, without their launch
};

//! The fastest division, for images too small for stripes.
CV_EXPORTS KernelShare kernelShare(const RouteQuery& query);

//! What the CPU threads of a call do. Beside a kernel across the bus, @ref KernelShare has their number.
enum class ThreadWork
{
    Everything,  //!< the whole call
    Rest,        //!< the units that devices leave
    Staging
};

//! The number of threads that do the work in the shortest time. For Rest, all threads: they leave when nothing is left.
CV_EXPORTS int threadsFor(ThreadWork work, const RouteQuery& query);

//! Bytes per second of `threads` threads in total; they share the rate of memory.
CV_EXPORTS double hostRate(double threadRate, int threads, const HostRates& rates);

}}  // namespace cv::cudastripe
