// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef PREFETCH_EMULATION_HPP
#define PREFETCH_EMULATION_HPP

#include <vector>

#include "loop.hpp"

//! Runs every shape of the loops on the CPU, and prints what came out. @return whether all of it was right.
bool checkEmulation(const std::vector<Loop>& loops);

#endif
