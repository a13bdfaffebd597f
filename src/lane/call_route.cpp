// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "call_route.hpp"

namespace cv { namespace cudastripe {

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

StageList stripedStages(const RouteEnds& ends, bool kernelsReach, const StriperParams& params)
{
    return ends.any(End::Ordinary) && kernelsReach && !saysHowToCut(params) ? directStages(ends) : deviceStages(ends);
}

CallRoute routeOf(const CallInput& call, const std::vector<DeviceEntry*>& devices, const StriperParams& params,
                  const Learned& learned)
{
    DeviceEntry* const device = firstThatRuns(devices, call.op);
    RouteQuery query;
    query.uploadBytes = call.size.uploadBytes;
    query.downloadBytes = call.size.downloadBytes;
    query.kernelBytes = call.size.kernelBytes;
    query.threads = devices.empty() ? std::max(1, getNumThreads()) : devices.front()->device->hostThreads();
    const WorkKind work(call.op, query.threads);
    const RouteTimes::Kind kind(work, call.ends);
    query.hostBytes = work.bytes;
    query.hostPieces = work.pieces;
    query.threadRate = learned.rates.threadRate(work);
    query.known = learned.times.of(kind);
    query.ordinary = call.ends.any(End::Ordinary);
    query.kernelsReach = call.kernelsReach;
    query.sameBits = call.op.sameBits();
    query.device = device != nullptr;
    query.streamGiven = call.streamGiven;
    if (device)
        query.link = device->rates.forCall(call.size.uploadBytes + call.size.downloadBytes, !call.streamGiven);
    query.host = learned.rates.host();
    const Route wanted = params.route == Route::Auto && saysHowToCut(params) ? Route::Striped : params.route;
    query.onHost = !call.ends.any(End::Device) && (staysOffHost(wanted, query) || call.hostMayRead());
    CallRoute route = {
        chooseRoute(query, wanted, params.hostShare), query.threads, query, work, kind, threadsWorthWaking(query), {}};
    if (route.route == Route::Shared && params.hostShare == StriperParams::kAutoShare && !saysHowToCut(params))
        route.kernelShare = kernelShare(query);
    route.kernelShare.part = learned.times.kernelPart(kind, route.kernelShare.part);
    return route;
}

}}  // namespace cv::cudastripe
