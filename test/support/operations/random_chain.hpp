// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../images/image_operation.hpp"
#include "operator_cases.hpp"

namespace opencv_test {

//! A chain drawn at random, and the types of images that it is for.
struct RandomChain
{
    Chain chain;
    int srcType;
    int secondType;  //!< -1 without a second image
    bool exact;      //!< its reference is exact: no step is a function with a bound
};

//! 2 to 16 steps with parameters that fit, for a type that is drawn, too, unless it is given; only steps with an exact
//! reference if `exact`.
RandomChain randomChain(RNG& rng, bool exact, int srcType = -1);

//! The chain as an operation. The reference compares what OpenCV defines.
ImageOperation randomChainOperation(const RandomChain& random);

}  // namespace opencv_test
