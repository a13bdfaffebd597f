// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "png_file.hpp"

#include <fstream>
#include <opencv2/imgcodecs.hpp>

void writePng(const cv::Mat& picture, const std::string& fileName)
{
    std::vector<uchar> bytes;
    cv::imencode(".png", picture, bytes);
    std::ofstream file(fileName, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
    file.close();  // buffered bytes meet a full disk only here
    if (!file)
        CV_Error(cv::Error::StsError, "unknown reason");
}
