// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels of many images, merged into as few launches as they have kinds of bodies.

#pragma once

#include <vector>

#include "../kernel_ref.hpp"

namespace cv { namespace cudastripe {

//! Collects kernels that need nothing of each other, and makes one of them.
class BatchKernel
{
public:
    void add(const KernelRef& kernel);
    //! Call it once, at the end.
    KernelRef make();

private:
    //! Kernels of one kind of body.
    struct Group
    {
        const KernelRef::MergedForm* form;
        std::vector<BatchEntry> entries;
        std::vector<uchar> bodies;
        std::int64_t warps = 0;
    };

    Group& groupOf(const KernelRef& kernel);

    std::vector<Group> groups_;
    std::vector<KernelRef> singles_;  // that cannot be merged
    std::shared_ptr<KernelRef::ManyImages> many_ = std::make_shared<KernelRef::ManyImages>();
};

}}  // namespace cv::cudastripe
