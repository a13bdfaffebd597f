// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Mats that keep a Python object alive, and drop it where the GIL is held.
#pragma once

#include <nanobind/nanobind.h>

#include "opencv2/core.hpp"

namespace cudastripe_python {

namespace nb = nanobind;

class CallStream;

/** @brief A Python object that a Mat keeps alive. Made and destroyed under the GIL. */
class Owner
{
public:
    Owner() = default;
    virtual ~Owner() = default;
    Owner(const Owner&) = delete;
    Owner& operator=(const Owner&) = delete;
};

//! Gives a Mat an owner. The library holds such a Mat until the device has passed the call that uses it.
void giveOwner(cv::Mat& mat, Owner* owner);

/** @brief Destroys the owners whose Mats are gone. Needs the GIL.

The last Mat may go in a thread of the driver or while another thread runs Python, so it only puts its owner on a list;
each call empties the list. */
void dropReleasedOwners();

/** @brief An array that a result is written to.
@param like what cudastripe._kinds.empty takes; null for NumPy
@param stream where the result is used first; it waits for other streams anew from here on */
nb::object newArray(nb::handle like, const CallStream& stream, const nb::tuple& shape, int depth);

/** @brief Makes the results of a call: Mat::create with this allocator makes a Python array. */
class ResultAllocator : public cv::MatAllocator
{
public:
    //! @param like,stream as of newArray() @param depth of the results, if they are tensors; else -1
    ResultAllocator(nb::handle like, const CallStream& stream, int depth = -1)
        : like_(like), stream_(stream), depth_(depth)
    {
    }

    cv::UMatData* allocate(int dims, const int* sizes, int type, void* data, size_t* step, cv::AccessFlag flags,
                           cv::UMatUsageFlags usage) const override;
    bool allocate(cv::UMatData* data, cv::AccessFlag flags, cv::UMatUsageFlags usage) const override;
    void deallocate(cv::UMatData* data) const override;

    //! The Python array behind a Mat that this allocator made.
    nb::object arrayOf(const cv::Mat& mat) const;

private:
    nb::handle like_;
    const CallStream& stream_;
    const int depth_;
    mutable std::exception_ptr error_;  // OpenCV swallows what an allocator throws
};

}  // namespace cudastripe_python
