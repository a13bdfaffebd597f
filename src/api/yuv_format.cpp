// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "opencv2/cudastripe/yuv_format.hpp"

namespace cv { namespace cudastripe {

YuvFormat YuvFormat::tutorial()
{
    return YuvFormat(0);
}

String YuvFormat::name() const
{
    return "tutorial";
}

}}  // namespace cv::cudastripe
