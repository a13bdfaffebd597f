// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "call_route.hpp"

#include "../plan/tuning.hpp"

namespace cv { namespace cudastripe {
namespace {

void setRates(RouteQuery& query, DeviceEntry& entry, bool mayMeasure)
{
    const DeviceRates::Known known = entry.rates.find(mayMeasure);
    query.link = known.link;
    query.host = known.host;
}

}  // namespace

DeviceEntry* firstThatRuns(const std::vector<DeviceEntry*>& devices, const StripeOp& op)
{
    for (DeviceEntry* entry : devices) {
        if (canRun(*entry->device, op))
            return entry;
    }
    return nullptr;
}

bool saysHowToCut(const StriperParams& params)
{
    return params.stripes > 0 || params.slots > 0 || params.streams > 0 || params.order != IssueOrder::Dedicated;
}

bool fixesShare(const StriperParams& params)
{
    return params.hostShare > 0 && params.hostShare < 1;
}

bool leavesSharesOpen(const StriperParams& params)
{
    return params.hostShare == StriperParams::kAutoShare && !saysHowToCut(params);
}

int hostThreads(const Device* device, const StriperParams& params)
{
    const int all = device ? device->hostThreads() : std::max(1, getNumThreads());
    return params.threads > 0 ? std::min(params.threads, all) : all;
}

StageList stripedStages(const RouteEnds& ends, bool kernelsReach, const StriperParams& params)
{
    return ends.any(End::Ordinary) && kernelsReach && !saysHowToCut(params) ? directStages(ends) : deviceStages(ends);
}

CallRoute routeOf(const CallInput& call, const std::vector<DeviceEntry*>& devices, const StriperParams& params,
                  double hostCost)
{
    DeviceEntry* const device = firstThatRuns(devices, call.op);
    RouteQuery query;
    query.uploadBytes = call.size.uploadBytes;
    query.downloadBytes = call.size.downloadBytes;
    query.kernelBytes = call.size.kernelBytes;
    query.hostBytes = call.op.bytes(call.op.units());
    query.hostPieces = double(std::max<int64>(1, call.op.units() / call.op.unitsOf(kLeastClaimBytes)));
    query.hostCost = hostCost > 0 ? hostCost : 1;
    query.threads = hostThreads(devices.empty() ? nullptr : devices.front()->device.get(), params);
    query.ordinary = call.ends.any(End::Ordinary);
    query.kernelsReach = call.kernelsReach;
    query.sameBits = call.op.sameBits();
    query.device = device != nullptr;
    query.streamGiven = call.streamGiven;
    if (device)
        setRates(query, *device, !call.streamGiven);
    query.deviceLate = device && device->breaker.isOpen();
    const Route wanted = params.route == Route::Auto && saysHowToCut(params) ? Route::Striped : params.route;
    query.onHost = !call.ends.any(End::Device) && (staysOffHost(wanted, query) || call.hostMayRead());
    const RouteEstimates estimates = predictRoutes(query);
    CallRoute route = {
        chooseRoute(query, estimates, wanted, params.hostShare), query, estimates, threadsWorthWaking(query), {}};
    if (route.route == Route::Shared && leavesSharesOpen(params))
        route.kernelShare = kernelShare(query);
    return route;
}

}}  // namespace cv::cudastripe
