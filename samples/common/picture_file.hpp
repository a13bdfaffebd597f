// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef SAMPLES_PICTURE_FILE_HPP
#define SAMPLES_PICTURE_FILE_HPP

#include <opencv2/core.hpp>
#include <string>

//! Reads a picture by OpenCV. @param flags of cv::imread. @param warning of its decoder; empty if there is none.
//! @return an empty image if it is no picture, or cut off, or if its header announces more than its bytes can hold.
cv::Mat readPicture(const std::string& name, int flags, std::string& warning);

#endif
