// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <string>
#include <vector>

#include "../../test_precomp.hpp"

namespace opencv_test {

//! A resampling, and the types that tests give it.
struct ResizeMode
{
    std::string name;
    cudastripe::Resampling resampling;
    std::vector<int> types;
};

//! Each INTER_ that cudastripe::resize takes.
std::vector<ResizeMode> opencvModes();

//! Each filter of Pillow with straight alpha, then each with premultiplied alpha.
std::vector<ResizeMode> pillowModes();

//! Both.
std::vector<ResizeMode> allResizeModes();

}  // namespace opencv_test
