// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The body of one kernel over many images.

#pragma once

#include <cstdint>
#include <type_traits>

#include "opencv2/core/cvdef.h"

#include "opencv2/cudastripe/detail/host_device.hpp"

namespace cv { namespace cudastripe {

//! An image's part of a merged kernel. Its threads start at a warp of their own.
struct BatchEntry
{
    std::uint32_t warp;    //!< the first one
    std::uint32_t offset;  //!< of its body, bytes
    std::uint32_t itemsX, itemsY;
};

//! Bodies are aligned to this in a table.
constexpr size_t kBodyAlignment = 16;

//! Blocks of a kernel that a multiprocessor must be able to hold, which limits registers; a body may set it.
template <class Body, class = void>
constexpr int kBlocksHeld = 0;
template <class Body>
constexpr int kBlocksHeld<Body, std::enable_if_t<(Body::kBlocks > 0)>> = Body::kBlocks;

/** @brief Thread x does one item of one image: threads are counted through all images, row by row.

The table lies where the kernel runs: `count` entries in the order of their warps, and the bodies. */
template <class Body>
struct BatchBody
{
    static constexpr int kWarp = 32;
    static constexpr int kBlocks = kBlocksHeld<Body>;

    const BatchEntry* entries;
    const uchar* bodies;
    int count;
    float imagesPerWarp;

    CV_CUDASTRIPE_HD void operator()(int64 x, int64) const
    {
        const std::uint32_t warp = static_cast<std::uint32_t>(x / kWarp);
        const BatchEntry entry = entries[imageOf(warp)];
        const std::uint32_t item = static_cast<std::uint32_t>(x - int64(entry.warp) * kWarp);
        const std::uint32_t y = item / entry.itemsX;
        if (y < entry.itemsY)
            (*reinterpret_cast<const Body*>(bodies + entry.offset))(item - y * entry.itemsX, y);
    }

private:
    //! The image of a warp. The guess is right if all images have the same size, and saves a search's waits for memory.
    CV_CUDASTRIPE_HD int imageOf(std::uint32_t warp) const
    {
        const int guess = static_cast<int>((static_cast<float>(warp) + 0.5f) * imagesPerWarp);
        const int first = guess < count ? guess : count - 1, next = first + 1 < count ? first + 1 : first;
        if (entries[first].warp <= warp && (next == first || entries[next].warp > warp))
            return first;
        int image = 0, end = count;
        while (end - image > 1) {
            const int middle = image + (end - image) / 2;
            (entries[middle].warp <= warp ? image : end) = middle;
        }
        return image;
    }
};

//! True if kernels of a body can be merged: it has shift(), which makes it the body of an image that lies elsewhere.
template <class Body, class = void>
constexpr bool kMergesKernels = false;
template <class Body>
constexpr bool kMergesKernels<Body, std::void_t<decltype(&Body::shift)>> = true;

}}  // namespace cv::cudastripe
