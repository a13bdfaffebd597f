// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "route.hpp"

#include <algorithm>
#include <cmath>

#include "kernel_share.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr double kStripedSeconds = 35e-6;  // the first copy, the kernel and the last copy begin one after the other
constexpr double kWakeSeconds = 1.5e-6;    // until a pool's next thread works
constexpr double kOneMore = 0.125e-6;      // of all others, for one more thread that converts
constexpr double kOneMoreStaging = 1.5e-6;
constexpr double kStagedSeconds = 30e-6;  // the first stripe in, its kernel, and the last stripe out
constexpr double kStagingShare = 0.5;     // of the rate of a copy: it is copied in, and later out
constexpr double kTapered = 1.1;          // equal stripes would have 2 here
constexpr double kDirectShare = 0.92;     // of the link's rate that kernels reach
constexpr double kHope = 0.6;             // of a prediction
constexpr double kDoubt = 0.3;            // of what was measured once
constexpr int kFewCalls = 4, kSureCalls = 8;
constexpr double kStale = 1 / 1000., kMostStale = 0.25;  // of what was measured, for each call since
constexpr double kSurprise = 0.9;  // of the fastest: what is predicted to take less should not have taken longer
constexpr int kLookAgain = 16, kMostLooks = 6;  // calls until it is tried again, twice as many each time; at last none
constexpr double kMeetingSeconds = 20e-6;       // at the end of a shared image somebody waits

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

RouteEstimate possible(const RouteQuery& q, Route route, double seconds, const char* why)
{
    const double known = q.known[routeIndex(route)].seconds;
    return {route, true, known > 0 ? known : seconds, seconds, known > 0, why};
}

double predictedHostSeconds(const RouteQuery& q)
{
    const int threads = threadsWorthWaking(q);
    return wakeSeconds(threads) + q.hostBytes / hostRate(q.threadRate, threads, q.host);
}

double hostSeconds(const RouteQuery& q)
{
    const double known = q.known[routeIndex(Route::Host)].seconds;
    return known > 0 ? known : predictedHostSeconds(q);
}

RouteEstimate hostEstimate(const RouteQuery& q)
{
    return possible(q, Route::Host, predictedHostSeconds(q), "CPU threads");
}

RouteEstimate directEstimate(const RouteQuery& q)
{
    return possible(q, Route::Direct, directSeconds(q), "a kernel across the bus");
}

// Slots stay in caches, so that memory is read and written once.
double stagingSeconds(const RouteQuery& q)
{
    const int threads = stagingThreads(q.uploadBytes + q.downloadBytes, q.threads, q.host);
    return wakeSeconds(threads) +
           (q.uploadBytes + q.downloadBytes) / hostRate(kStagingShare * q.host.copy, threads, q.host);
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
    const double bus = busSeconds(q);
    if (!q.ordinary)
        return possible(q, Route::Striped, kStripedSeconds + bus, "the bus");
    const double staging = stagingSeconds(q);
    return possible(q, Route::Striped, kStagedSeconds + std::max(bus, staging) + std::min(bus, staging) / 16,
                    staging > bus ? "staging by CPU threads" : "the bus");
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
    const KernelShare share = kernelShare(q);
    if (share.part > 0)
        return possible(q, Route::Shared, share.seconds, "CPU threads beside a kernel across the bus");
    const double seconds = q.ordinary ? sharedStagingSeconds(q) : sharedBusSeconds(q);
    return possible(q, Route::Shared, kStripedSeconds + kMeetingSeconds + seconds, "CPU threads beside the bus");
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

//! Of the routes that were measured and may be chosen the shortest time; 0 if there is none.
double fastestMeasured(const RouteQuery& query, const RouteEstimates& estimates, double hostShare)
{
    double fastest = 0;
    for (const RouteEstimate& e : estimates) {
        if (e.possible && e.measured && mayBeChosen(e.route, query, hostShare) && (fastest == 0 || e.seconds < fastest))
            fastest = e.seconds;
    }
    return fastest;
}

// If not, and nothing is timed, a prediction that is a little too good would win for good, and so would a call that had
// bad luck lose.
bool allSure(const RouteQuery& query, const RouteEstimates& estimates, double hostShare)
{
    return std::all_of(estimates.begin(), estimates.end(), [&](const RouteEstimate& e) {
        const bool sure = e.measured && query.known[routeIndex(e.route)].calls >= kSureCalls;
        return !e.possible || sure || !mayBeChosen(e.route, query, hostShare);
    });
}

// It may have had bad luck whenever it was timed, or the rates that say how to share were not known yet.
bool isSurprise(const RouteEstimate& estimate, const RouteTime& known, double fastest)
{
    return estimate.predicted < kSurprise * fastest && known.since >= kLookAgain << std::min(known.looks, kMostLooks);
}

// Work that is divided takes work / threads + each * threads.
int bestThreads(double work, double each, int threads)
{
    return std::min(threads, std::max(1, static_cast<int>(std::sqrt(work / each))));
}

}  // namespace

double directSeconds(const RouteQuery& q)
{
    const double bus = std::max(q.uploadBytes / q.link.upload, q.downloadBytes / q.link.download) / kDirectShare;
    return kDirectSeconds + std::max(bus, q.kernelBytes / q.link.kernel);
}

double wakeSeconds(int threads)
{
    return threads > 1 ? kWakeSeconds * threads : 0;
}

int threadsWorthWaking(double seconds, int threads)
{
    return bestThreads(seconds, kOneMore, threads);
}

int threadsWorthWaking(const RouteQuery& q)
{
    return threadsWorthWaking(q.hostBytes / q.threadRate, static_cast<int>(std::min<double>(q.threads, q.hostPieces)));
}

int stagingThreads(double bytes, int threads, const HostRates& rates)
{
    return bestThreads(bytes / (kStagingShare * rates.copy), kOneMoreStaging, threads);
}

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
    RouteEstimates estimates;
    const auto predict = [&](Route route, RouteEstimate (*estimate)(const RouteQuery&)) {
        const char* const why = obstacle(route, query);
        estimates[routeIndex(route)] = why ? RouteEstimate{route, false, 0, 0, false, why} : estimate(query);
    };
    predict(Route::Host, hostEstimate);
    predict(Route::Direct, directEstimate);
    predict(Route::Striped, stripedEstimate);
    predict(Route::Shared, sharedEstimate);
    return estimates;
}

bool staysOffHost(Route wanted, const RouteQuery& query)
{
    return (wanted == Route::Direct || wanted == Route::Striped) && !obstacle(wanted, query);
}

Route chooseRoute(const RouteQuery& query, Route wanted, double hostShare)
{
    if (wanted != Route::Auto && !obstacle(wanted, query))
        return wanted;
    const RouteEstimates estimates = predictRoutes(query);
    const double fastest = fastestMeasured(query, estimates, hostShare);
    const bool comparable = allSure(query, estimates, hostShare);
    // Beside what was measured a prediction has to be tried that may be wrong by so much, what was measured seldom, and
    // now and then what was measured long ago.
    const auto hoped = [&](const RouteEstimate& e) {
        if (query.streamGiven)
            return comparable ? e.seconds : std::min(e.seconds, e.predicted);
        if (fastest == 0)
            return e.seconds;
        if (!e.measured)
            return kHope * e.seconds;
        const RouteTime& known = query.known[routeIndex(e.route)];
        const double doubt = std::max(kDoubt / known.calls, std::min(kMostStale, kStale * known.since));
        const double seconds = e.seconds * (1 - doubt);
        if (known.calls < kFewCalls)
            return std::min(seconds, e.predicted * (1 - doubt));
        return known.calls < kSureCalls || isSurprise(e, known, fastest) ? std::min(seconds, e.predicted) : seconds;
    };
    const RouteEstimate* best = nullptr;
    bool bestFits = false;
    for (const RouteEstimate& estimate : estimates) {
        if (!estimate.possible)
            continue;
        const bool fits = mayBeChosen(estimate.route, query, hostShare);
        // What does not fit is better than nothing.
        if (!best || (fits && !bestFits) || (fits == bestFits && hoped(estimate) < hoped(*best))) {
            best = &estimate;
            bestFits = fits;
        }
    }
    return best ? best->route : Route::Host;
}

}}  // namespace cv::cudastripe
