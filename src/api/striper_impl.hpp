// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_STRIPER_IMPL_HPP
#define OPENCV_CUDASTRIPE_STRIPER_IMPL_HPP

#include <deque>
#include <functional>
#include <memory>

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
};

class Striper::Impl
{
public:
    Impl(const StriperParams& params, const std::vector<std::shared_ptr<Device>>& devices);

    virtual ~Impl();

    const StriperParams& params() const { return params_; }
    std::vector<int> devices() const;
    StriperUsage usage();
    void calibrate();
    void forget(const HostRange& range);
    LinkRates linkRates(int device);

    //! Makes room for calls of any of the operations.
    void reserve(const std::vector<const StripeOp*>& ops, int concurrentCalls, bool ordinaryMemory);

    //! Checks where the memory lies, opens the destination, then does the work.
    virtual void run(const Call& call);

    //! The same, but says which way the work would be done.
    RouteChoice explain(const Call& call);

private:
    //! A call whose destination is open.
    struct Opened
    {
        std::vector<ImageAccess> dst;
        std::vector<RegistrationCache::Use> registered;  // that is ordinary to the caller
        std::uint64_t number = 0;                        // of the call, to the registrations
        std::unique_ptr<StripeOp> op;
        StripePlanes planes;
        RouteEnds ends;
        std::vector<const uchar*> mayBeCombined;  // page-locked inputs
        bool kernelsReach = true;
        StreamId stream{nullptr};
        bool streamGiven = false;
        std::vector<DeviceEntry*> used;
    };

    class Inside;

    Opened open(const Call& call);
    CallInput inputOf(const Opened& opened);
    static std::vector<ImageAccess> openDst(const Call& call, const DeviceEntry* bound);
    MemoryInfo classify(const uchar* address);
    bool hostMayRead(const uchar* address);
    MemoryInfo placeOf(const ImageAccess& image, const char* function, DeviceEntry*& bound, Opened& opened);
    std::shared_ptr<Device> registrar(const Opened& opened) const;
    void registerOrdinary(const Call& call, Opened& opened);
    void registerOrdinary(const ImageAccess& image, std::vector<End>& ends, size_t first, Opened& opened,
                          const std::shared_ptr<Device>& device);
    DeviceEntry* streamOwner(const StreamRef& stream, const char* function);
    void requireAlive(const DeviceEntry& entry, const char* function, const char* why) const;
    String deviceList() const;
    void checkProcess() const;

    const StriperParams params_;
    const int process_;
    std::unique_ptr<RegistrationCache> registrations_;  // before the leases, whose last work may use them
    std::deque<DeviceEntry> entries_;
    Learned learned_;
};

//! A Striper over any devices: how tests run everything on simulated ones.
CV_EXPORTS std::unique_ptr<Striper> makeStriper(const std::vector<std::shared_ptr<Device>>& devices,
                                                const StriperParams& params = StriperParams());

}}  // namespace cv::cudastripe

#endif
