// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See call_opener.hpp.

#include "call_opener.hpp"

#include "../images/image_array.hpp"

namespace cv { namespace cudastripe {
namespace {

// Appends the planes of an image; each begins at the first row that is read. If the operation's units are elements, the
// image has no gaps, and each element is a row.
void append(PlaneView* planes, size_t& count, const ImageAccess& image, const StripeOp& op, const PlaneSpecs& specs)
{
    for (size_t i = 0; i < image.partCount(); ++i, ++count) {
        const PlaneView& plane = image.part(i);
        const int64 rowBytes = specs[count].rowBytes;
        planes[count] =
            op.flat() ? PlaneView{plane.base, rowBytes, rowBytes} : plane.from(op.firstRow(specs[count], 0));
    }
}

}  // namespace

StripePlanes planesOfCall(const StripeOp& op, const std::vector<ImageAccess>& src, const std::vector<ImageAccess>& dst)
{
    StripePlanes planes;
    size_t ins = 0, outs = 0;
    forEachImage(
        src, dst, [&](const ImageAccess& image) { append(planes.in, ins, image, op, op.inputs()); },
        [&](const ImageAccess& image) { append(planes.out, outs, image, op, op.outputs()); });
    CV_Assert(ins == op.inputs().size() && outs == op.outputs().size());
    planes.oneOutput = dst.size() == 1;
    return planes;
}

CallOpener::CallOpener(const Operation& operation, const StreamRef& stream, const Frame& frame, DeviceSet& devices,
                       const StriperParams& params)
    : call_(operation), stream_(stream), deviceSet_(devices), opened_(params)
{
    deviceSet_.requireSameProcess();
    const bool lazily = !stream.given() && !isOnDevice(operation.dst) && needNoDevice(operation.src);
    devices_ = lazily ? std::make_shared<DeviceList>() : deviceSet_.open();
    bindStream(frame);
    forEachNamed(operation.src, [this](const ImageAccess& src) { addInput(src); });
    openDestination();
    if (lazily && !needNoDevice(dst_))
        devices_ = deviceSet_.open();
    forEachNamed(dst_, [this](const ImageAccess& image) {
        addMemory(image, opened_.memory.out);
        if (image.alsoRead)
            addInput(image);
    });
    useDevices();
    addPlanes();
    requireReachable();
    requireCapturable();
    identifyStream(frame);
}

// True if a Striper that opens its devices late needs no device for these images.
bool CallOpener::needNoDevice(const std::vector<ImageAccess>& images) const
{
    const auto pageable = [&](const uchar* address) {
        return deviceSet_.classifyUnopened(address).kind == MemoryKind::Pageable;
    };
    return deviceSet_.lazy() && std::all_of(images.begin(), images.end(), [&](const ImageAccess& image) {
               return pageable(image.firstByte()) && std::all_of(image.repeats.begin(), image.repeats.end(), pageable);
           });
}

void CallOpener::bindStream(const Frame& frame)
{
    if (!stream_.given() || isNoStream(*devices_, stream_))
        return;
    opened_.stream = StreamId(stream_.handle());
    opened_.streamGiven = true;
    StreamOwner owner = StreamOwner::ThisDevice;
    bound_ = streamOwner(*devices_, stream_, call_.function, owner).get();
    otherContext_ = owner == StreamOwner::OtherContext;
    if (!opened_.stream.get())
        opened_.stream = bound_->device->defaultStream();
    bindCapture(frame);
}

// Leases and pipelines need the identity of the caller's stream; a single kernel in that stream does not.
void CallOpener::identifyStream(const Frame& frame)
{
    const bool leases = !opened_.staysOnDevice() || opened_.op->hasPasses();
    if (opened_.streamGiven && !capture_ && (frame.last || leases))
        opened_.caller = bound_->device->identity(opened_.stream);
    opened_.lastFrame = frame.last;
    if (frame.last && opened_.caller != frame.stream) {
        CV_Error_(Error::StsBadArg, ("%s: the pipeline's stream was destroyed, or is the default stream of another "
                                     "thread",
                                     call_.function));
    }
}

// The destination is allocated on the device of the stream or of the sources, else on the first device.
void CallOpener::openDestination()
{
    std::optional<DevicesEntered> entered;
    std::optional<DeviceScope> bound;
    if (!call_.dstFits) {
        entered.emplace(*devices_);
        if (bound_)
            bound.emplace(*bound_->device);
        if (!call_.batch)
            created_.emplace(call_.dst);
    }
    Operation::Opened to = call_.open(call_.src, created_ ? created_->array() : call_.dst);
    dst_ = std::move(to.dst);
    op_ = std::move(to.op);
}

void CallOpener::commitDestination()
{
    if (created_)
        created_->commit();
}

void CallOpener::useDevices()
{
    for (const auto& entry : *devices_) {
        if (!entry->device->alive())
            continue;
        if (!bound_ || bound_ == entry.get())
            opened_.devices.push_back(entry.get());
        if (!opened_.streamGiven && !opened_.allPageable)
            entry->device->awaitCallersDefaultStream();
    }
}

void CallOpener::addPlanes()
{
    opened_.op = op_.get();
    if (!call_.batch) {
        opened_.image = planesOfCall(*op_, call_.src, dst_);
        return;
    }
    opened_.batch = static_cast<const BatchOp*>(op_.get());
    for (CallMemory::List* kinds : {&opened_.memory.in, &opened_.memory.out}) {
        for (MemoryKind& kind : *kinds) {
            if (kind == MemoryKind::PageLocked && !opened_.kernelsReach)
                kind = MemoryKind::Pageable;  // copied by the CPU: images of a batch pass no copy engine
        }
    }
}

// Calls use(image) for each image, and for each repeat unless answeredFor() is true for it. Errors name the image.
template <class Use>
void CallOpener::forEachNamed(const std::vector<ImageAccess>& images, const Use& use)
{
    const auto useNamed = [&](const ImageAccess& image) {
        namingImage(image.number, call_.function, [&] { use(image); });
    };
    for (const ImageAccess& image : images) {
        if (!call_.batch) {
            use(image);
            continue;
        }
        useNamed(image);
        if (answeredForRepeats(image))
            continue;
        forEachRepeat(image, [&](const ImageAccess& next) {
            if (next.number != image.number && !answeredFor(next, next.range()))
                useNamed(next);
        });
    }
}

// True if the driver's last answer holds for this range, too, and the image is aligned.
bool CallOpener::answeredFor(const ImageAccess& image, const HostRange& range) const
{
    return image.aligned() && HostRange::of(asked_, answer_.sizeBytes).contains(range);
}

// True if answeredFor() is true for all repeats, or if there are none.
bool CallOpener::answeredForRepeats(const ImageAccess& image) const
{
    std::uintptr_t first = UINTPTR_MAX, last = 0, bits = 0;
    for (const uchar* base : image.repeats) {
        const auto address = reinterpret_cast<std::uintptr_t>(base);
        first = std::min(first, address);
        last = std::max(last, address);
        bits |= address;
    }
    const HostRange all = {first, last + image.range().sizeBytes()};
    return image.repeats.empty() || (bits % image.alignment == 0 && answeredFor(image, all));
}

void CallOpener::requireReachable() const
{
    if (!bound_)
        return;
    requireAlive(*bound_, call_.function, "what lies there cannot be reached");
    if (opened_.memory.any(MemoryKind::Device) && !canRun(*bound_->device, *opened_.op)) {
        CV_Error_(Error::StsBadArg, ("%s: an array lies on a device, but the operation was compiled for the CPU only; "
                                     "compile the call with nvcc",
                                     call_.function));
    }
}

// The stream may still use images that the caller frees, or that the call itself has replaced: cvtColor(m, m, ...).
void CallOpener::holdMemory()
{
    std::vector<ImageAccess> images;
    const auto isHeld = [&](const ImageAccess& image) { return capture_ ? image.ownsMemory() : image.needsHold(); };
    for (const std::vector<ImageAccess>* list : {&call_.src, static_cast<const std::vector<ImageAccess>*>(&dst_)})
        std::copy_if(list->begin(), list->end(), std::back_inserter(images), isHeld);
    if (images.empty() && !op_->inUse())
        return;
    const DevicesEntered entered(*devices_);
    DeviceEntry& entry = *opened_.devices.front();
    std::shared_ptr<void> owner = std::make_shared<std::vector<ImageAccess>>(std::move(images));
    if (op_->inUse())
        owner = std::make_shared<std::pair<std::shared_ptr<void>, std::shared_ptr<const void>>>(owner, op_->inUse());
    if (capture_)
        capture_->keep(std::make_shared<ReleasedLater>(entry.released, std::move(owner)));
    else
        entry.held.hold(std::move(owner), opened_.stream);
}

}}  // namespace cv::cudastripe
