// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "striper_impl.hpp"

#include <unistd.h>

#include "../lane/call_route.hpp"
#include "../lane/ring_plan.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int kMostStreams = 1024;  // what a driver still makes without trouble

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

// So many at once; false if there is not enough memory.
bool reserveLeases(LeasePool& pool, const LeaseRequest& request, int count)
{
    std::vector<LeasePool::Loan> loans;
    for (int i = 0; i < count; ++i) {
        loans.push_back(pool.acquire(request));
        if (!loans.back())
            return false;
    }
    return true;
}

}  // namespace

// CUDA does not survive a fork: what a child would give back, it can only leave alone.
Striper::Impl::~Impl()
{
    if (getpid() != process_) {
        new std::deque<DeviceEntry>(std::move(entries_));
        static_cast<void>(registrations_.release());
    }
}

Striper::Impl::Impl(const StriperParams& params, const std::vector<std::shared_ptr<Device>>& devices)
    : params_(params), process_(getpid())
{
    if (params.stripes < 0 || params.slots < 0 || params.slots == 1 || params.streams < 0 ||
        params.streams > kMostStreams) {
        CV_Error_(Error::StsOutOfRange,
                  ("cudastripe::Striper: params has stripes %d, slots %d and streams %d; all must "
                   "be 0, to choose, or more, slots then at least 2, and streams at most %d",
                   params.stripes, params.slots, params.streams, kMostStreams));
    }
    if (params.order < IssueOrder::Dedicated || params.order > IssueOrder::BreadthFirst) {
        CV_Error_(Error::StsOutOfRange,
                  ("cudastripe::Striper: params.order is %d; it must be Dedicated (0) to BreadthFirst (2)",
                   static_cast<int>(params.order)));
    }
    if (!(params.hostShare == StriperParams::kAutoShare || (params.hostShare >= 0 && params.hostShare <= 1))) {
        CV_Error_(Error::StsOutOfRange,
                  ("cudastripe::Striper: params.hostShare is %g; it must be 0 to 1, or kAutoShare", params.hostShare));
    }
    if (params.route < Route::Auto || params.route > Route::Shared) {
        CV_Error_(Error::StsOutOfRange, ("cudastripe::Striper: params.route is %d; it must be Auto (0) to Shared (4)",
                                         static_cast<int>(params.route)));
    }
    registrations_.reset(new RegistrationCache(devices.empty() ? 0 : params.registrationLimit));
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
    registrations_->addTo(usage);
    return usage;
}

void Striper::Impl::forget(const HostRange& range)
{
    checkProcess();
    registrations_->forget(range);
}

void Striper::Impl::reserve(const std::vector<const StripeOp*>& ops, int concurrentCalls, bool ordinaryMemory)
{
    checkProcess();
    const End end = ordinaryMemory ? End::Ordinary : End::PageLocked;
    for (DeviceEntry& entry : entries_) {
        entry.device->preload();
        entry.rates.find();
        entry.starts.reserve(static_cast<size_t>(concurrentCalls));
        for (const StripeOp* op : ops) {
            const RouteEnds ends = {std::vector<End>(op->inputs().size(), end),
                                    std::vector<End>(op->outputs().size(), end)};
            const StageList stages = stripedStages(ends, true, params_);
            if (reserveLeases(entry.pool, requestForParts(entry, *op, stages, ends, params_), concurrentCalls))
                continue;
            // What memory there is should at least do for the whole.
            for (Urgency urgency : {Urgency::CallerWaits, Urgency::CallerGoesOn}) {
                std::vector<LeasePool::Loan> loans;
                for (int i = 0; i < concurrentCalls; ++i) {
                    RingPlan ring;
                    ring.image = planInput(*op, ends);
                    loans.push_back(leaseRing(entry, *op, stages, ends, params_, urgency, ring));
                }
            }
        }
    }
}

// A call on the calling thread, which asks its devices this and that.
class Striper::Impl::Inside
{
public:
    explicit Inside(Impl& impl) : entries_(impl.entries_)
    {
        impl.checkProcess();
        for (DeviceEntry& entry : entries_)
            entry.device->enter();
    }
    ~Inside()
    {
        for (DeviceEntry& entry : entries_)
            entry.device->leave();
    }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;

private:
    std::deque<DeviceEntry>& entries_;
};

void Striper::Impl::run(const Call& call)
{
    const Inside inside(*this);
    Opened opened = open(call);
    registerOrdinary(call, opened);
    runStripes(inputOf(opened), opened.used, params_, learned_);
}

RouteChoice Striper::Impl::explain(const Call& call)
{
    const Inside inside(*this);
    const Opened opened = open(call);
    const CallInput input = inputOf(opened);
    const CallRoute route = routeOf(input, opened.used, params_, learned_);
    RouteQuery query = route.query;
    query.onHost = query.onHost && input.hostMayRead();  // which a route that was told does not ask
    const RouteEstimates estimates = predictRoutes(query);
    RouteChoice choice;
    choice.route = route.route;
    choice.forced = params_.route == route.route;
    choice.threads = route.threads;
    choice.estimates.assign(estimates.begin(), estimates.end());
    return choice;
}

Striper::Impl::Opened Striper::Impl::open(const Call& call)
{
    DeviceEntry* bound = nullptr;
    Opened opened;
    RouteEnds& ends = opened.ends;
    opened.number = registrations_->beginCall();
    bool& kernelsReach = opened.kernelsReach;
    const auto addTo = [&](std::vector<End>& planes, const ImageAccess& image) {
        const MemoryInfo place = placeOf(image, call.function, bound, opened);
        planes.insert(planes.end(), image.partCount(),
                      place.kind == MemoryKind::Device       ? End::Device
                      : place.kind == MemoryKind::PageLocked ? End::PageLocked
                                                             : End::Ordinary);
        kernelsReach =
            kernelsReach && (place.kind != MemoryKind::PageLocked || (place.kernelsReach && image.aligned()));
        return place;
    };
    const auto addInput = [&](const ImageAccess& image) {
        if (addTo(ends.in, image).mayBeCombined)
            opened.mayBeCombined.push_back(image.firstByte());
    };
    for (const ImageAccess& src : call.src)
        addInput(src);
    StreamId& stream = opened.stream = StreamId(call.stream.handle());
    opened.streamGiven = call.stream.given();
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
    opened.dst = openDst(call, bound);
    for (const ImageAccess& image : opened.dst) {
        addTo(ends.out, image);
        if (image.alsoRead)
            addInput(image);
    }
    for (DeviceEntry& entry : entries_) {
        if ((!bound || bound == &entry) && entry.device->alive())
            opened.used.push_back(&entry);
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

    if (bound)
        requireAlive(*bound, call.function, "what lies there cannot be reached");
    if (bound && ends.any(End::Device) && !canRun(*bound->device, op)) {
        CV_Error_(Error::StsBadArg, ("%s: an array lies on a device, but the operation was compiled for the CPU only; "
                                     "compile the call with nvcc",
                                     call.function));
    }
    return opened;
}

CallInput Striper::Impl::inputOf(const Opened& opened)
{
    const auto hostMayReadAll = [this, &opened] {
        const std::vector<const uchar*>& inputs = opened.mayBeCombined;
        return std::all_of(inputs.begin(), inputs.end(), [&](const uchar* input) { return hostMayRead(input); });
    };
    return {*opened.op,         opened.planes,       planInput(*opened.op, opened.ends),
            opened.ends,        opened.kernelsReach, hostMayReadAll,
            opened.streamGiven, opened.stream,       !opened.registered.empty()};
}

// What is allocated for the call belongs to the device of its other arrays.
std::vector<ImageAccess> Striper::Impl::openDst(const Call& call, const DeviceEntry* bound)
{
    const std::shared_ptr<void> current = bound ? bound->device->makeCurrent() : nullptr;
    return call.openDst();
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
