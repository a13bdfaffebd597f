// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The calls of a lane on a simulated device.

#include "simulated_device.hpp"

namespace cv { namespace cudastripe {

namespace {

DeviceFacts factsOf(const SimulatedDeviceParams& params)
{
    DeviceFacts facts;
    facts.number = params.number;
    facts.name = "simulated";
    facts.busId = "bus " + std::to_string(params.number);
    facts.emulates = facts.watchesHost = true;
    facts.hostThreads = params.profile ? params.profile->hostThreads : 0;
    return facts;
}

}  // namespace

SimulatedDevice::SimulatedDevice(const SimulatedDeviceParams& params)
    : Device(factsOf(params)),
      params_(params),
      memory_(params.deviceMemoryBytes, params.pageLockedBytes, !params.dry),
      streams_(params.seed),
      default_(streams_.create("default", SimulatedStreamKind::Default))
{
    CV_Assert(params.profile || !params.dry);
    if (params.profile)
        time_.reset(new VirtualTime(*params.profile));
}

StreamOwner SimulatedDevice::ownerOf(StreamId caller)
{
    Lock lock(mutex_);
    const SimulatedStream* const found = streams_.find(caller.get());
    return !found                                             ? StreamOwner::Others
           : found->kind == SimulatedStreamKind::OtherContext ? StreamOwner::OtherContext
                                                              : StreamOwner::ThisDevice;
}

std::uint64_t SimulatedDevice::identity(StreamId caller)
{
    Lock lock(mutex_);
    return at(caller).actor;
}

void SimulatedDevice::order(StreamId later, StreamId earlier)
{
    Lock lock(mutex_);
    countCall("order");
    refuseCaptured(at(earlier), "order");
    waitFor(at(later), at(earlier));
}

StreamId SimulatedDevice::createStream(const char* name)
{
    return createStream(name, SimulatedStreamKind::NonBlocking);
}

StreamId SimulatedDevice::createStream(const char* name, SimulatedStreamKind kind)
{
    Lock lock(mutex_);
    countCall("createStream");
    ++created_;
    const StreamId stream(streams_.create(name, kind));
    if (time_)
        time_->nameStream(&at(stream), name);
    return stream;
}

void SimulatedDevice::destroyStream(StreamId stream) noexcept
{
    Lock lock(mutex_);
    if (!reset_)
        streams_.destroy(stream.get());
}

EventId SimulatedDevice::createEvent(const char* name, bool)
{
    Lock lock(mutex_);
    countCall("createEvent");
    ++created_;
    events_.emplace_back(new SimulatedEvent);
    events_.back()->name = name;
    return EventId(events_.back().get());
}

void SimulatedDevice::copy(StreamId stream, Stage stage, const PlaneView& dst, const PlaneView& src, int64 rows)
{
    const String what = toString(stage);
    Lock lock(mutex_);
    SimulatedStream& s = usable(stream, what.c_str());
    if (time_)
        time_->enqueue(&s, stage, double(rows) * double(src.rowBytes));
    enqueue(s, [=] { copyRows(dst, src, rows); },
            {{src, rows, false, s.actor, what}, {dst, rows, true, s.actor, what}});
}

void SimulatedDevice::launch(StreamId stream, const KernelRef& kernel)
{
    Lock lock(mutex_);
    SimulatedStream& s = usable(stream, "launch");
    std::vector<MemoryAccess> accesses;
    double bytes = 0;
    kernel.forEachAccess([&](const KernelRef::Access& access) {
        accesses.push_back({access.view, access.rows, access.write, s.actor, "kernel"});
        bytes += double(access.rows) * double(access.view.rowBytes);
    });
    if (kernel.busBytes() > 0 && params_.profile) {
        // A kernel moves so many bytes of device memory in the time that its bytes take across the bus.
        bytes = double(kernel.busBytes()) * params_.profile->kernelRate / params_.profile->uploadRateBesideDownload;
    }
    if (time_)
        time_->enqueue(&s, Stage::RunDevice, bytes);
    enqueue(
        s, [kernel] { kernel.emulate(); }, accesses);
}

void SimulatedDevice::record(EventId event, StreamId stream)
{
    Lock lock(mutex_);
    SimulatedStream& s = usable(stream, "record");
    refuseCaptured(s, "record");
    SimulatedEvent& e = at(event);
    if (leftOut("record " + e.name + " on " + s.name))
        return;
    if (time_)
        time_->record(event.get(), &s);
    if (params_.dry)
        return;
    const auto run = [this, &e] {
        ++e.executed;
        e.when = Device::now();
    };
    enqueue(s, run, {});
    ++e.enqueued;
    e.clock = s.clock;
}

void SimulatedDevice::wait(StreamId stream, EventId event)
{
    Lock lock(mutex_);
    countCall("wait");
    SimulatedStream& s = at(stream);
    refuseCaptured(s, "wait");
    SimulatedEvent& e = at(event);
    if (leftOut("wait for " + e.name + " on " + s.name))
        return;
    if (time_)
        time_->wait(&s, event.get());
    waitFor(s, e);  // for the latest record so far; later ones do not count
}

// Runs some operations. In virtual time, runs them until done() is true, because the clock says that they have ended.
bool SimulatedDevice::runUntil(const std::function<bool()>& done)
{
    do {
        if (!done())
            streams_.runSome();
    } while (time_ && !done());
    return done();
}

bool SimulatedDevice::passed(EventId event)
{
    Lock lock(mutex_);
    countCall("passed");
    SimulatedEvent& e = at(event);
    if (time_ && !time_->passed(event.get()))
        return false;
    if (!runUntil([&] { return e.executed >= e.enqueued; }))
        return false;
    learn(e.clock);
    return true;
}

bool SimulatedDevice::idle(StreamId stream)
{
    Lock lock(mutex_);
    SimulatedStream& s = usable(stream, "idle");
    refuseCaptured(s, "idle");
    if (time_ && !time_->idle(&s))
        return false;
    if (!runUntil([&] { return streams_.idle(s); }))
        return false;
    if (s.kind == SimulatedStreamKind::Default)
        streams_.joinImplicit(s);
    learn(s.clock);
    return true;
}

void SimulatedDevice::hostAccess(const PlaneView& view, int64 rows, bool write)
{
    if (params_.dry)
        return;
    Lock lock(mutex_);
    host_.advance(kHostActor);
    recordAccess({view, rows, write, kHostActor, "host"}, host_);
    const SimulatedMemory::Entry* const entry = memory_.find(view.base);
    if (!params_.concurrentManagedAccess && entry && entry->second.managed && !quiet())
        findings_.push_back("the host touched managed memory while the device worked");
}

// Counts the call. Throws for a stream of another context, unless that is current: only order() and wait() take one.
SimulatedStream& SimulatedDevice::usable(StreamId stream, const char* call)
{
    countCall(call);
    SimulatedStream& found = at(stream);
    if (found.kind == SimulatedStreamKind::OtherContext && !otherContextCurrent_)
        CV_Error(Error::GpuApiCallError, "the stream belongs to another context");
    return found;
}

SimulatedEvent& SimulatedDevice::at(EventId event)
{
    return *static_cast<SimulatedEvent*>(event.get());
}

void SimulatedDevice::enqueue(SimulatedStream& stream, std::function<void()> run,
                              const std::vector<MemoryAccess>& accesses, std::function<bool()> ready)
{
    if (params_.dry)
        return;
    if (stream.captured)
        return addNode(stream, std::move(run), accesses);
    if (stream.destroyed)
        findings_.push_back("work was enqueued on a destroyed stream");
    stream.clock.join(host_);
    streams_.joinImplicit(stream);
    stream.clock.advance(stream.actor);
    for (const MemoryAccess& access : accesses) {
        checkAllocation(access);
        recordAccess(access, stream.clock);
    }
    streams_.enqueue(stream, {std::move(run), !accesses.empty(), std::move(ready)});
}

// The library must not record, wait or query on a stream being captured.
void SimulatedDevice::refuseCaptured(const SimulatedStream& stream, const char* call)
{
    if (stream.captured)
        findings_.push_back(String(call) + " was called for a stream that is being captured");
}

// The host now knows that everything in the clock has happened: work that is enqueued later comes after it.
void SimulatedDevice::learn(const VectorClock& clock)
{
    host_.join(clock);
    history_.settle(host_);
}

void SimulatedDevice::recordAccess(const MemoryAccess& access, const VectorClock& clock)
{
    for (const String& finding : history_.add(access, clock))
        findings_.push_back(finding);
}

}}  // namespace cv::cudastripe
