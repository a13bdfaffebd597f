// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_FRAME_WRITER_HPP
#define STRIPE_CONVERT_FRAME_WRITER_HPP

#include <filesystem>
#include <memory>
#include <opencv2/core.hpp>

#include "conversion.hpp"
#include "frame_reader.hpp"
#include "output_file.hpp"

enum class OutputKind
{
    Picture,
    Yuv,
    Y4m
};

//! By the extension. @throws UserError if nobody can write it.
OutputKind outputKind(const std::filesystem::path& path);

//! Where results go; the file appears when finish() returns.
class FrameWriter
{
public:
    virtual ~FrameWriter() = default;
    //! @param source size of what the result was made of.
    virtual void write(const cv::Mat& result, cv::Size source) = 0;
    virtual void finish() = 0;
};

std::unique_ptr<FrameWriter> makeFrameWriter(const std::filesystem::path& path, const Conversion& conversion,
                                             const FrameReader& reader);

//! Encodes in memory first, so that every failing write is noticed.
void writePicture(OutputFile& file, const cv::Mat& picture);

#endif
