// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// How a Striper does a call, and prepares for calls to come.

#include "striper_impl.hpp"

#include <optional>

#include "../../device/wait_for.hpp"
#include "../../lane/call/ring_lease.hpp"
#include "../../lane/call/stripe_call.hpp"
#include "pipeline_impl.hpp"

namespace cv { namespace cudastripe {

Striper::Impl::Impl(const StriperParams& params, const DeviceSource& source, bool isDefault)
    : params_(params), isDefault_(isDefault), devices_(source, checkedParams(params))
{
}

void Striper::Impl::reserve(const std::vector<std::unique_ptr<StripeOp>>& ops, int concurrentCalls, bool pageableMemory)
{
    constexpr size_t leftOver = 2;  // calls that have ended while their memory is still held
    devices_.requireSameProcess();
    const MemoryKind kind = pageableMemory ? MemoryKind::Pageable : MemoryKind::PageLocked;
    const auto devices = devices_.open();
    for (const auto& entry : *devices) {
        entry->device->preload();
        entry->rates.find(true);
        entry->breaker.prepare();
        entry->events.reserve(static_cast<size_t>(concurrentCalls));
        entry->held.reserve(static_cast<size_t>(concurrentCalls) + leftOver);
        for (const auto& op : ops) {
            OpenCall call(params_);
            call.op = op.get();
            call.memory = {{op->inputs().size(), kind}, {op->outputs().size(), kind}};
            call.devices = {entry.get()};
            reserveRings(call, *entry, concurrentCalls);
        }
    }
}

bool run(const Operation& operation, const StreamRef& stream, Striper& striper)
{
    if (striper.explained())
        *striper.explained() = striper.impl().explain(operation, stream);
    else if (Pipeline* const pipeline = stream.pipeline())
        pipeline->impl().run(operation, stream, striper.impl());
    else
        striper.impl().run(operation, stream);
    return !striper.explained();
}

void Striper::Impl::run(const Operation& operation, const StreamRef& stream, const Frame& frame)
{
    CallOpener opener(operation, stream, frame, devices_, params_);
    opener.commitDestination();
    const StreamId caller = opener.opened().stream;
    // Replaces a caller's stream of another context: that takes no kernels or event records of ours, but can wait.
    std::optional<OwnedStream> bridge;
    if (opener.otherContext()) {
        Device& device = *opener.bound()->device;
        bridge.emplace(device, "bridge");
        device.order(*bridge, caller);
        opener.setStream(*bridge);
    }
    bool inFlight = false;
    try {
        {
            std::optional<DevicesEntered> entered;
            if (!opener.opened().staysOnDevice())
                entered.emplace(opener.devices());
            inFlight = runStripes(opener.opened());
            if (inFlight)
                opener.holdMemory();
            if (frame.last)
                opener.bound()->device->record(frame.ended, opener.opened().stream);
        }
        if (bridge)
            opener.bound()->device->order(caller, *bridge);  // in the caller's context, which defines default streams
    } catch (const cv::Exception&) {
        if (inFlight && !opener.opened().capture)
            waitUntilIdle(*opener.bound()->device, opener.opened().stream);
        throw;
    }
}

RouteChoice Striper::Impl::explain(const Operation& operation, const StreamRef& stream)
{
    const CallOpener opener(operation, stream, Frame(), devices_, params_);
    const DevicesEntered entered(opener.devices());
    const OpenCall& opened = opener.opened();
    const Choice chosen = choose(opened, opened.op->hostCost());
    RouteQuery query = chosen.query;
    query.onHost = query.onHost && opened.hostMayRead();  // choose() does not always ask this
    const RouteEstimates estimates = predictRoutes(query);
    RouteChoice choice;
    choice.deviceLate = query.deviceLate;
    choice.route = isSmall(opened) ? Route::Host : chosen.route;
    choice.forced = params_.route == choice.route;
    choice.threads = query.threads;
    choice.estimates.assign(estimates.begin(), estimates.end());
    if (choice.route != Route::Host)
        choice.plan = toString(planOf(opened, chosen));
    return choice;
}

}}  // namespace cv::cudastripe
