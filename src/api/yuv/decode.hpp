// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Conversion by the codes of cv::cvtColor that read YUV.

#pragma once

#include <algorithm>
#include <iterator>

#include "../../model/yuv/codes.hpp"
#include "../striper/operation.hpp"

namespace cv { namespace cudastripe {

//! The row of a code in a table; null if there is none.
template <class Table>
auto findCode(const Table& table, int code)
{
    const auto row = std::find_if(std::begin(table), std::end(table), [&](const auto& r) { return r.code == code; });
    return row == std::end(table) ? nullptr : &*row;
}

//! For messages: "COLOR_BGR2GRAY (6)", or the number of a code without a known name.
String codeText(int code);

//! Throws an error that says what converts by a code which this library does not have.
[[noreturn]] void refuseCode(int code, const char* function);

//! Describes the conversion by a code that reads a subsampled format. `channels`: 0 means the code's own.
Operation describeDecoding(InputArray src, OutputArray dst, const YuvCode& code, int channels, const char* function);

}}  // namespace cv::cudastripe
