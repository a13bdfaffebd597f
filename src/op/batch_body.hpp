// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The body of one kernel over many images.

#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "plane_view.hpp"

namespace cv { namespace cudastripe {

//! Images with one size, type and steps at different addresses, which share a body. Each starts at a new warp.
struct BatchRun
{
    std::uint32_t warp;   //!< the first one of the run
    std::uint32_t warps;  //!< of each image
    std::uint32_t image;  //!< the number of the run's first image
    std::uint32_t body;   //!< offset of its body in bytes
    std::uint32_t itemsX, itemsY;
};

//! The alignment of bodies in a table, in bytes.
constexpr size_t kBodyAlignment = 16;

//! Blocks of a kernel that a multiprocessor must be able to hold, which limits registers. A body may set kBlocks.
template <class Body, class = void>
constexpr int kBlocksHeld = 0;
template <class Body>
constexpr int kBlocksHeld<Body, std::enable_if_t<(Body::kBlocks > 0)>> = Body::kBlocks;

//! True if a body reads a table. A launch sets the body's member `table` to the copy on the device. For a body of a
//! merged kernel, `tableAt` is the offset in bytes from the kernel's first body to the table.
template <class Body, class = void>
constexpr bool kReadsTable = false;
template <class Body>
constexpr bool kReadsTable<Body, std::void_t<decltype(&Body::table)>> = true;

//! What one thread of a merged kernel does.
struct BatchItem
{
    bool exists;         //!< false for threads after the last item of an image
    std::uint32_t body;  //!< offset of its body in bytes
    std::uint32_t x, y;
    PlaneShift by;
};

/** @brief Thread x processes one item of one image. Threads are numbered through all images, row by row.

The table, in memory of the kernel's device, has three parts: the distance of each image from the first of its run, the
runs in the order of their warps, and their bodies. A single run is an argument, which saves a wait for memory. */
template <class Body>
struct BatchBody
{
    static constexpr int kWarp = 32;
    static constexpr int kBlocks = kBlocksHeld<Body>;

    const PlaneShift* shifts;
    const BatchRun* runs;
    const uchar* bodies;
    int count;  //!< of runs
    BatchRun first;

    CV_CUDASTRIPE_HD void operator()(int64 x, int64) const
    {
        const BatchItem item = itemOf(x);
        if (!item.exists)
            return;
        const Body& body = *reinterpret_cast<const Body*>(bodies + item.body);
        if constexpr (kReadsTable<Body>) {
            runOnTable(body, bodies + body.tableAt, item, 0);
        } else {
            body(item.x, item.y, item.by);
        }
    }

    CV_CUDASTRIPE_HD BatchItem itemOf(int64 x) const
    {
        const std::uint32_t warp = static_cast<std::uint32_t>(x / kWarp);
        const BatchRun run = count == 1 ? first : runs[runOf(warp)];
        const std::uint32_t number = (warp - run.warp) / run.warps;
        const PlaneShift by = shifts[run.image + number];
        const std::uint32_t item =
            static_cast<std::uint32_t>(x - (int64(run.warp) + int64(number) * run.warps) * kWarp);
        const std::uint32_t y = item / run.itemsX;
        return {y < run.itemsY, run.body, item - y * run.itemsX, y, by};
    }

private:
    //! A body with runWith() is too large to be copied; it gets the table as an argument.
    template <class Large>
    CV_CUDASTRIPE_HD static auto runOnTable(const Large& body, const uchar* table, const BatchItem& item, int)
        -> decltype(body.runWith(table, item.x, item.y, item.by))
    {
        body.runWith(table, item.x, item.y, item.by);
    }
    template <class Small>
    CV_CUDASTRIPE_HD static void runOnTable(const Small& body, const uchar* table, const BatchItem& item, long)
    {
        Small own = body;
        own.table = table;
        own(item.x, item.y, item.by);
    }

    CV_CUDASTRIPE_HD int runOf(std::uint32_t warp) const
    {
        int run = 0, end = count;
        while (end - run > 1) {
            const int middle = run + (end - run) / 2;
            (runs[middle].warp <= warp ? run : end) = middle;
        }
        return run;
    }
};

//! True if kernels of a body can be merged: if the body takes a PlaneShift.
template <class Body, class = void>
constexpr bool kMergesKernels = false;
template <class Body>
constexpr bool
    kMergesKernels<Body, std::void_t<decltype(std::declval<const Body&>()(int64(), int64(), PlaneShift()))>> = true;

//! What a thread does. `by`: bytes from the planes of the body's own image to those of this one.
template <class Body>
CV_CUDASTRIPE_HD void runItem(const Body& body, int64 x, int64 y, PlaneShift by)
{
    if constexpr (kMergesKernels<Body>)
        body(x, y, by);
    else
        body(x, y);
}

}}  // namespace cv::cudastripe
