// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <string>
#include <vector>

namespace bench {

//! What the report shall cover.
struct ReportOptions
{
    std::string out = ".";               //!< folder for the JSON files, one for each workload
    std::vector<std::string> workloads;  //!< names; none: all
    std::vector<std::string> sizes;      //!< names; none: all
    int limitSeconds = 480;              //!< no group begins later
    int repetitions = 31;                //!< of each case
    bool gpu = false;
};

//! Measures group after group, and writes what it finds.
void runReport(const ReportOptions& options);

}  // namespace bench
