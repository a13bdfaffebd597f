// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Opens a call: its memory, its destination and its devices.

#pragma once

#include <optional>

#include "../../device/handles.hpp"
#include "../../lane/lease/device_set.hpp"
#include "../../lane/open_call.hpp"
#include "../images/destination_copy.hpp"
#include "operation.hpp"

namespace cv { namespace cudastripe {

//! What a frame of a Pipeline knows of the frames before.
struct Frame
{
    FrameFootprint* last = nullptr;
    std::uint64_t stream = 0;  //!< identity of the stream that all frames are on
    EventId ended{nullptr};    //!< recorded at this frame's end
};

//! A scope between enter() and leave() of all devices; the first device is entered last.
class DevicesEntered
{
public:
    explicit DevicesEntered(const DeviceList& devices) : DevicesEntered(&devices)
    {
        for (auto entry = devices.rbegin(); entry != devices.rend(); ++entry, ++entered_)
            (*entry)->device->enter();
    }
    ~DevicesEntered()
    {
        for (; entered_ > 0; --entered_)
            devices_[devices_.size() - entered_]->device->leave();
    }
    DevicesEntered(const DevicesEntered&) = delete;
    DevicesEntered& operator=(const DevicesEntered&) = delete;

private:
    // The public constructor delegates to this one. So the destructor runs even if a device cannot be entered.
    explicit DevicesEntered(const DeviceList* devices) : devices_(*devices) {}

    const DeviceList& devices_;
    size_t entered_ = 0;  // how many devices at the end of the list were entered
};

/** @brief Opens a call: finds out where its memory lies, creates the destination, and keeps both until the call
returns.

Throws, before a pixel is written, if an argument does not fit. */
class CallOpener
{
public:
    CallOpener(const Operation& operation, const StreamRef& stream, const Frame& frame, DeviceSet& devices,
               const StriperParams& params);

    const OpenCall& opened() const { return opened_; }
    const DeviceList& devices() const { return *devices_; }

    //! The device that the call is bound to by its stream or its memory; null if by none.
    DeviceEntry* bound() const { return bound_; }
    //! True if the stream belongs to another context; then setStream() replaces it.
    bool otherContext() const { return otherContext_; }
    void setStream(StreamId stream) { opened_.stream = stream; }

    //! Gives the caller the destination that was created. Until then the caller's own is unchanged.
    void commitDestination();
    //! Keeps the images allocated until the stream has done the call, or as long as the graph exists.
    void holdMemory();

private:
    bool needNoDevice(const std::vector<ImageAccess>& images) const;
    void bindStream(const Frame& frame);
    void bindCapture(const Frame& frame);
    void requireCapturable(const ImageAccess& image, bool pageable) const;
    void requireCapturable() const;
    [[noreturn]] void refuseCapture(const String& why) const;
    void identifyStream(const Frame& frame);
    template <class Use>
    void forEachNamed(const std::vector<ImageAccess>& images, const Use& use);
    bool answeredFor(const ImageAccess& image, const HostRange& range) const;
    bool answeredForRepeats(const ImageAccess& image) const;
    void openDestination();
    void useDevices();
    void addPlanes();
    void requireReachable() const;

    MemoryInfo addMemory(const ImageAccess& image, CallMemory::List& memory);
    void addKind(const ImageAccess& image, MemoryKind kind, CallMemory::List& memory) const;
    void addInput(const ImageAccess& image);
    MemoryInfo classify(const uchar* address);
    MemoryInfo placeOf(const ImageAccess& image);
    void bindMemory(const ImageAccess& image, const MemoryInfo& place);

    const Operation& call_;
    const StreamRef& stream_;
    DeviceSet& deviceSet_;
    OpenCall opened_;
    std::shared_ptr<const DeviceList> devices_;
    std::optional<DestinationCopy> created_;
    std::vector<ImageAccess> dst_;
    std::unique_ptr<StripeOp> op_;
    DeviceEntry* bound_ = nullptr;
    std::unique_ptr<GraphCapture> capture_;  // of the stream; null if it is not being captured
    const uchar* asked_ = nullptr;           // the first address to which `answer_` applies
    MemoryInfo answer_;
    bool otherContext_ = false;
};

//! The planes of images as an operation reads and writes them.
StripePlanes planesOfCall(const StripeOp& op, const std::vector<ImageAccess>& src, const std::vector<ImageAccess>& dst);

//! The device of a stream; throws if it is none of these.
const std::shared_ptr<DeviceEntry>& streamOwner(const DeviceList& devices, const StreamRef& stream,
                                                const char* function, StreamOwner& owner);
//! True for the null stream of a Striper without devices, which is no stream: calls return with their results.
bool isNoStream(const DeviceList& devices, const StreamRef& stream);
//! Throws if the device's context is dead.
void requireAlive(const DeviceEntry& entry, const char* function, const char* why);
//! For messages: "device 0, 1".
String deviceNames(const DeviceList& devices);

}}  // namespace cv::cudastripe
