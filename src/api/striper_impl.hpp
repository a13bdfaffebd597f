// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_STRIPER_IMPL_HPP
#define OPENCV_CUDASTRIPE_STRIPER_IMPL_HPP

#include <functional>
#include <memory>

#include "../lane/device_set.hpp"
#include "../lane/registration_cache.hpp"
#include "../lane/stripe_call.hpp"
#include "array_access.hpp"
#include "opencv2/cudastripe/stream_ref.hpp"
#include "opencv2/cudastripe/striper.hpp"

namespace cv { namespace cudastripe {

//! An operation with the places that its arguments came from, which it refers to.
struct Call
{
    const char* function;
    const std::vector<ImageAccess>& src;
    //! Called when nothing but the destination can be wrong any more.
    std::function<std::vector<ImageAccess>()> openDst;
    std::function<std::unique_ptr<StripeOp>(const std::vector<ImageAccess>& dst)> makeOp;
    const StreamRef& stream;
    bool makesDeviceMemory = false;  //!< for the destination
};

//! What a call that is a frame of a Pipeline has of the ones before.
struct Frame
{
    FrameTrail* trail = nullptr;
    std::uint64_t stream = 0;  //!< identity of the stream that all frames are on
    EventId ended{nullptr};    //!< is recorded behind it
};

class Striper::Impl
{
public:
    Impl(const StriperParams& params, const DeviceSource& source, bool isDefault = false);

    virtual ~Impl();

    const StriperParams& params() const { return params_; }
    //! True for what getDefault() gives, which callers need not have asked for.
    bool isDefault() const { return isDefault_; }
    std::vector<int> devices();
    DeviceSet& deviceSet() { return devices_; }
    StriperUsage usage();
    void calibrate();
    void forget(const HostRange& range);

    //! Makes room for calls of any of the operations.
    void reserve(const std::vector<const StripeOp*>& ops, int concurrentCalls, bool ordinaryMemory);

    //! Checks where the memory lies, opens the destination, then does the work.
    virtual void run(const Call& call);
    void runFrame(const Call& call, const Frame& frame);
    //! The device that a pipeline's stream belongs to, and the stream's identity; throws if it is none of these
    //! devices'.
    std::shared_ptr<DeviceEntry> ownerForPipeline(const StreamRef& stream, std::uint64_t& identity);

    //! The same, but says which way the work would be done.
    RouteChoice explain(const Call& call);

private:
    //! A call whose destination is open.
    struct Opened
    {
        std::shared_ptr<const DeviceList> devices;
        std::vector<ImageAccess> dst;
        std::vector<RegistrationCache::Use> registered;  // that is ordinary to the caller
        std::uint64_t number = 0;                        // of the call, to the registrations
        std::unique_ptr<StripeOp> op;
        StripePlanes planes;
        RouteEnds ends;
        std::vector<const uchar*> mayBeCombined;  // page-locked inputs
        bool kernelsReach = true;
        bool allOrdinary = true;  // to the caller
        StreamId stream{nullptr};
        bool streamGiven = false;
        bool otherContext = false;  // the stream is one of another context
        std::uint64_t caller = 0;   // identity of the stream
        DeviceEntry* bound = nullptr;
        std::vector<DeviceEntry*> used;
    };

    class Inside;

    Opened open(const Call& call);
    bool needNoDevice(const std::vector<ImageAccess>& images) const;
    void bindStream(const Call& call, Opened& opened);
    MemoryInfo addEnds(const Call& call, const ImageAccess& image, std::vector<End>& ends, Opened& opened);
    void addInput(const Call& call, const ImageAccess& image, Opened& opened);
    void addOutput(const Call& call, const ImageAccess& image, Opened& opened);
    CallInput inputOf(const Opened& opened, const Frame& frame);
    void holdMemory(const Call& call, Opened& opened);
    MemoryInfo classify(const DeviceList& devices, const uchar* address);
    static bool hostMayRead(const DeviceList& devices, const uchar* address);
    MemoryInfo placeOf(const ImageAccess& image, const char* function, Opened& opened);
    void bindMemory(const ImageAccess& image, const char* function, const MemoryInfo& place, Opened& opened);
    std::shared_ptr<Device> registrar(const Opened& opened) const;
    void registerOrdinary(const Call& call, Opened& opened);
    void registerOrdinary(const ImageAccess& image, std::vector<End>& ends, size_t first, Opened& opened,
                          const std::shared_ptr<Device>& device);

    const StriperParams params_;
    const bool isDefault_;
    std::unique_ptr<RegistrationCache> registrations_;  // before the leases, whose last work may use them
    DeviceSet devices_;
};

//! The device of a stream; throws if it is none of these, or if the stream is being captured.
std::shared_ptr<DeviceEntry> streamOwner(const DeviceList& devices, const StreamRef& stream, const char* function,
                                         StreamOwner& owner);
//! Throws if the device's context is dead.
void requireAlive(const DeviceEntry& entry, const char* function, const char* why);
//! For messages.
String deviceNames(const DeviceList& devices);

//! A Striper over any devices: how tests run everything on simulated ones.
CV_EXPORTS std::unique_ptr<Striper> makeStriper(const std::vector<std::shared_ptr<Device>>& devices,
                                                const StriperParams& params = StriperParams());
CV_EXPORTS std::unique_ptr<Striper> makeStriperFrom(const DeviceSource& source,
                                                    const StriperParams& params = StriperParams(),
                                                    bool isDefault = false);

}}  // namespace cv::cudastripe

#endif
