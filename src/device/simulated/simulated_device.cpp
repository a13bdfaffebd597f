// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "simulated_device.hpp"

#include <algorithm>

namespace cv { namespace cudastripe {

SimulatedDevice::SimulatedDevice(const SimulatedDeviceParams& params)
    : params_(params),
      deviceMemory_(MemoryKind::Device, params.deviceMemoryBytes, !params.dry),
      pageLockedMemory_(MemoryKind::PageLocked, params.pageLockedBytes, !params.dry),
      managedMemory_(params.concurrentManagedAccess ? MemoryKind::PageLocked : MemoryKind::Device,
                     params.deviceMemoryBytes, !params.dry),
      registrations_(params.registrations ? params.registrations : std::make_shared<SimulatedRegistrations>()),
      streams_(params.seed),
      default_(streams_.create("default", SimulatedStreamKind::Default))
{
    CV_Assert(params.profile || !params.dry);
    if (params.profile)
        time_.reset(new VirtualTime(*params.profile));
    registrations_->join(*this);
}

SimulatedDevice::~SimulatedDevice()
{
    registrations_->leave(*this);
}

MemoryInfo SimulatedDevice::classify(const void* address)
{
    Lock lock(mutex_);
    MemoryInfo info;
    info.kind = registrations_->contains(address) ? MemoryKind::PageLocked : params_.otherMemory;
    for (const SimulatedMemory* memory : {&deviceMemory_, &pageLockedMemory_, &managedMemory_}) {
        if (const size_t sizeBytes = memory->bytesFrom(address)) {
            info.kind = memory->kind();
            info.sizeBytes = sizeBytes;
            info.managed = memory == &managedMemory_;
        }
    }
    info.device = info.kind == MemoryKind::Device ? params_.number : -1;
    info.kernelsReach = info.kind == MemoryKind::PageLocked;
    return info;
}

void* SimulatedDevice::allocate(size_t sizeBytes)
{
    return allocateFrom(deviceMemory_, sizeBytes);
}

void* SimulatedDevice::allocatePageLocked(size_t sizeBytes)
{
    return allocateFrom(pageLockedMemory_, sizeBytes);
}

void SimulatedDevice::free(void* memory) noexcept
{
    freeTo(deviceMemory_, memory);
}

void SimulatedDevice::freePageLocked(void* memory) noexcept
{
    freeTo(pageLockedMemory_, memory);
}

void* SimulatedDevice::allocateFrom(SimulatedMemory& place, size_t sizeBytes)
{
    Lock lock(mutex_);
    countCall("allocate");
    void* memory = place.allocate(sizeBytes);
    created_ += memory != nullptr;
    return memory;
}

void SimulatedDevice::freeTo(SimulatedMemory& place, void* memory) noexcept
{
    Lock lock(mutex_);
    if (!quiet())
        finish();  // as cudaFree does
    history_.forget(memory, place.sizeBytes(memory));
    place.free(memory);
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

EventId SimulatedDevice::createEvent(const char* name)
{
    Lock lock(mutex_);
    countCall("createEvent");
    ++created_;
    events_.emplace_back(new SimulatedEvent);
    events_.back()->name = name;
    return EventId(events_.back().get());
}

void SimulatedDevice::destroyEvent(EventId) noexcept {}

void SimulatedDevice::copyUp(StreamId stream, const PlaneView& dst, const PlaneView& src, int64 rows)
{
    copy(Stage::Upload, stream, dst, src, rows);
}

void SimulatedDevice::copyDown(StreamId stream, const PlaneView& dst, const PlaneView& src, int64 rows)
{
    copy(Stage::Download, stream, dst, src, rows);
}

void SimulatedDevice::copy(Stage stage, StreamId stream, const PlaneView& dst, const PlaneView& src, int64 rows)
{
    const String what = toString(stage);
    Lock lock(mutex_);
    countCall(what.c_str());
    charge(stream, stage, double(rows) * double(src.rowBytes));
    SimulatedStream& s = usable(stream);
    enqueue(s, [=] { copyRows(dst, src, rows); },
            {{src, rows, false, s.actor, what}, {dst, rows, true, s.actor, what}});
}

void SimulatedDevice::launch(StreamId stream, const KernelRef& kernel)
{
    Lock lock(mutex_);
    countCall("launch");
    SimulatedStream& s = usable(stream);
    std::vector<MemoryAccess> accesses;
    double bytes = 0;
    for (const KernelRef::Access& access : kernel.accesses()) {
        accesses.push_back({access.view, access.rows, access.write, s.actor, "kernel"});
        bytes += double(access.rows) * double(access.view.rowBytes);
    }
    if (kernel.busBytes() > 0 && params_.profile) {
        // Charged by the rate of kernels in device memory.
        bytes = double(kernel.busBytes()) * params_.profile->kernelRate / params_.profile->uploadRateBesideDownload;
    }
    charge(stream, Stage::RunDevice, bytes);
    enqueue(
        s, [kernel] { kernel.emulate(); }, accesses);
}

void SimulatedDevice::record(EventId event, StreamId stream)
{
    Lock lock(mutex_);
    countCall("record");
    SimulatedStream& s = usable(stream);
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
    ++e.recorded;
    e.clock = s.clock;
}

void SimulatedDevice::wait(StreamId stream, EventId event)
{
    Lock lock(mutex_);
    countCall("wait");
    SimulatedStream& s = at(stream);
    SimulatedEvent& e = at(event);
    if (leftOut("wait for " + e.name + " on " + s.name))
        return;
    if (time_)
        time_->wait(&s, event.get());
    if (params_.dry)
        return;
    // The latest record now; later ones do not count.
    enqueue(
        s, [] {}, {}, [&e, awaited = e.recorded] { return e.executed >= awaited; });
    s.clock.join(e.clock);
}

bool SimulatedDevice::passed(EventId event)
{
    Lock lock(mutex_);
    countCall("passed");
    SimulatedEvent& e = at(event);
    if (time_ && !time_->passed(event.get()))
        return false;
    // What has passed in virtual time is made to run.
    do {
        if (e.executed < e.recorded)
            streams_.runSome();
    } while (time_ && e.executed < e.recorded);
    if (e.executed < e.recorded)
        return false;
    learn(e.clock);
    return true;
}

bool SimulatedDevice::idle(StreamId stream)
{
    Lock lock(mutex_);
    countCall("idle");
    SimulatedStream& s = usable(stream);
    if (time_ && !time_->idle(&s))
        return false;
    do {
        if (!streams_.idle(s))
            streams_.runSome();
    } while (time_ && !streams_.idle(s));
    if (!streams_.idle(s))
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
    note({view, rows, write, kHostActor, "host"}, host_);
    if (!params_.concurrentManagedAccess && managedMemory_.owns(view.base) && !quiet())
        findings_.push_back("the host touched managed memory while the device worked");
}

// Of another context's streams nothing but a wait is allowed.
SimulatedStream& SimulatedDevice::usable(StreamId stream)
{
    SimulatedStream& found = at(stream);
    if (found.kind == SimulatedStreamKind::OtherContext && !otherContextCurrent_)
        CV_Error(Error::GpuApiCallError, "the stream is one of another context");
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
    if (stream.destroyed)
        findings_.push_back("work was enqueued on a destroyed stream");
    stream.clock.join(host_);
    streams_.joinImplicit(stream);
    stream.clock.advance(stream.actor);
    for (const MemoryAccess& access : accesses) {
        checkRegistered(access);
        note(access, stream.clock);
    }
    streams_.enqueue(stream, {std::move(run), !accesses.empty(), std::move(ready)});
}

// Whatever is enqueued from now on comes after what the host knows to have happened.
void SimulatedDevice::learn(const VectorClock& clock)
{
    host_.join(clock);
    history_.settle(host_);
}

void SimulatedDevice::note(const MemoryAccess& access, const VectorClock& clock)
{
    for (const String& finding : history_.add(access, clock))
        findings_.push_back(finding);
}

}}  // namespace cv::cudastripe
