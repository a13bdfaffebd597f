// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef SAMPLES_PNG_FILE_HPP
#define SAMPLES_PNG_FILE_HPP

#include <opencv2/core.hpp>
#include <string>

//! Writes a picture as PNG, whatever the file's name ends in. @throws cv::Exception
void writePng(const cv::Mat& picture, const std::string& fileName);

#endif
