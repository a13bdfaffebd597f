// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "device_set.hpp"

#include <unistd.h>

#include <algorithm>

namespace cv { namespace cudastripe {

DeviceSet::DeviceSet(const DeviceSource& source, const StriperParams& params)
    : source_(source), params_(params), list_(std::make_shared<DeviceList>())
{
    if (!lazy())
        open();
}

// What a child process would give back, it can only leave alone.
DeviceSet::~DeviceSet()
{
    if (isOpen_ && !list_->empty() && getpid() != process_)
        new std::shared_ptr<const DeviceList>(list_);
}

std::shared_ptr<const DeviceList> DeviceSet::open()
{
    std::lock_guard<std::mutex> lock(mutex_);
    const bool wasReset = std::any_of(list_->begin(), list_->end(), [](const std::shared_ptr<DeviceEntry>& entry) {
        return entry->device->wasReset();
    });
    if (isOpen_ && !wasReset)
        return list_;
    auto list = std::make_shared<DeviceList>();
    for (const std::shared_ptr<Device>& device : source_.open())
        list->push_back(std::make_shared<DeviceEntry>(device, params_));
    list_ = list;
    isOpen_ = true;
    process_ = getpid();
    return list_;
}

std::shared_ptr<const DeviceList> DeviceSet::opened() const
{
    std::lock_guard<std::mutex> lock(mutex_);
    return list_;
}

void DeviceSet::requireSameProcess() const
{
    std::lock_guard<std::mutex> lock(mutex_);
    if (isOpen_ && !list_->empty() && getpid() != process_) {
        CV_Error(Error::StsError,
                 "cudastripe: this Striper uses a GPU and was made before fork(); a child process "
                 "cannot use it, make a new one there");
    }
}

}}  // namespace cv::cudastripe
