// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_PINNED_HPP
#define OPENCV_CUDASTRIPE_PINNED_HPP

#include <memory>

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

//! @addtogroup cudastripe_striper
//! @{

/** @brief Makes an image in page-locked memory, which all GPUs copy from and to directly.

Without a GPU, or in a build without CUDA, its memory is ordinary. The memory is freed with the last Mat that uses it,
at any time and in any thread; copies and regions share it. A Mat to which the result was assigned also gets page-locked
memory when a function gives it another size. clone() gives ordinary memory. The first call may start CUDA and make a
context on the current device; whatever context is current stays so. A forked child must not touch the pixels.
@param rows,cols its size, 0 or more
@param type such as CV_8UC4
@return the image; its pixels are not initialised
@throws cv::Exception if there is not so much memory, or if a side is negative */
CV_EXPORTS Mat pinned(int rows, int cols, int type);
//! The same for a Size.
inline Mat pinned(Size size, int type)
{
    return pinned(size.height, size.width, type);
}

/** @brief Page-locks the memory of an image of the caller while it exists: all GPUs, and all Stripers and libraries of
the process, see page-locked memory.

It takes about as long as a copy of the image, so it pays for memory that is used again and again. Copies share one
lock, which ends with the last of them. Until then the memory of a Mat stays allocated; memory that no Mat owns is the
caller's to keep. The driver waits at the end of a lock, and when memory of pinned() is freed, for all work on the
devices; so no work loses its memory, but keep both out of loops. A graph that was captured with the memory must not be
launched afterwards.
Without a GPU, or in a build without CUDA, it does nothing. */
class CV_EXPORTS Pin
{
public:
    /** @param image the memory from its first to its last byte, gaps between rows included; a region of an image is
    allowed, but a GPU reads and writes an image directly only if one Pin covers it
    @throws cv::Exception if the image is empty, if some of its memory is page-locked already, or if the driver refuses,
    as for files that are mapped for reading */
    explicit Pin(const Mat& image);
    //! True if the memory is page-locked by it: false without a GPU.
    bool locked() const { return lock_ != nullptr; }

private:
    std::shared_ptr<void> lock_;
};

//! @}

}}  // namespace cv::cudastripe

#endif
