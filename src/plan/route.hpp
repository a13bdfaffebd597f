// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_PLAN_ROUTE_HPP
#define OPENCV_CUDASTRIPE_PLAN_ROUTE_HPP

#include <array>

#include "host_rates.hpp"
#include "opencv2/cudastripe/link_rates.hpp"
#include "opencv2/cudastripe/route.hpp"

namespace cv { namespace cudastripe {

constexpr double kDirectSeconds = 18e-6;  //!< a launch, the event behind it, and the way across the bus
constexpr double kSharedMemory = 1.13;    //!< devices get a little more out of memory than CPU threads alone

//! Routes beside Route::Auto.
constexpr int kRouteCount = 4;

//! For lists of Route::Host to Route::Shared.
inline size_t routeIndex(Route route)
{
    return static_cast<size_t>(route) - static_cast<size_t>(Route::Host);
}

//! What calls took by a route.
struct RouteTime
{
    double seconds = 0;  //!< 0 if that is not known
    int calls = 0;       //!< that were timed
    int since = 0;       //!< calls of its kind that went another way since
    int looks = 0;       //!< times that it was taken up again, but not for long
};

using KnownTimes = std::array<RouteTime, kRouteCount>;

//! What the choice of a route depends on.
struct RouteQuery
{
    double uploadBytes = 0;  //!< that cross the link if a device does everything
    double downloadBytes = 0;
    double kernelBytes = 0;   //!< that kernels read and write
    double hostBytes = 0;     //!< that CPU threads read and write if they do everything
    double hostPieces = 1e9;  //!< that these can be divided into: threads that find none are not woken
    double threadRate = 0;    //!< bytes per second of one thread, while memory is not the limit
    KnownTimes known{};       //!< what such calls took
    int threads = 1;
    bool onHost = true;        //!< both ends are host memory that the CPU reads at its usual speed
    bool ordinary = false;     //!< an end is ordinary memory
    bool kernelsReach = true;  //!< all memory at the ends
    bool sameBits = true;      //!< on host and device
    bool device = true;        //!< there is one that can run the operation
    bool streamGiven = false;
    LinkRates link;
    HostRates host;
};

//! Estimates of Route::Host to Route::Shared.
using RouteEstimates = std::array<RouteEstimate, kRouteCount>;

//! What each route would take. In far less than a microsecond.
CV_EXPORTS RouteEstimates predictRoutes(const RouteQuery& query);

//! True if the call takes the wanted route, whatever is to be said of its ends for the CPU.
bool staysOffHost(Route wanted, const RouteQuery& query);

//! The wanted route if it is possible, else the fastest that may be chosen. With a stream, none that would make the
//! caller wait unless it is wanted.
CV_EXPORTS Route chooseRoute(const RouteQuery& query, Route wanted, double hostShare);

//! What one kernel takes that works on page-locked memory across the bus.
double directSeconds(const RouteQuery& query);

//! Until so many threads work.
double wakeSeconds(int threads);

//! Of so many threads those that share work of so many seconds best: waking another one takes longer than it saves.
CV_EXPORTS int threadsWorthWaking(double seconds, int threads);

//! Those that share the work of a query best.
CV_EXPORTS int threadsWorthWaking(const RouteQuery& query);

//! Of so many threads those that pass so many bytes through page-locked slots best.
int stagingThreads(double bytes, int threads, const HostRates& rates);

//! Bytes per second of so many threads, whose memory is limited.
CV_EXPORTS double hostRate(double threadRate, int threads, const HostRates& rates);

//! The rate of one thread alone, from that of so many.
CV_EXPORTS double threadRateOf(double rate, int threads, const HostRates& rates);

}}  // namespace cv::cudastripe

#endif
