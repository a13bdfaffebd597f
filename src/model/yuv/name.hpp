// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The parts of a YUV format's name, which colons separate.

#pragma once

#include <string>
#include <vector>

#include "opencv2/cudastripe/yuv_format.hpp"

namespace cv { namespace cudastripe {

//! The format of a name, or what is wrong with the name.
struct YuvNameReading
{
    bool readable() const { return unknown < 0 && refusal.empty(); }

    YuvFormat format;
    int unknown = -1;  //!< the index of an unknown part
    String refusal;    //!< why a name of known parts is refused
};

//! @param fields at least one part, in lower case
YuvNameReading readYuvName(const std::vector<std::string>& fields);

//! What the first part of a name may be: a layout, or a preset if the part stands alone.
std::vector<std::string> firstYuvNameParts(bool alone);
//! What any other part may be.
std::vector<std::string> otherYuvNameParts();

//! One to three valid names, the most similar to a name with an unknown part.
std::vector<std::string> suggestedYuvNames(const std::vector<std::string>& fields, size_t unknown);

}}  // namespace cv::cudastripe
