// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "route.hpp"

#include <algorithm>
#include <cmath>

#include "tuning.hpp"

namespace cv { namespace cudastripe {
namespace {

bool usesHost(Route route)
{
    return route == Route::Host || route == Route::Shared;
}

// Why a call cannot take the route; null if it can.
const char* obstacle(Route route, const RouteQuery& q)
{
    if (route != Route::Host && !q.device)
        return "no device";
    if (route == Route::Direct && (q.ordinary || !q.kernelsReach))
        return "kernels do not reach the memory";
    if (usesHost(route) && !q.onHost)
        return "an end lies where the CPU does not reach it, or reads slowly";
    return route == Route::Shared && !q.sameBits ? "the CPU rounds differently" : nullptr;
}

double threadRate(const RouteQuery& q)
{
    return q.host.copy / q.hostCost;
}

double wakeSeconds(int threads, const HostRates& rates)
{
    return threads > 1 ? rates.wakeSeconds * threads : 0;
}

// Work that is divided takes work / threads + each * threads.
int bestThreads(double work, double each, int threads)
{
    return std::min(threads, std::max(1, static_cast<int>(std::sqrt(work / each))));
}

double workSeconds(const RouteQuery& q, int threads)
{
    return q.hostBytes / hostRate(threadRate(q), threads, q.host);
}

double hostSeconds(const RouteQuery& q, int threads)
{
    return wakeSeconds(threads, q.host) + workSeconds(q, threads);
}

double acrossBusSeconds(const RouteQuery& q)
{
    const double bus = std::max(q.uploadBytes / q.link.upload, q.downloadBytes / q.link.download) / kDirectShare;
    return std::max(bus, q.kernelBytes / q.link.kernel);
}

// Slots stay in caches, so that memory is read and written once.
double stagingSeconds(const RouteQuery& q)
{
    const double bytes = q.uploadBytes + q.downloadBytes;
    const int threads = stagingThreads(bytes, q.threads, q.host);
    return wakeSeconds(threads, q.host) + bytes / hostRate(kStagingShare * q.host.copy, threads, q.host);
}

// Of as many stripes as cost least.
double busSeconds(const RouteQuery& q)
{
    const double up = q.uploadBytes / q.link.upload, down = q.downloadBytes / q.link.download;
    const double kernel = q.kernelBytes / q.link.kernel, longest = std::max({up, down, kernel});
    return longest + kTapered * std::sqrt(q.link.gapSeconds * (up + down + kernel - longest));
}

double stripedSeconds(const RouteQuery& q)
{
    const double bus = busSeconds(q);
    if (!q.ordinary)
        return kStripedSeconds + bus;
    const double staging = stagingSeconds(q);
    return kStripedSeconds + std::max(bus, staging) + std::min(bus, staging) / 16;
}

// Threads stage a part of the image and convert the rest: as much is staged as the bus carries meanwhile.
double sharedStagingSeconds(const RouteQuery& q)
{
    const double bus = busSeconds(q), staging = stagingSeconds(q), converting = hostSeconds(q, threadsWorthWaking(q));
    if (converting <= staging)
        return converting;
    const double staged = converting / (bus + converting - staging);
    return staged < 1 ? bus * staged : std::max(bus, staging);
}

double sharedBusSeconds(const RouteQuery& q)
{
    const double device = q.hostBytes / std::max(busSeconds(q), 1e-9);
    const double host = hostRate(threadRate(q), q.threads, q.host);
    return q.hostBytes / std::min(device + host, std::max({device, host, kSharedMemory * q.host.memory}));
}

RouteEstimate estimate(Route route, const RouteQuery& q)
{
    if (const char* why = obstacle(route, q))
        return {route, false, 0, why};
    if (route == Route::Host)
        return {route, true, hostSeconds(q, threadsWorthWaking(q)), "CPU threads"};
    if (route == Route::Direct)
        return {route, true, kLaunchSeconds + acrossBusSeconds(q), "a kernel across the bus"};
    if (route == Route::Striped)
        return {route, true, stripedSeconds(q), q.ordinary ? "staging by CPU threads" : "the bus"};
    const KernelShare share = kernelShare(q);
    if (share.part > 0)
        return {route, true, share.seconds, "CPU threads beside a kernel across the bus"};
    const double seconds = q.ordinary ? sharedStagingSeconds(q) : sharedBusSeconds(q);
    return {route, true, kStripedSeconds + kMeetingSeconds + seconds, "CPU threads beside the bus"};
}

bool fitsShare(Route route, double hostShare)
{
    if (hostShare == 0)
        return !usesHost(route);
    return hostShare < 0 || route == (hostShare < 1 ? Route::Shared : Route::Host);
}

// True if a call may take the route without being told to.
bool mayBeChosen(Route route, const RouteQuery& q, double hostShare)
{
    if (q.streamGiven && usesHost(route))
        return false;
    // In which place it runs must not depend on how long either takes.
    if (route == Route::Host && q.device && !q.sameBits && hostShare != 1)
        return false;
    return fitsShare(route, hostShare);
}

// Neither the parameters nor the bits of the result want the device.
bool mayDoWithoutDevice(const RouteQuery& q, double hostShare)
{
    return !obstacle(Route::Host, q) && mayBeChosen(Route::Host, q, hostShare);
}

KernelShare dividedBy(const RouteQuery& q, int threads)
{
    const double kernel = kBeside * acrossBusSeconds(q), host = workSeconds(q, threads);
    const double part = (kShareSeconds + wakeSeconds(threads, q.host) + host - kLaunchSeconds) / (kernel + host);
    return {part, threads, kLaunchSeconds + part * kernel + kKernelMeetingSeconds};
}

// A division that is predicted to gain little gains nothing: threads of small images mostly wake up.
bool dividesForLittle(const RouteQuery& q, const RouteEstimates& estimates, double hostShare)
{
    const RouteEstimate& direct = estimates[routeIndex(Route::Direct)];
    return hostShare < 0 && direct.possible && kernelShare(q).part > 0 &&
           estimates[routeIndex(Route::Shared)].seconds > kLeastDivisionGain * direct.seconds;
}

}  // namespace

KernelShare kernelShare(const RouteQuery& q)
{
    KernelShare best;
    if (obstacle(Route::Direct, q) || obstacle(Route::Shared, q))
        return best;
    // Where both would use more than memory has, neither's rate is known.
    if (dividedBy(q, q.threads).seconds < q.hostBytes / (kKnownMemory * kSharedMemory * q.host.memory))
        return best;
    for (int threads = 1;; threads = std::min(2 * threads, q.threads)) {
        const KernelShare share = dividedBy(q, threads);
        const bool divides = share.part > kLeastPart && share.part < 1 - kLeastPart;
        if (divides && share.seconds < kMostDividedSeconds && (best.part == 0 || share.seconds < best.seconds))
            best = share;
        if (threads >= q.threads)
            return best;
    }
}

int threadsWorthWaking(const RouteQuery& q)
{
    const int most = static_cast<int>(std::min<double>(q.threads, q.hostPieces));
    return bestThreads(q.hostBytes / threadRate(q), kOneMoreSeconds, most);
}

int stagingThreads(double bytes, int threads, const HostRates& rates)
{
    return bestThreads(bytes / (kStagingShare * rates.copy), kOneMoreStagingSeconds, threads);
}

// Falls off like a mean of both limits, as measured from 1 to 16 threads.
double hostRate(double threadRate, int threads, const HostRates& rates)
{
    const double all = threadRate * threads;
    return all / std::sqrt(1 + all / rates.memory * (all / rates.memory));
}

RouteEstimates predictRoutes(const RouteQuery& query)
{
    RouteEstimates estimates;
    for (Route route : {Route::Host, Route::Direct, Route::Striped, Route::Shared})
        estimates[routeIndex(route)] = estimate(route, query);
    return estimates;
}

bool staysOffHost(Route wanted, const RouteQuery& query)
{
    return (wanted == Route::Direct || wanted == Route::Striped) && !obstacle(wanted, query);
}

Route chooseRoute(const RouteQuery& query, const RouteEstimates& estimates, Route wanted, double hostShare)
{
    if (wanted != Route::Auto && !obstacle(wanted, query))
        return wanted;
    if (query.deviceLate && mayDoWithoutDevice(query, hostShare))
        return Route::Host;
    const RouteEstimate* best = nullptr;
    bool bestFits = false;
    for (const RouteEstimate& e : estimates) {
        const bool fits = mayBeChosen(e.route, query, hostShare);
        // What does not fit is better than nothing.
        if (e.possible && (!best || (fits && !bestFits) || (fits == bestFits && e.seconds < best->seconds))) {
            best = &e;
            bestFits = fits;
        }
    }
    if (best && best->route == Route::Shared && dividesForLittle(query, estimates, hostShare))
        return Route::Direct;
    return best ? best->route : Route::Host;
}

}}  // namespace cv::cudastripe
