// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_TIMELINE_NOTES_HPP
#define STRIPE_TIMELINE_NOTES_HPP

#include <string>
#include <vector>

#include "../common/canvas.hpp"
#include "layout.hpp"

//! Explains the colours and lines that occur, in lines that are no wider.
//! @param scales the blocks on each axis.
std::vector<std::string> noteLines(const std::vector<std::vector<Block>>& scales, double width, const TextStyle& style);

#endif
