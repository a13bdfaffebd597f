// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_TENSOR_HPP
#define STRIPE_CONVERT_TENSOR_HPP

#include "converter.hpp"
#include "jobs.hpp"
#include "tensor_options.hpp"

//! A tensor and what it is made of.
struct TensorPlan
{
    TensorOptions options;
    std::vector<Job> jobs;  //!< what to read, and how; all of one format
};

//! Writes nothing. @throws UserError if something does not fit, with the number of the input.
TensorPlan planTensor(const Arguments& arguments);

//! Makes one file of all inputs. @throws UserError with the number of an input, Interruption; then there is no file.
void writeTensor(const TensorPlan& plan, Converter& converter);

#endif
