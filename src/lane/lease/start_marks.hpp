// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "../../device/handles.hpp"

namespace cv { namespace cudastripe {

/** @brief Marks what a device's default stream holds when a call without a stream begins.

Any number of threads. */
class StartMarks
{
public:
    struct GiveBack
    {
        StartMarks* marks;
        void operator()(OwnedEvent* event) const noexcept { marks->giveBack(event); }
    };
    //! A mark on loan; goes back at the end.
    using Loan = std::unique_ptr<OwnedEvent, GiveBack>;

    explicit StartMarks(Device& device) : device_(device) {}

    Loan mark();

    //! So many calls at once need not make anything.
    void reserve(size_t calls);

private:
    Loan take();
    void giveBack(OwnedEvent* event) noexcept;

    Device& device_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<OwnedEvent>> free_;
    size_t made_ = 0;
};

}}  // namespace cv::cudastripe
