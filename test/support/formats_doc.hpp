// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <string>

namespace opencv_test {

// The parts of docs/formats.md that the library's tables and its arithmetic decide, as Markdown.

std::string layoutTable();
//! Where each sample of a small image lies, for every layout.
std::string layoutDiagrams();
//! The integers of all matrices and ranges, for 8 bits.
std::string weightTable();
//! How far results are from real arithmetic, and how often another code than the nearest comes out.
std::string errorTable();
//! The same of the way back, and how far colours are from themselves that went to a format and back.
std::string decodeErrorTable();

}  // namespace opencv_test
