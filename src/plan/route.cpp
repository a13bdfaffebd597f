// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "route.hpp"

#include <algorithm>
#include <cmath>

namespace cv { namespace cudastripe {
namespace {

constexpr double kDirectSeconds = 30e-6;   // a launch, and the event behind it
constexpr double kStripedSeconds = 35e-6;  // the first copy, the kernel and the last copy begin one after the other
constexpr double kThreadsSeconds = 9e-6;   // until a pool's threads are awake
constexpr double kTapered = 1.1;           // equal stripes would have 2 here
constexpr double kDirectShare = 0.75;      // of the link's rate that kernels reach
constexpr double kSharedMemory = 1.13;     // copy engines get a little more out of memory than CPU threads alone
constexpr double kMeetingSeconds = 20e-6;  // at the end of a shared image somebody waits

RouteEstimate impossible(Route route, const char* why)
{
    return {route, false, 0, why};
}

double hostSeconds(const RouteQuery& q)
{
    if (q.hostSeconds > 0)
        return q.hostSeconds;
    return (q.threads > 1 ? kThreadsSeconds : 0) + q.hostBytes / hostRate(q.threadRate, q.threads, q.host);
}

RouteEstimate hostEstimate(const RouteQuery& q)
{
    if (!q.onHost)
        return impossible(Route::Host, "an end lies where the CPU does not reach it, or reads slowly");
    return {Route::Host, true, hostSeconds(q), "CPU threads"};
}

RouteEstimate directEstimate(const RouteQuery& q)
{
    if (!q.device)
        return impossible(Route::Direct, "no device");
    if (q.ordinary || !q.kernelsReach)
        return impossible(Route::Direct, "kernels do not reach the memory");
    const double bus = std::max(q.uploadBytes / q.link.upload, q.downloadBytes / q.link.download) / kDirectShare;
    return {Route::Direct, true, kDirectSeconds + std::max(bus, q.kernelBytes / q.link.kernel),
            "a kernel across the bus"};
}

// What passes page-locked buffers is read and written once more.
double stagingSeconds(const RouteQuery& q)
{
    return kThreadsSeconds + 2 * (q.uploadBytes + q.downloadBytes) / hostRate(q.host.copy, q.threads, q.host);
}

// Of as many stripes as cost least.
double busSeconds(const RouteQuery& q)
{
    const double up = q.uploadBytes / q.link.upload, down = q.downloadBytes / q.link.download;
    const double kernel = q.kernelBytes / q.link.kernel, longest = std::max({up, down, kernel});
    const double others = up + down + kernel - longest;
    return longest + kTapered * std::sqrt(q.link.gapSeconds * others);
}

RouteEstimate stripedEstimate(const RouteQuery& q)
{
    if (!q.device)
        return impossible(Route::Striped, "no device");
    const double bus = busSeconds(q);
    if (!q.ordinary)
        return {Route::Striped, true, kStripedSeconds + bus, "the bus"};
    const double staging = stagingSeconds(q);
    return {Route::Striped, true, kStripedSeconds + std::max(bus, staging) + std::min(bus, staging) / 8,
            staging > bus ? "staging by CPU threads" : "the bus"};
}

// Threads stage a part of the image and convert the rest: as much is staged as the bus carries meanwhile.
double sharedStagingSeconds(const RouteQuery& q)
{
    const double bus = busSeconds(q), staging = stagingSeconds(q), converting = hostSeconds(q);
    if (converting <= staging)
        return converting;
    const double staged = converting / (bus + converting - staging);
    return staged < 1 ? bus * staged : std::max(bus, staging);
}

double sharedBusSeconds(const RouteQuery& q)
{
    const double device = q.hostBytes / std::max(busSeconds(q), 1e-9);
    const double host = hostRate(q.threadRate, q.threads, q.host);
    return q.hostBytes / std::min(device + host, std::max({device, host, kSharedMemory * q.host.memory}));
}

RouteEstimate sharedEstimate(const RouteQuery& q)
{
    if (!q.device)
        return impossible(Route::Shared, "no device");
    if (!q.onHost)
        return impossible(Route::Shared, "an end lies where the CPU does not reach it, or reads slowly");
    if (!q.sameBits)
        return impossible(Route::Shared, "the CPU rounds differently");
    const double seconds = q.ordinary ? sharedStagingSeconds(q) : sharedBusSeconds(q);
    return {Route::Shared, true, kStripedSeconds + kMeetingSeconds + seconds, "CPU threads beside the bus"};
}

bool usesHost(Route route)
{
    return route == Route::Host || route == Route::Shared;
}

bool fitsShare(Route route, double hostShare)
{
    if (hostShare == 0)
        return !usesHost(route);
    return hostShare < 0 || route == (hostShare < 1 ? Route::Shared : Route::Host);
}

// True if a call may take the route without being told to.
bool mayBeChosen(Route route, const RouteQuery& query, double hostShare)
{
    if (query.streamGiven && usesHost(route))
        return false;
    // In which place it runs must not depend on how long a call took before.
    if (route == Route::Host && query.device && !query.sameBits && hostShare != 1)
        return false;
    return fitsShare(route, hostShare);
}

}  // namespace

// Falls off like a mean of both limits, as measured from 1 to 16 threads.
double hostRate(double threadRate, int threads, const HostRates& rates)
{
    const double all = threadRate * threads;
    return all / std::sqrt(1 + all / rates.memory * (all / rates.memory));
}

double threadRateOf(double rate, int threads, const HostRates& rates)
{
    const double share = std::min(rate / rates.memory, 0.97);
    return rate / std::sqrt(1 - share * share) / threads;
}

RouteEstimates predictRoutes(const RouteQuery& query)
{
    return {hostEstimate(query), directEstimate(query), stripedEstimate(query), sharedEstimate(query)};
}

Route chooseRoute(const RouteQuery& query, const RouteEstimates& estimates, Route wanted, double hostShare)
{
    for (const RouteEstimate& estimate : estimates) {
        if (estimate.route == wanted && estimate.possible)
            return wanted;
    }
    const RouteEstimate* best = nullptr;
    bool bestFits = false;
    for (const RouteEstimate& estimate : estimates) {
        if (!estimate.possible)
            continue;
        const bool fits = mayBeChosen(estimate.route, query, hostShare);
        // What does not fit is better than nothing.
        if (!best || (fits && !bestFits) || (fits == bestFits && estimate.seconds < best->seconds)) {
            best = &estimate;
            bestFits = fits;
        }
    }
    return best ? best->route : Route::Host;
}

}}  // namespace cv::cudastripe
