// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../../test_precomp.hpp"

namespace opencv_test {

//! What the code that a preset names does to a frame of B, G, R, step by step; R, G, B in planes, one below the other.
Mat ultralyticsSteps(const Mat& frame, Size size);
Mat imagenetSteps(const Mat& frame, int size, int resizeTo);
Mat clipSteps(const Mat& frame, int size);
Mat siglipSteps(const Mat& frame, int size);
//! The same as an image, before it is cut into patches.
Mat qwenVlSteps(const Mat& frame, Size size);

//! What cv::dnn::blobFromImagesWithParams is told.
struct BlobParams
{
    Scalar scalefactor = Scalar::all(1);
    Size size;
    Scalar mean;
    bool swapRB = false;
    int ddepth = CV_32F;
    int datalayout = 2;   //!< DNN_LAYOUT_NCHW
    int paddingmode = 0;  //!< 0: null, 1: crop, 2: letterbox, as in cv::dnn
    Scalar borderValue;
};
//! The planes of its blob, one below the other.
Mat blobSteps(const Mat& frame, const BlobParams& params);

}  // namespace opencv_test
