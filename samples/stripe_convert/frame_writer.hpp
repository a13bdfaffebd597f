// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_FRAME_WRITER_HPP
#define STRIPE_CONVERT_FRAME_WRITER_HPP

#include "../common/output_file.hpp"
#include "frame_reader.hpp"

//! Where results go: a picture, .yuv or .y4m, by the extension. The file appears when finish() returns.
class FrameWriter
{
public:
    FrameWriter(const std::filesystem::path& path, const Conversion& conversion, const FrameReader& reader);
    //! @param source size of what the result was made of.
    void write(const cv::Mat& result, cv::Size source);
    void finish() { file_.commit(); }

private:
    OutputFile file_;
    const std::string extension_;
    const Conversion& conversion_;
    const Ratio frameRate_, pixelShape_;
    bool begun_ = false;
};

#endif
