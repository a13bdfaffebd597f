// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Pageable memory that the driver has page-locked for calls.

#include "registration_cache.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr size_t kLeastBytes = 1 << 16;  // less is copied faster than registered
constexpr int kVisits = 2;               // registering costs about as much as staging once
constexpr int kMostVisits = 1 << 10;
constexpr std::uint64_t kUsesThatPay = 8;

bool covers(const Registration& registration, const HostRange& range)
{
    return registration.state == Registration::State::Ready && registration.range.contains(range) &&
           registration.device->alive();
}

bool idle(const Registration& registration)
{
    return registration.state == Registration::State::Ready && registration.users == 0;
}

// False if the driver refuses, or fails: then the call itself will meet the error.
bool registerWithDriver(Registration& made)
{
    Device& device = *made.device;
    void* const address = made.range.address();
    try {
        if (!device.registerMemory(address, made.range.sizeBytes()))
            return false;
        made.info = device.classify(address);
        if (made.info.kind == MemoryKind::PageLocked)
            return true;
        device.unregisterMemory(address);
    } catch (const cv::Exception&) {
    }
    return false;
}

int holders(const Mat& image)
{
    return CV_XADD(&image.u->refcount, 0) + CV_XADD(&image.u->urefcount, 0);
}

}  // namespace

RegistrationCache::RegistrationCache(size_t limitBytes) : limit_(limitBytes), visitsWanted_(kVisits) {}

RegistrationCache::~RegistrationCache()
{
    for (auto& entry : entries_)
        entry.second.device->unregisterMemory(entry.second.range.address());
}

std::uint64_t RegistrationCache::beginCall()
{
    if (!enabled())
        return 0;
    std::vector<Registration*> leaving;
    std::uint64_t call;
    {
        std::lock_guard<std::mutex> lock(mutex_);
        call = ++calls_;
        for (auto& entry : entries_) {
            if (idle(entry.second) && abandoned(entry.second))
                leaving.push_back(&entry.second);
        }
        for (Registration* registration : leaving) {
            registration->state = Registration::State::Leaving;
            learnFrom(*registration);
        }
    }
    drop(leaving);
    return call;
}

// True if only registrations hold one of the images.
bool RegistrationCache::abandoned(const Registration& registration) const
{
    return std::any_of(registration.owners.begin(), registration.owners.end(), [&](const Mat& owner) {
        int own = 0;
        for (const auto& entry : entries_) {
            for (const Mat& other : entry.second.owners)
                own += other.u == owner.u;
        }
        return holders(owner) == own;
    });
}

// A new image may lie where a freed one did, so its visits count anew. A little-used registration raises visitsWanted_.
void RegistrationCache::learnFrom(const Registration& dropped)
{
    returning_.forget(dropped.range);
    if (dropped.uses < kUsesThatPay)
        visitsWanted_ = std::min(visitsWanted_ * 2, kMostVisits);
}

RegistrationCache::Use RegistrationCache::findAmong(const HostRange& range, std::uint64_t call, bool& partly,
                                                    const std::function<void()>& ask)
{
    std::lock_guard<std::mutex> lock(mutex_);
    Registration* const found = overlapping(range);
    if (!found) {
        ask();
        return Use();
    }
    if (covers(*found, range))
        return use(*found, call);
    partly = true;
    return Use();
}

RegistrationCache::Use RegistrationCache::offer(const HostRange& range, const Mat& owner, std::uint64_t call,
                                                const std::shared_ptr<Device>& device)
{
    if (range.sizeBytes() < kLeastBytes || range.sizeBytes() > limit_)
        return Use();
    Plan plan;
    {
        std::lock_guard<std::mutex> lock(mutex_);
        Registration* const found = overlapping(range);
        if (found && covers(*found, range))
            return use(*found, call);
        if (!makePlan(range, owner, call, plan))
            return Use();
    }
    drop(plan.leaving);
    Registration* const made = insert(plan, device);
    if (!made)
        return Use();
    const bool done = registerWithDriver(*made);
    std::unique_lock<std::mutex> lock(mutex_);
    if (done) {
        made->state = Registration::State::Ready;
        changed_.notify_all();
        return use(*made, call);
    }
    returning_.refuse(range);
    lock.unlock();
    erase({made});
    return Use();
}

// The new registration covers all that overlap with it, so that calls with their ranges find it, too.
bool RegistrationCache::makePlan(const HostRange& range, const Mat& owner, std::uint64_t call, Plan& plan)
{
    const ReturningRanges::Visits visits = returning_.visit(range, call);
    if (visits.count < visitsWanted_ || visits.refused)
        return false;
    plan.range = range;
    if (!owner.empty())
        plan.owners.push_back(owner);
    for (auto& entry : entries_) {
        Registration& other = entry.second;
        if (!other.range.overlaps(range))
            continue;
        if (!idle(other))
            return false;
        plan.range = hull(plan.range, other.range);
        plan.owners.insert(plan.owners.end(), other.owners.begin(), other.owners.end());
        plan.leaving.push_back(&other);
    }
    if (!makeRoom(plan, visits.previous))
        return false;
    for (Registration* registration : plan.leaving)
        registration->state = Registration::State::Leaving;
    return true;
}

// A registration gives way only if no call has used it since the range was last seen. Else buffers that take turns, and
// do not all fit, would replace each other all the time.
bool RegistrationCache::makeRoom(Plan& plan, std::uint64_t newerThan)
{
    size_t kept = heldBytes_;
    for (const Registration* registration : plan.leaving)
        kept -= registration->range.sizeBytes();
    if (plan.range.sizeBytes() > limit_)
        return false;
    while (kept > limit_ - plan.range.sizeBytes()) {
        Registration* oldest = nullptr;
        for (auto& entry : entries_) {
            Registration& other = entry.second;
            const bool taken = std::find(plan.leaving.begin(), plan.leaving.end(), &other) != plan.leaving.end();
            if (!taken && idle(other) && other.lastCall < newerThan && (!oldest || other.lastCall < oldest->lastCall))
                oldest = &other;
        }
        if (!oldest)
            return false;
        kept -= oldest->range.sizeBytes();
        plan.leaving.push_back(oldest);
    }
    return true;
}

// Other threads may have been faster while the lock was free.
Registration* RegistrationCache::insert(Plan& plan, const std::shared_ptr<Device>& device)
{
    std::lock_guard<std::mutex> lock(mutex_);
    if (overlapping(plan.range) || heldBytes_ > limit_ - plan.range.sizeBytes())
        return nullptr;
    Registration& made = entries_[plan.range.first];
    made.range = plan.range;
    made.device = device;
    made.owners.swap(plan.owners);
    heldBytes_ += made.range.sizeBytes();
    return &made;
}

Registration* RegistrationCache::overlapping(const HostRange& range)
{
    auto it = entries_.lower_bound(range.first);
    if (it != entries_.begin() && std::prev(it)->second.range.overlaps(range))
        --it;
    return it != entries_.end() && it->second.range.overlaps(range) ? &it->second : nullptr;
}

RegistrationCache::Use RegistrationCache::use(Registration& registration, std::uint64_t call)
{
    ++registration.users;
    registration.lastCall = std::max(registration.lastCall, call);
    if (++registration.uses == kUsesThatPay)
        visitsWanted_ = kVisits;
    return Use(&registration, EndUse{this});
}

void RegistrationCache::endUse(Registration& registration) noexcept
{
    std::lock_guard<std::mutex> lock(mutex_);
    if (--registration.users == 0)
        changed_.notify_all();
}

void RegistrationCache::forget(const HostRange& range)
{
    std::unique_lock<std::mutex> lock(mutex_);
    returning_.forget(range);
    while (Registration* const found = overlapping(range)) {
        if (found->state != Registration::State::Ready) {
            changed_.wait(lock);
            continue;
        }
        const std::vector<Registration*> leaving{found};
        found->state = Registration::State::Leaving;
        changed_.wait(lock, [&] { return found->users == 0; });
        lock.unlock();
        drop(leaving);
        lock.lock();
    }
}

void RegistrationCache::drop(const std::vector<Registration*>& leaving) noexcept
{
    for (Registration* registration : leaving)
        registration->device->unregisterMemory(registration->range.address());
    erase(leaving);
}

// Images are released outside the lock: their allocators may have locks of their own.
void RegistrationCache::erase(const std::vector<Registration*>& gone) noexcept
{
    if (gone.empty())
        return;
    Entries erased;
    {
        std::lock_guard<std::mutex> lock(mutex_);
        for (const Registration* registration : gone) {
            heldBytes_ -= registration->range.sizeBytes();
            erased.insert(entries_.extract(registration->range.first));
        }
    }
    changed_.notify_all();
}

void RegistrationCache::addTo(StriperUsage& usage)
{
    std::lock_guard<std::mutex> lock(mutex_);
    usage.registrations += static_cast<int>(entries_.size());
    usage.registeredBytes += heldBytes_;
}

}}  // namespace cv::cudastripe
