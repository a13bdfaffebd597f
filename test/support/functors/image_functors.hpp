// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "opencv2/cudastripe/functor.hpp"

namespace opencv_test {

using namespace cv::cudastripe;

/** @brief A transform() of one image under test. */
struct ImageFunctor
{
    std::string name;
    int srcType;
    int dstType;
    std::function<void(cv::InputArray, cv::OutputArray, const StreamRef&, Striper&)> run;
    //! By OpenCV or a plain loop.
    std::function<cv::Mat(const cv::Mat&)> reference;
};

/** @brief A transform() of two images under test. */
struct PairFunctor
{
    std::string name;
    int aType;
    int bType;
    int dstType;
    std::function<void(cv::InputArray, cv::InputArray, cv::OutputArray, const StreamRef&, Striper&)> run;
    std::function<cv::Mat(const cv::Mat&, const cv::Mat&)> reference;
};

//! Structs and lambdas on pixels of 1 to 16 bytes; compiled by nvcc where there is one.
std::vector<ImageFunctor> imageFunctors();
std::vector<PairFunctor> pairFunctors();

}  // namespace opencv_test
