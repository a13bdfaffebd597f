// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_ROUTE_TIMES_HPP
#define OPENCV_CUDASTRIPE_ROUTE_TIMES_HPP

#include <cstdint>
#include <mutex>
#include <unordered_map>

#include "../plan/route.hpp"
#include "../plan/stage_list.hpp"
#include "work_kind.hpp"

namespace cv { namespace cudastripe {

/** @brief What calls took that the caller waited for, by the route that they went. Any number of threads.

A route that was not taken for long is forgotten, so that one bad moment does not rule it out for good. */
class CV_EXPORTS RouteTimes
{
public:
    //! Calls that should take as long for each byte.
    class CV_EXPORTS Kind
    {
    public:
        Kind(const WorkKind& work, const RouteEnds& ends);

    private:
        friend class RouteTimes;
        std::uint64_t key_;
        double bytes_;
    };

    //! What is known of each route.
    KnownTimes of(const Kind& kind) const;

    //! Such a call took the route for so long.
    void learn(const Kind& kind, Route route, double seconds);

    //! The part of an image that a kernel should do beside threads: the predicted one, put right by what such calls
    //! showed.
    double kernelPart(const Kind& kind, double predicted) const;

    //! Beside a kernel threads took so long for their part of such a call, and had to wait so long for the kernel then.
    void balance(const Kind& kind, double threadSeconds, double waitedSeconds);

private:
    struct Time
    {
        int seen = 0;
        std::uint64_t last = 0;  // of the calls of its kind
        int resumed = 0;         // calls since it was taken up again
        double best = 0;         // of these
        int looks = 0;           // times that it was taken up again, since it was taken for long
        int onEnd = 0;           // calls of its kind that went this way since one went another
        double secondsPerByte = 0;
        double outliers = 0;  // a part of the last calls
    };
    struct Calls
    {
        std::uint64_t count = 0;
        std::array<Time, kRouteCount> times;
        double kernelOdds = 1;      // its part to that of the threads, over what is predicted
        double kernelGrowth = 0.1;  // of the odds at the next call; less as soon as it was too much
        bool forgotten(const Time& time) const;
        bool knows(const Time& time) const { return time.seen > 1 && !forgotten(time); }
        double fastest() const;  // seconds per byte
    };

    Calls& callsOf(const Kind& kind);

    mutable std::mutex mutex_;
    std::unordered_map<std::uint64_t, Calls> calls_;
};

}}  // namespace cv::cudastripe

#endif
