// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef DECIPHER_PHASE_TABLE_HPP
#define DECIPHER_PHASE_TABLE_HPP

#include <cstdint>
#include <string>
#include <vector>

//! A part of each run, and how long it took in each.
struct Phase
{
    std::string name;
    std::string place;
    std::vector<double> timesMs;
};

//! One line a phase and one for their total: medians, and the array's bytes by them. All phases have as many times.
std::string phaseTable(const std::vector<Phase>& phases, std::int64_t arrayBytes);

#endif
