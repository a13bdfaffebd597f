// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "op.hpp"
#include "opencv2/imgproc.hpp"

namespace cv { namespace cudastripe {

const std::vector<PackedYuvConversion>& packedYuvConversions()
{
    using Formula = PackedYuvConversion::Formula;
    static const std::vector<PackedYuvConversion> table = {
        {COLOR_BGR2YUV, "COLOR_BGR2YUV", ChannelOrder::BGR, Formula::Yuv},
        {COLOR_RGB2YUV, "COLOR_RGB2YUV", ChannelOrder::RGB, Formula::Yuv},
        {COLOR_BGR2YCrCb, "COLOR_BGR2YCrCb", ChannelOrder::BGR, Formula::YCrCb},
        {COLOR_RGB2YCrCb, "COLOR_RGB2YCrCb", ChannelOrder::RGB, Formula::YCrCb},
    };
    return table;
}

}}  // namespace cv::cudastripe
