// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

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

//! Pageable memory that is registered with the driver on behalf of calls.
struct Registration
{
    enum class State
    {
        Arriving,  // until the driver has answered
        Ready,
        Leaving,  // whoever made it so gives it back to the driver
    };

    HostRange range;
    std::shared_ptr<Device> device;  // that registered it, for all
    std::vector<Mat> owners;         // keep the memory allocated; none where only the caller can
    MemoryInfo info;
    State state = State::Arriving;
    int users = 0;  // calls that run
    std::uint64_t uses = 0;
    std::uint64_t lastCall = 0;
};

/** @brief Registers pageable memory that calls come with again, and keeps it registered below a limit.

No thread ever waits for another one's call here, save in forget(): memory that the driver is just asked about, or that
is registered in part, is pageable meanwhile. */
class RegistrationCache
{
public:
    struct GiveBack
    {
        RegistrationCache* cache = nullptr;
        void operator()(Registration* registration) const noexcept { cache->giveBack(*registration); }
    };
    //! Keeps memory registered while a call runs.
    using Use = std::unique_ptr<Registration, GiveBack>;

    explicit RegistrationCache(size_t limitBytes);
    //! No call may be running.
    ~RegistrationCache();
    RegistrationCache(const RegistrationCache&) = delete;
    RegistrationCache& operator=(const RegistrationCache&) = delete;

    bool enabled() const { return limit_ > 0; }

    //! Numbers a call. Drops what is registered of images that nobody else holds any more.
    std::uint64_t beginCall();

    /** @brief Finds memory that is registered as a whole. Null, if it is not; then it is pageable where `partly` is
    true. What no registration touches is asked about by `ask`, while none can begin to. */
    Use find(const HostRange& range, std::uint64_t call, bool& partly, const std::function<void()>& ask);

    /** @brief Offers pageable memory, which is registered if it has come often enough, and fits. Null if it is not.
    @param owner keeps it allocated; empty where the caller does. */
    Use offer(const HostRange& range, const Mat& owner, std::uint64_t call, const std::shared_ptr<Device>& device);

    //! Waits for calls that use any of it, then drops what is registered of it.
    void forget(const HostRange& range);

    void addTo(StriperUsage& usage);

private:
    using Entries = std::map<std::uintptr_t, Registration>;  // by their first bytes; they share none

    //! A registration to be made, and those that give way to it.
    struct Plan
    {
        HostRange range;
        std::vector<Mat> owners;
        std::vector<Registration*> leaving;
    };

    Registration* overlapping(const HostRange& range);
    Use use(Registration& registration, std::uint64_t call);
    bool makePlan(const HostRange& range, const Mat& owner, std::uint64_t call, Plan& plan);
    bool makeRoom(Plan& plan, std::uint64_t newerThan);
    Registration* insert(Plan& plan, const std::shared_ptr<Device>& device);
    bool abandoned(const Registration& registration) const;
    void learnFrom(const Registration& dropped);
    void drop(const std::vector<Registration*>& leaving) noexcept;
    void erase(const std::vector<Registration*>& gone) noexcept;
    void giveBack(Registration& registration) noexcept;

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
