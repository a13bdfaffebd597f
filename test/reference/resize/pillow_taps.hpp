// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../../test_precomp.hpp"

namespace opencv_test {

//! The samples of a source that make one of a result, in one direction.
struct PillowTaps
{
    int first;
    std::vector<double> weights;
};

//! Those of each sample of the result, for what lies between `begin` and `end` in the source.
std::vector<PillowTaps> pillowTaps(int source, float begin, float end, int result,
                                   cudastripe::Resampling::Filter filter);

}  // namespace opencv_test
