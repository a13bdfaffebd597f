// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Predicts the time of each route by the formulas of docs/routes.md, and chooses one.

#include "route.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

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
    if (route == Route::Direct && (q.pageable || !q.kernelsReach))
        return "kernels do not reach the memory";
    if (route == Route::Striped && q.batch && !q.pageable && q.kernelsReach)
        return "a batch is cut into groups of images only if it is staged";
    if (usesHost(route) && !q.onHost)
        return "the CPU does not reach some memory, or reads it slowly";
    return route == Route::Shared && !q.sameBits ? "the CPU rounds differently" : nullptr;
}

// True if the call may take the route without a request by the caller.
bool mayBeChosen(Route route, const RouteQuery& q, double hostShare)
{
    if (q.streamGiven && usesHost(route))
        return false;
    // Several devices use the whole rate of host memory and leave none to threads. For 8K, two H200 take 1.73 ms
    // without threads and 2.26 with 64 of them; three take 1.51 and 1.57; two H100 take 1.73 and 1.72.
    if (route == Route::Shared && q.devices > 1 && hostShare < 0)
        return false;
    // The bits of the result must not depend on rates.
    if (route == Route::Host && q.device && !q.sameBits && hostShare != 1)
        return false;
    if (hostShare == 0)
        return !usesHost(route);
    return hostShare < 0 || route == (hostShare < 1 ? Route::Shared : Route::Host);
}

double wakeSeconds(int threads, const HostRates& rates)
{
    return threads > 1 ? rates.wakeSeconds * threads : 0;
}

// The number of threads for which (work / threads + each * threads) is least.
int bestThreads(double work, double each, int threads)
{
    return std::min(threads, std::max(1, static_cast<int>(std::sqrt(work / each))));
}

double convertingRate(const RouteQuery& q, int threads)
{
    return hostRate(q.host.copy / q.hostCost, threads, q.host);
}

double stagedBytes(const RouteQuery& q)
{
    return q.uploadBytes - q.skippedBytes + q.downloadBytes;
}

double hostSeconds(const RouteQuery& q)
{
    const int threads = threadsFor(ThreadWork::Everything, q);
    return wakeSeconds(threads, q.host) + q.hostBytes / convertingRate(q, threads);
}

double acrossBusSeconds(const RouteQuery& q)
{
    const double up = q.uploadBytes - q.skippedBytes;
    const double bus = std::max(up / q.link.upload, q.downloadBytes / q.link.download) / kDirectShare;
    return std::max(bus, q.kernelBytes / q.link.kernel) / (q.batch ? q.devices : 1);
}

// Staging reads and writes each byte, but slots stay in caches.
double stagingSeconds(const RouteQuery& q)
{
    const int threads = threadsFor(ThreadWork::Staging, q);
    return wakeSeconds(threads, q.host) + stagedBytes(q) / hostRate(q.host.copy / 2, threads, q.host);
}

double busSeconds(const RouteQuery& q)
{
    const double up = q.uploadBytes / q.link.upload, down = q.downloadBytes / q.link.download;
    const double kernel = q.kernelBytes / q.link.kernel, longest = std::max({up, down, kernel});
    return longest / q.devices + kTapered * std::sqrt(q.link.gapSeconds * (up + down + kernel - longest));
}

// Threads stage a part of the image and convert the rest.
double stagedShareSeconds(const RouteQuery& q, double bus, double staging)
{
    const double converting = hostSeconds(q);
    return staging < std::min(bus, converting) ? bus * converting / (bus + converting - staging)
                                               : std::min(staging, converting);
}

double shareSeconds(const RouteQuery& q, double bus)
{
    const double device = q.hostBytes / std::max(bus, 1e-9), host = convertingRate(q, q.threads);
    // If the device alone has a higher rate than `memory`, memory allows at least that rate.
    return q.hostBytes / std::min(device + host, kSharedMemory * std::max(device, q.host.memory));
}

KernelShare dividedBy(const RouteQuery& q, int threads)
{
    const double kernel = kBeside * acrossBusSeconds(q), host = q.hostBytes / convertingRate(q, threads);
    const double part = (kShareSeconds + wakeSeconds(threads, q.host) + host - kLaunchSeconds) / (kernel + host);
    return {part, threads, kLaunchSeconds + part * kernel + kKernelMeetingSeconds, acrossBusSeconds(q)};
}

}  // namespace

KernelShare kernelShare(const RouteQuery& q)
{
    KernelShare best;
    // If the sum of their rates exceeds that of memory, the rates of kernel and threads beside each other are unknown.
    if (obstacle(Route::Direct, q) || obstacle(Route::Shared, q) ||
        dividedBy(q, q.threads).seconds < q.hostBytes / q.host.memory)
        return best;
    best.seconds = kMaxDividedSeconds;
    for (int threads = 1; threads < 2 * q.threads; threads *= 2) {
        const KernelShare share = dividedBy(q, std::min(threads, q.threads));
        if (share.part > kMinPart && share.part < 1 - kMinPart && share.seconds < best.seconds)
            best = share;
    }
    return best;
}

int threadsFor(ThreadWork work, const RouteQuery& q)
{
    const int most = static_cast<int>(std::min<double>(q.threads, q.hostClaims));
    switch (work) {
    case ThreadWork::Everything:
        return bestThreads(q.hostBytes / (q.host.copy / q.hostCost), kOneMoreSeconds, most);
    case ThreadWork::Staging:
        return bestThreads(stagedBytes(q) / (q.host.copy / 2), kOneMoreStagingSeconds, q.threads);
    default:
        return q.threads;
    }
}

// With more threads, the rate goes smoothly from their own limit to that of memory, as measured for 1 to 16 threads.
double hostRate(double threadRate, int threads, const HostRates& rates)
{
    const double all = threadRate * threads;
    return all / std::sqrt(1 + all / rates.memory * (all / rates.memory));
}

RouteEstimates predictRoutes(const RouteQuery& q)
{
    const double bus = busSeconds(q), staging = q.pageable ? stagingSeconds(q) : 0;
    const double striped = std::max(bus, staging) + std::min(bus, staging) * kStagingBeside;
    const double shared = q.pageable ? stagedShareSeconds(q, bus, staging) : shareSeconds(q, bus);
    const KernelShare divided = kernelShare(q);
    RouteEstimates estimates = {{
        {Route::Host, true, hostSeconds(q), "CPU threads"},
        {Route::Direct, true, kLaunchSeconds + acrossBusSeconds(q), "a kernel across the bus"},
        {Route::Striped, true, kStripedSeconds + striped, q.pageable ? "staging by CPU threads" : "the bus"},
        {Route::Shared, true, kStripedSeconds + 4 * kKernelMeetingSeconds + shared, "CPU threads beside the bus"},
    }};
    if (divided.part > 0)
        estimates[routeIndex(Route::Shared)] = {Route::Shared, true, divided.seconds,
                                                "CPU threads beside a kernel across the bus"};
    else if (q.batch)
        estimates[routeIndex(Route::Shared)] = {Route::Shared, false, 0, "a batch of this size is not shared"};
    for (RouteEstimate& e : estimates) {
        if (const char* why = obstacle(e.route, q))
            e = {e.route, false, 0, why};
    }
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
    if (query.deviceLate && !obstacle(Route::Host, query) && mayBeChosen(Route::Host, query, hostShare))
        return Route::Host;
    // A route that may not be chosen is better than none.
    const auto rank = [&](const RouteEstimate& e) {
        return std::make_tuple(!e.possible, !mayBeChosen(e.route, query, hostShare), e.seconds);
    };
    const RouteEstimate& best =
        *std::min_element(estimates.begin(), estimates.end(),
                          [&](const RouteEstimate& a, const RouteEstimate& b) { return rank(a) < rank(b); });
    if (!best.possible)
        return Route::Host;
    // For small images, threads spend most of their time waking up, so a small predicted gain is uncertain.
    const bool gainsLittle = best.seconds > kMinDivisionGain * estimates[routeIndex(Route::Direct)].seconds;
    const bool divides = best.route == Route::Shared && hostShare < 0 && kernelShare(query).part > 0;
    return divides && gainsLittle ? Route::Direct : best.route;
}

}}  // namespace cv::cudastripe
