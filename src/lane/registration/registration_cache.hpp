// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Pageable memory that the driver has page-locked for calls.

#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "../../device/device.hpp"
#include "../../device/host_range.hpp"
#include "opencv2/cudastripe/striper.hpp"
#include "returning_ranges.hpp"

namespace cv { namespace cudastripe {

struct Registration
{
    enum class State
    {
        Arriving,  // until the driver has answered
        Ready,
        Leaving,  // one thread is about to unregister it
    };

    HostRange range;
    std::shared_ptr<Device> device;  // that registered it for all devices
    std::vector<Mat> owners;         // keep the memory allocated; empty if the caller does
    MemoryInfo info;
    State state = State::Arriving;
    int users = 0;  // running calls
    std::uint64_t uses = 0;
    std::uint64_t lastCall = 0;
};

//! Registers pageable memory that calls use again, up to a limit. Only forget() waits for other threads: memory that is
//! being registered, or is registered in part, counts as pageable.
class RegistrationCache
{
public:
    struct EndUse
    {
        RegistrationCache* cache = nullptr;
        void operator()(Registration* registration) const noexcept { cache->endUse(*registration); }
    };
    //! Keeps memory registered during a call.
    using Use = std::unique_ptr<Registration, EndUse>;

    explicit RegistrationCache(size_t limitBytes);
    //! No call may be running.
    ~RegistrationCache();
    RegistrationCache(const RegistrationCache&) = delete;
    RegistrationCache& operator=(const RegistrationCache&) = delete;

    bool enabled() const { return limit_ > 0; }

    //! Gives the call a number. Drops registrations of images that nobody else holds.
    std::uint64_t beginCall();

    //! Finds a ready registration of the whole range. Else gives null; `partly` is true if a registration overlaps, so
    //! that the memory counts as pageable. If none overlaps, calls `ask` under the lock, so that none begins meanwhile.
    template <class Ask>
    Use find(const HostRange& range, std::uint64_t call, bool& partly, const Ask& ask)
    {
        partly = false;
        if (enabled())
            return findAmong(range, call, partly, std::cref(ask));
        ask();
        return Use();
    }

    //! Registers pageable memory if enough calls have used it, and if it fits; else gives null.
    //! @param owner keeps it allocated; empty if the caller does
    Use offer(const HostRange& range, const Mat& owner, std::uint64_t call, const std::shared_ptr<Device>& device);

    //! Waits for calls that use any of it, then drops its registrations.
    void forget(const HostRange& range);

    void addTo(StriperUsage& usage);

private:
    using Entries = std::map<std::uintptr_t, Registration>;  // by their first addresses; they do not overlap

    //! A new registration, and those that give way to it.
    struct Plan
    {
        HostRange range;
        std::vector<Mat> owners;
        std::vector<Registration*> leaving;
    };

    Use findAmong(const HostRange& range, std::uint64_t call, bool& partly, const std::function<void()>& ask);
    Registration* overlapping(const HostRange& range);
    Use use(Registration& registration, std::uint64_t call);
    bool makePlan(const HostRange& range, const Mat& owner, std::uint64_t call, Plan& plan);
    bool makeRoom(Plan& plan, std::uint64_t newerThan);
    Registration* insert(Plan& plan, const std::shared_ptr<Device>& device);
    bool abandoned(const Registration& registration) const;
    void learnFrom(const Registration& dropped);
    void drop(const std::vector<Registration*>& leaving) noexcept;
    void erase(const std::vector<Registration*>& gone) noexcept;
    void endUse(Registration& registration) noexcept;

    const size_t limit_;
    std::mutex mutex_;
    std::condition_variable changed_;
    Entries entries_;
    size_t heldBytes_ = 0;
    ReturningRanges returning_;
    std::uint64_t calls_ = 0;
    int visitsWanted_;
};

}}  // namespace cv::cudastripe
