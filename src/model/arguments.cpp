// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See arguments.hpp.

#include "arguments.hpp"

namespace cv { namespace cudastripe {

bool isArrayOfImages(const _InputArray& array)
{
    return array.isMatVector() || array.kind() == _InputArray::STD_ARRAY_MAT || array.isUMatVector() ||
           array.isGpuMatVector();
}

bool isOneImage(const _InputArray& array)
{
    return !isArrayOfImages(array) && array.kind() != _InputArray::STD_VECTOR_VECTOR &&
           array.kind() != _InputArray::OPENGL_BUFFER;
}

void requireOrder(ChannelOrder order, const char* function, const char* prefix)
{
    if (order != ChannelOrder::BGR && order != ChannelOrder::RGB) {
        CV_Error_(Error::StsBadArg,
                  ("%s: %sorder is %d; it may be BGR (0) or RGB (1)", function, prefix, static_cast<int>(order)));
    }
}

void requireUpsampling(ChromaUpsampling upsampling, const char* function, const char* prefix)
{
    if (upsampling != ChromaUpsampling::Nearest && upsampling != ChromaUpsampling::Linear) {
        CV_Error_(Error::StsBadArg, ("%s: %supsampling is %d; it may be Nearest (0) or Linear (1)", function, prefix,
                                     static_cast<int>(upsampling)));
    }
}

const char* nameOf(TensorLayout layout)
{
    return layout == TensorLayout::CHW ? "CHW" : layout == TensorLayout::HWC ? "HWC" : "Patches";
}

void requireLayout(TensorLayout layout, const char* function)
{
    if (layout != TensorLayout::CHW && layout != TensorLayout::HWC) {
        CV_Error_(Error::StsBadArg,
                  ("%s: layout is %d; it may be CHW (0) or HWC (1)", function, static_cast<int>(layout)));
    }
}

}}  // namespace cv::cudastripe
