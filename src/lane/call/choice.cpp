// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// What is chosen for a call.

#include "choice.hpp"

#include <algorithm>

#include "../../plan/tuning.hpp"

namespace cv { namespace cudastripe {
namespace {

// Bytes of rows in host memory that the result does not need.
double skippedBytes(const OpenCall& call)
{
    const StripeOp& op = *call.op;
    double bytes = 0;
    for (size_t i = 0; !call.batch && i < op.inputs().size(); ++i) {
        const PlaneSpec& plane = op.inputs()[i];
        if (CallMemory::of(call.memory.in, i) != MemoryKind::Device)
            bytes += double(plane.rowBytes) * double(op.rows(plane, op.units()) - op.rowsNeeded(plane, op.units()));
    }
    return bytes;
}

RouteQuery queryOf(const OpenCall& call, double hostCost)
{
    const StripeOp& op = *call.op;
    const PlanInput size = call.size();
    RouteQuery query;
    query.uploadBytes = size.uploadBytes;
    query.downloadBytes = size.downloadBytes;
    query.skippedBytes = skippedBytes(call);
    query.kernelBytes = size.kernelBytes * size.kernelCost;
    query.hostBytes = op.bytes(op.units());
    query.hostClaims = double(std::max<int64>(1, op.units() / op.unitsOf(kMinClaimBytes)));
    query.hostCost = hostCost > 0 ? hostCost : 1;
    query.threads = call.hostThreads();
    query.pageable = call.memory.any(MemoryKind::Pageable);
    query.kernelsReach = call.kernelsReach;
    query.sameBits = op.sameBits();
    query.streamGiven = call.streamGiven;
    query.batch = call.batch != nullptr;
    DeviceEntry* const entry = call.device();
    query.device = entry != nullptr;
    if (!entry)
        return query;
    const KnownRates known = entry->rates.find(!call.streamGiven);
    query.link = known.link;
    query.host = known.host;
    query.devices = op.sameBits() ? static_cast<int>(call.devices.size()) : 1;
    query.deviceLate = !call.capture && entry->breaker.isOpen();
    return query;
}

}  // namespace

Choice choose(const OpenCall& call, double hostCost)
{
    const StriperParams& params = call.params;
    const Route wanted = params.route == Route::Auto && call.saysHowToCut() ? Route::Striped : params.route;
    Choice choice;
    choice.query = queryOf(call, hostCost);
    choice.query.onHost = !call.capture && !call.memory.any(MemoryKind::Device) &&
                          (staysOffHost(wanted, choice.query) || call.hostMayRead());
    choice.estimates = predictRoutes(choice.query);
    choice.route = chooseRoute(choice.query, choice.estimates, wanted, params.hostShare);
    if (choice.route == Route::Shared && call.leavesSharesOpen())
        choice.kernelShare = kernelShare(choice.query);
    const bool divides = choice.kernelShare.part > 0;
    choice.direct = call.batch ? call.kernelsReach && !call.anyPageable() : divides || choice.route == Route::Direct;
    choice.shared = choice.route == Route::Shared && !divides && !(call.batch && choice.direct);
    return choice;
}

}}  // namespace cv::cudastripe
