// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_TENSOR_HPP
#define STRIPE_CONVERT_TENSOR_HPP

#include "jobs.hpp"

//! What --tensor and the options that go with it ask for.
struct TensorOptions
{
    std::string path;
    cv::cudastripe::TensorLayout layout;
    int depth;  //!< CV_32F or CV_16F
    bool rgb;
    std::optional<cv::Scalar> mean, scale;
};

//! A tensor and what it is made of.
struct TensorPlan
{
    TensorOptions options;
    std::vector<Job> jobs;  //!< what to read, and how; all of one format
};

//! Writes nothing. @throws UserError if something does not fit, with the number of the input.
TensorPlan planTensor(const Arguments& arguments);

//! Makes one file of all inputs. @throws UserError with the number of an input, Interruption; then there is no file.
void writeTensor(const TensorPlan& plan, cv::cudastripe::Striper& striper);

#endif
