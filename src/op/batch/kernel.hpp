// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels of many images, merged into one launch for each kind of body.

#pragma once

#include <map>
#include <vector>

#include "../stripe_op.hpp"

namespace cv { namespace cudastripe {

//! The planes of an image at another address.
StripePlanes shifted(const StripePlanes& planes, const StripeOp& op, PlaneShift by);

//! Collects kernels that do not depend on each other, and merges them into one.
class BatchKernel
{
public:
    //! Reserves memory for `images` images.
    explicit BatchKernel(size_t images = 0) : room_(images) {}

    //! Adds the kernel that does `units` units of an operation, which must live until make().
    void add(const StripeOp& op, const StripePlanes& planes, int64 units);
    //! Adds this image and its repeats. `shifts`: bytes from its planes to those of each repeat.
    void add(const StripeOp& op, const StripePlanes& planes, int64 units, const std::vector<PlaneShift>& shifts);
    //! Makes the merged kernel. Call this once, at the end.
    KernelRef make();

    //! A table that bodies read.
    using Table = std::shared_ptr<const KernelRef::ManyImages>;

private:
    //! Kernels of one kind of body.
    struct Merged
    {
        const KernelRef::MergedForm* form;
        std::vector<PlaneShift> shifts;
        std::vector<BatchRun> runs;
        std::vector<uchar> bodies;
        std::int64_t warps = 0;
        std::vector<Table> tables;  //!< of each run, if bodies of this kind read tables
    };

    //! The last image that was added with its own body. Its repeats at other addresses share that body.
    struct Model
    {
        const StripeOp* op = nullptr;  //!< null if its kernel cannot be merged
        StripePlanes planes;
        int64 units = 0;
        size_t merged = 0;
    };

    void repeatModel(PlaneShift by);
    //! False if the kernel cannot be merged.
    bool add(const KernelRef& kernel);
    size_t mergedFor(const KernelRef& kernel);
    static void append(Merged& merged, PlaneShift by);
    size_t place(const Table& table);
    void placeTables(Merged& merged, size_t bodiesAt);

    const size_t room_;
    std::vector<Merged> merged_;
    Model model_;
    std::map<Table, size_t> tablesAt_;  // offsets in the table of the merged kernel
    std::vector<KernelRef> singles_;    // kernels that cannot be merged
    std::shared_ptr<KernelRef::ManyImages> many_ = std::make_shared<KernelRef::ManyImages>();
};

}}  // namespace cv::cudastripe
