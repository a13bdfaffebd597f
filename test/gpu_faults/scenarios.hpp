// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "../support/device/backend.hpp"

namespace opencv_test {

//! One use of the library, which can be run again and again.
struct Scenario
{
    std::string name;
    StriperParams params;
    //! Runs it with images of its own, waits, and gives what is wrong with the result; empty if nothing is.
    std::function<std::string(Striper&)> run;
};

//! Each kind of memory at both ends, with and without a stream, by each route; batches, graphs, pipelines;
//! page-locked memory of the library.
std::vector<Scenario> scenarios(const Backend& backend);

}  // namespace opencv_test
