// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "striper_impl.hpp"

#include <unistd.h>

#include "../lane/ring_plan.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int kMostStreams = 1024;  // what a driver still makes without trouble

// The planes of images, of continuous ones as their elements where the operation counts those.
void setPlanes(PlaneView* planes, const std::vector<ImageAccess>& images, const StripeOp& op,
               const std::vector<PlaneSpec>& specs)
{
    size_t i = 0;
    for (const ImageAccess& image : images) {
        for (const PlaneView& plane : image.parts()) {
            planes[i] = op.flat() ? PlaneView{plane.base, specs[i].rowBytes, specs[i].rowBytes} : plane;
            ++i;
        }
    }
    CV_Assert(i == specs.size());
}

bool aligned(const ImageAccess& image)
{
    const size_t step = image.size.height > 1 ? static_cast<size_t>(image.plane.step) : 0;
    return (reinterpret_cast<size_t>(image.plane.base) | step) % image.alignment == 0;
}

// Kernels cannot load a value that lies across its own size, which CPUs can.
void requireAlignment(const ImageAccess& image, const char* function)
{
    if (!aligned(image)) {
        CV_Error_(Error::StsBadArg,
                  ("%s: %s lies on a device at %p with a step of %lld; both must be multiples of %d", function,
                   image.argument, image.plane.base, (long long)image.plane.step, int(image.alignment)));
    }
}

}  // namespace

// CUDA does not survive a fork: what a child would give back, it can only leave alone.
Striper::Impl::~Impl()
{
    if (getpid() != process_)
        new std::deque<DeviceEntry>(std::move(entries_));
}

Striper::Impl::Impl(const StriperParams& params, const std::vector<std::shared_ptr<Device>>& devices)
    : params_(params), process_(getpid())
{
    if (params.stripes < 0 || params.slots < 0 || params.streams < 0 || params.streams > kMostStreams) {
        CV_Error_(Error::StsOutOfRange,
                  ("cudastripe::Striper: params has stripes %d, slots %d and streams %d; all must "
                   "be 0, to choose, or more, and streams at most %d",
                   params.stripes, params.slots, params.streams, kMostStreams));
    }
    for (const auto& device : devices)
        entries_.emplace_back(device, params);
}

std::vector<int> Striper::Impl::devices() const
{
    std::vector<int> numbers;
    for (const DeviceEntry& entry : entries_)
        numbers.push_back(entry.device->number());
    return numbers;
}

void Striper::Impl::calibrate()
{
    checkProcess();
    for (DeviceEntry& entry : entries_)
        entry.rates.measure();
}

LinkRates Striper::Impl::linkRates(int device)
{
    for (DeviceEntry& entry : entries_) {
        if (entry.device->number() == device)
            return entry.rates.forCall(0, false);
    }
    CV_Error_(Error::StsOutOfRange,
              ("cudastripe::Striper::linkRates: device is %d; this Striper uses %s", device, deviceList().c_str()));
}

StriperUsage Striper::Impl::usage()
{
    StriperUsage usage;
    for (DeviceEntry& entry : entries_)
        entry.pool.addTo(usage);
    return usage;
}

void Striper::Impl::reserve(const std::vector<const StripeOp*>& ops, int concurrentCalls, bool ordinaryMemory)
{
    checkProcess();
    const End end = ordinaryMemory ? End::Ordinary : End::PageLocked;
    for (DeviceEntry& entry : entries_) {
        entry.device->preload();
        entry.rates.find();
        for (const StripeOp* op : ops) {
            const RouteEnds ends = {std::vector<End>(op->inputs().size(), end),
                                    std::vector<End>(op->outputs().size(), end)};
            std::vector<LeasePool::Loan> loans;
            for (int i = 0; i < concurrentCalls; ++i) {
                RingPlan ring;
                loans.push_back(leaseRing(entry, *op, deviceRoute(ends), ends, params_, true, ring));
            }
        }
    }
}

void Striper::Impl::run(const Call& call)
{
    checkProcess();
    DeviceEntry* bound = nullptr;
    RouteEnds ends;
    bool kernelsReach = true, hostMayRead = true;
    const auto addTo = [&](std::vector<End>& planes, const ImageAccess& image) {
        const MemoryInfo place = placeOf(image, call.function, bound);
        planes.insert(planes.end(), image.parts().size(),
                      place.kind == MemoryKind::Device       ? End::Device
                      : place.kind == MemoryKind::PageLocked ? End::PageLocked
                                                             : End::Ordinary);
        kernelsReach = kernelsReach && (place.kind != MemoryKind::PageLocked || (place.kernelsReach && aligned(image)));
        return place;
    };
    for (const ImageAccess& src : call.src)
        hostMayRead = addTo(ends.in, src).hostMayRead && hostMayRead;
    StreamId stream(call.stream.handle());
    if (call.stream.given()) {
        DeviceEntry* owner = streamOwner(call.stream, call.function);
        if (bound && bound != owner) {
            CV_Error_(Error::StsBadArg, ("%s: the stream belongs to device %d, but %s lies on device %d", call.function,
                                         owner->device->number(), call.src.front().argument, bound->device->number()));
        }
        bound = owner;
        if (!stream.get())
            stream = owner->device->defaultStream();
    }
    const std::vector<ImageAccess> dst = openDst(call, bound);
    std::vector<ImageAccess> src = call.src;
    for (const ImageAccess& image : dst) {
        addTo(ends.out, image);
        if (image.alsoRead) {
            hostMayRead = addTo(ends.in, image).hostMayRead && hostMayRead;
            src.push_back(image);
        }
    }
    const std::unique_ptr<StripeOp> op = call.makeOp(dst);
    StripePlanes planes;
    setPlanes(planes.in, src, *op, op->inputs());
    setPlanes(planes.out, dst, *op, op->outputs());
    planes.oneOutput = dst.size() == 1;

    std::vector<DeviceEntry*> used;
    for (DeviceEntry& entry : entries_) {
        if ((!bound || bound == &entry) && entry.device->alive())
            used.push_back(&entry);
    }
    if (bound)
        requireAlive(*bound, call.function, "what lies there cannot be reached");
    if (bound && ends.any(End::Device) && !canRun(*bound->device, *op)) {
        CV_Error_(Error::StsBadArg, ("%s: an array lies on a device, but the operation was compiled for the CPU only; "
                                     "compile the call with nvcc",
                                     call.function));
    }
    runStripes({*op, planes, ends, kernelsReach, hostMayRead, call.stream.given(), stream}, used, params_);
}

// What is allocated for the call belongs to the device of its other arrays.
std::vector<ImageAccess> Striper::Impl::openDst(const Call& call, const DeviceEntry* bound)
{
    const std::shared_ptr<void> current = bound ? bound->device->makeCurrent() : nullptr;
    return call.openDst();
}

MemoryInfo Striper::Impl::classify(const uchar* address)
{
    for (DeviceEntry& entry : entries_) {
        if (!entry.device->alive())
            continue;
        const MemoryInfo info = entry.device->classify(address);
        if (info.kind != MemoryKind::Pageable)
            return info;
    }
    return MemoryInfo();
}

MemoryInfo Striper::Impl::placeOf(const ImageAccess& image, const char* function, DeviceEntry*& bound)
{
    const MemoryInfo first = classify(image.firstByte());
    const MemoryInfo last = classify(image.lastByte());
    if ((first.kind == MemoryKind::Device) != (last.kind == MemoryKind::Device)) {
        CV_Error_(Error::StsBadArg, ("%s: %s starts at %p on a device, or ends there, but not both", function,
                                     image.argument, image.plane.base));
    }
    if (first.kind == MemoryKind::Device) {
        for (DeviceEntry& entry : entries_) {
            if (entry.device->number() != first.device)
                continue;
            if (bound && bound != &entry) {
                CV_Error_(Error::StsBadArg,
                          ("%s: %s lies on device %d, but the call is bound to device %d by its other "
                           "image or its stream",
                           function, image.argument, first.device, bound->device->number()));
            }
            bound = &entry;
            requireAlignment(image, function);
            return first;
        }
        CV_Error_(Error::StsBadArg, ("%s: %s lies on device %d, but this Striper uses %s", function, image.argument,
                                     first.device, deviceList().c_str()));
    }
    if (first.kind == MemoryKind::PageLocked && last.kind == MemoryKind::PageLocked) {
        MemoryInfo whole = first;
        whole.kernelsReach = first.kernelsReach && last.kernelsReach;
        return whole;
    }
    if (image.isGpuMat) {
        for (DeviceEntry& entry : entries_)
            requireAlive(entry, function, "a GpuMat cannot be reached");
        CV_Error_(Error::StsBadArg, ("%s: %s is a GpuMat whose memory is on no device of this Striper, which uses %s",
                                     function, image.argument, deviceList().c_str()));
    }
    return MemoryInfo();
}

DeviceEntry* Striper::Impl::streamOwner(const StreamRef& stream, const char* function)
{
    for (DeviceEntry& entry : entries_) {
        Device& device = *entry.device;
        if (!device.alive())
            continue;
        const StreamId caller = stream.handle() ? StreamId(stream.handle()) : device.defaultStream();
        // Asked first, since any other question would spoil the capture.
        if (device.capturing(caller)) {
            CV_Error_(Error::StsBadArg, ("%s: stream %p is being captured into a graph, which is not supported; end "
                                         "the capture first",
                                         function, stream.handle()));
        }
        if (device.owns(caller))
            return &entry;
    }
    for (DeviceEntry& entry : entries_)
        requireAlive(entry, function, "its streams cannot be used");
    CV_Error_(Error::StsBadArg, ("%s: stream %p belongs to no device of this Striper, which uses %s", function,
                                 stream.handle(), deviceList().c_str()));
}

void Striper::Impl::requireAlive(const DeviceEntry& entry, const char* function, const char* why) const
{
    if (!entry.device->alive()) {
        CV_Error_(Error::GpuApiCallError, ("%s: the context of device %d is dead after an earlier error, so %s; images "
                                           "in host memory are still converted",
                                           function, entry.device->number(), why));
    }
}

String Striper::Impl::deviceList() const
{
    String list;
    for (const DeviceEntry& entry : entries_)
        list += (list.empty() ? "device " : ", ") + std::to_string(entry.device->number());
    return list.empty() ? "no device" : list;
}

// CUDA does not survive a fork: without this the child would hang in its first call.
void Striper::Impl::checkProcess() const
{
    if (!entries_.empty() && getpid() != process_) {
        CV_Error(Error::StsError,
                 "cudastripe: this Striper uses a GPU and was made before fork(); a child process "
                 "cannot use it, make a new one there");
    }
}

}}  // namespace cv::cudastripe
