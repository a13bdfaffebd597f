// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_MEMORY_KIND_HPP
#define OPENCV_CUDASTRIPE_MEMORY_KIND_HPP

namespace cv { namespace cudastripe {

//! @addtogroup cudastripe
//! @{

//! Who reaches the memory of an image.
enum class MemoryKind
{
    Pageable,    //!< the CPU: what `new` and cv::Mat allocate
    PageLocked,  //!< the CPU and the copy engines of GPUs, mostly their kernels, too: cuda::HostMem, cudaHostAlloc
    Device,      //!< one GPU
};

//! @}

}}  // namespace cv::cudastripe

#endif
