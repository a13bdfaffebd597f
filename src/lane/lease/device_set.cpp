// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The devices of a Striper.

#include "device_set.hpp"

#include <pthread.h>

#include <algorithm>

namespace cv { namespace cudastripe {
namespace {

// How many forks led from the first process to this one. Cheaper than asking the system for the process number.
int forkCount()
{
    static std::atomic<int> forks{0};
    static const int registered = pthread_atfork(nullptr, nullptr, [] { ++forks; });
    static_cast<void>(registered);
    return forks;
}

bool isCurrent(const DeviceList& list)
{
    return std::none_of(list.begin(), list.end(),
                        [](const std::shared_ptr<DeviceEntry>& entry) { return entry->device->wasReset(); });
}

}  // namespace

DeviceSet::DeviceSet(const DeviceSource& source, const StriperParams& params) : source_(source), params_(params)
{
    if (!lazy())
        open();
}

// A child process cannot free its parent's CUDA objects.
DeviceSet::~DeviceSet()
{
    if (inChild())
        new std::shared_ptr<const DeviceList>(list_);
}

// Devices are opened without mutex_, so that calls that need no device do not wait.
std::shared_ptr<const DeviceList> DeviceSet::open()
{
    if (const auto list = opened(); list && isCurrent(*list))
        return list;
    std::lock_guard<std::mutex> alone(opening_);
    if (const auto list = opened(); list && isCurrent(*list))
        return list;
    auto list = std::make_shared<DeviceList>();
    for (const std::shared_ptr<Device>& device : source_.open())
        list->push_back(std::make_shared<DeviceEntry>(device, params_));
    std::lock_guard<std::mutex> lock(mutex_);
    list_ = list;
    openedAt_ = list->empty() ? -1 : forkCount();
    return list;
}

std::shared_ptr<const DeviceList> DeviceSet::opened() const
{
    std::lock_guard<std::mutex> lock(mutex_);
    return list_;
}

bool DeviceSet::inChild() const
{
    return openedAt_ >= 0 && forkCount() != openedAt_;
}

void DeviceSet::requireSameProcess() const
{
    if (inChild()) {
        CV_Error(Error::StsError,
                 "cudastripe: this Striper uses a GPU and was made before fork(); a child process "
                 "cannot use it, make a new one there");
    }
}

}}  // namespace cv::cudastripe
