// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <mutex>

#include "backend.hpp"

namespace opencv_test {

//! Page-locked memory for Mats. What comes back is overwritten, as by the next frame of a pool.
//! Must outlive Stripers, which may hold images until they are destroyed.
class PageLockedPool : public MatAllocator
{
public:
    explicit PageLockedPool(SimulatedDevice& device) : device_(device) {}
    ~PageLockedPool() override
    {
        for (uchar* memory : free_)
            device_.free(MemoryKind::PageLocked, memory);
    }

    UMatData* allocate(int dims, const int* sizes, int type, void*, size_t* step, AccessFlag,
                       UMatUsageFlags) const override
    {
        size_t total = CV_ELEM_SIZE(type);
        for (int i = dims - 1; i >= 0; --i) {
            step[i] = total;
            total *= static_cast<size_t>(sizes[i]);
        }
        auto* data = new UMatData(this);
        data->size = total;
        data->data = data->origdata = static_cast<uchar*>(device_.allocate(MemoryKind::PageLocked, total));
        return data;
    }
    bool allocate(UMatData*, AccessFlag, UMatUsageFlags) const override { return true; }
    void deallocate(UMatData* data) const override
    {
        std::fill_n(data->origdata, data->size, uchar(0));
        uchar* const memory = data->origdata;
        delete data;
        const std::lock_guard<std::mutex> lock(mutex_);  // a graph's images may come back in a thread of their own
        free_.push_back(memory);
    }
    size_t freed() const
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        return free_.size();
    }

private:
    SimulatedDevice& device_;
    mutable std::mutex mutex_;
    mutable std::vector<uchar*> free_;
};

}  // namespace opencv_test
