// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "striper_impl.hpp"

#include <functional>
#include <optional>

#include "../lane/call_route.hpp"
#include "../lane/ring_plan.hpp"
#include "../lane/stream_bridge.hpp"
#include "../lane/wait_for.hpp"
#include "pipeline_impl.hpp"
#include "striper_params.hpp"

namespace cv { namespace cudastripe {
namespace {

// Appends the planes of an image, of a continuous one as its elements where the operation counts those.
void addPlanes(PlaneView* planes, size_t& count, const ImageAccess& image, const std::vector<PlaneSpec>& specs,
               bool flat)
{
    for (size_t i = 0; i < image.partCount(); ++i, ++count) {
        const PlaneView& plane = image.part(i);
        const int64 rowBytes = specs[count].rowBytes;
        planes[count] = flat ? PlaneView{plane.base, rowBytes, rowBytes} : plane;
    }
}

}  // namespace

// CUDA does not survive a fork: what a child would give back, it can only leave alone.
Striper::Impl::~Impl()
{
    try {
        devices_.requireSameProcess();
    } catch (const cv::Exception&) {
        static_cast<void>(registrations_.release());
    }
}

Striper::Impl::Impl(const StriperParams& params, const DeviceSource& source, bool isDefault)
    : params_(params), isDefault_(isDefault), devices_(source, checkedParams(params))
{
    registrations_.reset(new RegistrationCache(params.registrationLimit));
}

std::vector<int> Striper::Impl::devices()
{
    std::vector<int> numbers;
    for (const auto& entry : *devices_.open())
        numbers.push_back(entry->device->number());
    return numbers;
}

void Striper::Impl::calibrate()
{
    devices_.requireSameProcess();
    for (const auto& entry : *devices_.open())
        entry->rates.measure();
}

StriperUsage Striper::Impl::usage()
{
    StriperUsage usage;
    if (const auto devices = devices_.opened()) {
        for (const auto& entry : *devices)
            entry->pool.addTo(usage);
    }
    registrations_->addTo(usage);
    return usage;
}

void Striper::Impl::forget(const HostRange& range)
{
    devices_.requireSameProcess();
    registrations_->forget(range);
}

// The calling thread asks devices and enqueues work, and may allocate on the first of them.
class Striper::Impl::Inside
{
public:
    explicit Inside(const DeviceList& devices)
    {
        scopes_.reserve(devices.size());
        for (auto entry = devices.rbegin(); entry != devices.rend(); ++entry)
            scopes_.push_back(std::make_unique<DeviceScope>(*(*entry)->device));
    }
    ~Inside()
    {
        while (!scopes_.empty())
            scopes_.pop_back();
    }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;

private:
    std::vector<std::unique_ptr<DeviceScope>> scopes_;
};

void Striper::Impl::run(const Call& call)
{
    if (Pipeline* pipeline = call.stream.pipeline())
        pipeline->impl().run(call, *this);
    else
        runFrame(call, Frame());
}

void Striper::Impl::runFrame(const Call& call, const Frame& frame)
{
    Opened opened = open(call);
    if (frame.trail && opened.caller != frame.stream) {
        CV_Error_(Error::StsBadArg, ("%s: the pipeline's stream was destroyed, or is the default stream of another "
                                     "thread",
                                     call.function));
    }
    std::optional<StreamBridge> bridge;
    if (opened.otherContext) {
        bridge.emplace(*opened.bound->device, opened.stream);
        opened.stream = bridge->stream();
    }
    bool inFlight = false;
    try {
        {
            const Inside inside(*opened.devices);
            registerOrdinary(call, opened);
            inFlight = runStripes(inputOf(opened, frame), opened.used, params_);
            if (inFlight)
                holdMemory(call, opened);
            if (frame.trail)
                opened.bound->device->record(frame.ended, opened.stream);
        }
        if (bridge)
            bridge->join();  // while the caller's context is current: a default stream is one of that
    } catch (const cv::Exception&) {
        if (inFlight)
            waitUntilIdle(*opened.bound->device, opened.stream);
        throw;
    }
}

RouteChoice Striper::Impl::explain(const Call& call)
{
    const Opened opened = open(call);
    const Inside inside(*opened.devices);
    const CallInput input = inputOf(opened, Frame());
    const CallRoute route = routeOf(input, opened.used, params_, opened.op->hostCost());
    RouteQuery query = route.query;
    query.onHost = query.onHost && input.hostMayRead();  // which a route that was told does not ask
    const RouteEstimates estimates = predictRoutes(query);
    RouteChoice choice;
    choice.deviceLate = query.deviceLate;
    choice.route = route.route;
    choice.forced = params_.route == route.route;
    choice.threads = query.threads;
    choice.estimates.assign(estimates.begin(), estimates.end());
    return choice;
}

// What a call on a stream uses may be let go by the caller, or replaced by the call itself: cvtColor(m, m, ...).
void Striper::Impl::holdMemory(const Call& call, Opened& opened)
{
    auto images = std::make_shared<std::vector<ImageAccess>>();
    for (const std::vector<ImageAccess>* list : {&call.src, static_cast<const std::vector<ImageAccess>*>(&opened.dst)})
        std::copy_if(list->begin(), list->end(), std::back_inserter(*images), std::mem_fn(&ImageAccess::freedEarly));
    if (!images->empty())
        opened.used.front()->held.hold(images, opened.stream);
}

Striper::Impl::Opened Striper::Impl::open(const Call& call)
{
    devices_.requireSameProcess();
    Opened opened;
    const bool needless = !call.stream.given() && !call.makesDeviceMemory && needNoDevice(call.src);
    opened.devices = needless ? std::make_shared<DeviceList>() : devices_.open();
    opened.number = registrations_->beginCall();
    bindStream(call, opened);
    for (const ImageAccess& src : call.src)
        addInput(call, src, opened);
    {
        // What is allocated for the call belongs to the device of its other arrays, else to the first one.
        const Inside inside(*opened.devices);
        std::optional<DeviceScope> bound;
        if (opened.bound)
            bound.emplace(*opened.bound->device);
        opened.dst = call.openDst();
    }
    if (needless && !needNoDevice(opened.dst))
        opened.devices = devices_.open();
    for (const ImageAccess& image : opened.dst) {
        addOutput(call, image, opened);
        if (image.alsoRead)
            addInput(call, image, opened);
    }
    for (const auto& entry : *opened.devices) {
        if ((!opened.bound || opened.bound == entry.get()) && entry->device->alive())
            opened.used.push_back(entry.get());
        if (!opened.streamGiven && !opened.allOrdinary && entry->device->alive())
            entry->device->awaitCallersDefaultStream();
    }
    opened.op = call.makeOp(opened.dst);
    const StripeOp& op = *opened.op;
    size_t ins = 0, outs = 0;
    forEachImage(
        call.src, opened.dst,
        [&](const ImageAccess& image) { addPlanes(opened.planes.in, ins, image, op.inputs(), op.flat()); },
        [&](const ImageAccess& image) { addPlanes(opened.planes.out, outs, image, op.outputs(), op.flat()); });
    CV_Assert(ins == op.inputs().size() && outs == op.outputs().size());
    opened.planes.oneOutput = opened.dst.size() == 1;

    if (opened.bound)
        requireAlive(*opened.bound, call.function, "what lies there cannot be reached");
    if (opened.bound && opened.ends.any(End::Device) && !canRun(*opened.bound->device, op)) {
        CV_Error_(Error::StsBadArg, ("%s: an array lies on a device, but the operation was compiled for the CPU only; "
                                     "compile the call with nvcc",
                                     call.function));
    }
    return opened;
}

// True if a Striper that opens devices late needs none for these.
bool Striper::Impl::needNoDevice(const std::vector<ImageAccess>& images) const
{
    return devices_.lazy() && std::all_of(images.begin(), images.end(), [&](const ImageAccess& image) {
               return devices_.classifyUnopened(image.firstByte()).kind == MemoryKind::Pageable;
           });
}

void Striper::Impl::bindStream(const Call& call, Opened& opened)
{
    opened.stream = StreamId(call.stream.handle());
    opened.streamGiven = call.stream.given();
    if (!opened.streamGiven)
        return;
    StreamOwner owner = StreamOwner::ThisDevice;
    opened.bound = streamOwner(*opened.devices, call.stream, call.function, owner).get();
    opened.otherContext = owner == StreamOwner::OtherContext;
    Device& device = *opened.bound->device;
    if (!opened.stream.get())
        opened.stream = device.defaultStream();
    opened.caller = device.identity(opened.stream);
}

CallInput Striper::Impl::inputOf(const Opened& opened, const Frame& frame)
{
    const auto hostMayReadAll = [&opened] {
        const std::vector<const uchar*>& inputs = opened.mayBeCombined;
        return std::all_of(inputs.begin(), inputs.end(),
                           [&](const uchar* input) { return hostMayRead(*opened.devices, input); });
    };
    return {*opened.op,         opened.planes,       planInput(*opened.op, opened.ends),
            opened.ends,        opened.kernelsReach, hostMayReadAll,
            opened.streamGiven, opened.stream,       opened.caller,
            frame.trail,        opened.allOrdinary,  !opened.registered.empty()};
}

std::shared_ptr<DeviceEntry> Striper::Impl::ownerForPipeline(const StreamRef& stream, std::uint64_t& identity)
{
    devices_.requireSameProcess();
    StreamOwner owner = StreamOwner::ThisDevice;
    const auto entry = streamOwner(*devices_.open(), stream, "cudastripe::Pipeline", owner);
    identity = entry->device->identity(stream.handle() ? StreamId(stream.handle()) : entry->device->defaultStream());
    return entry;
}

}}  // namespace cv::cudastripe
