// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_HPP
#define OPENCV_CUDASTRIPE_HPP

#include "opencv2/cudastripe/detail/host_device.hpp"  // first, since it refuses C++14

#include "opencv2/cudastripe/chain.hpp"
#include "opencv2/cudastripe/color.hpp"
#include "opencv2/cudastripe/elementwise.hpp"
#include "opencv2/cudastripe/functor.hpp"
#include "opencv2/cudastripe/network.hpp"
#include "opencv2/cudastripe/pinned.hpp"
#include "opencv2/cudastripe/pixel.hpp"
#include "opencv2/cudastripe/resize.hpp"
#include "opencv2/cudastripe/streams.hpp"
#include "opencv2/cudastripe/striper.hpp"
#include "opencv2/cudastripe/timeline.hpp"
#include "opencv2/cudastripe/yuv_format.hpp"

/** @defgroup cudastripe Striped image conversion on CPU cores and GPUs

Converts images in pageable memory, page-locked memory or a cuda::GpuMat. The work is cut into stripes (bands of rows,
or of elements), so that upload, kernel and download of different stripes overlap. How the work is cut never changes
one bit of the result.
@{
    @defgroup cudastripe_color Colour conversion
    @defgroup cudastripe_elementwise Operators and chains of them
    @defgroup cudastripe_functor Function objects on images and arrays
    @defgroup cudastripe_network The input of networks
    @defgroup cudastripe_resize Resizing
    @defgroup cudastripe_simulate Simulated devices and timelines
    @defgroup cudastripe_striper Streams, devices and what calls keep
@}
*/

#endif
