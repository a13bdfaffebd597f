// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "format_list.hpp"

#include <algorithm>
#include <opencv2/cudastripe.hpp>

using cv::cudastripe::YuvFormat;

std::string listFormats()
{
    const std::vector<YuvFormat> formats = YuvFormat::all();
    size_t width = 0;
    for (const YuvFormat& format : formats)
        width = std::max(width, format.name().size());
    std::string text;
    for (const YuvFormat& format : formats) {
        std::string line = format.name();
        const std::string ffmpeg = format.ffmpegName();
        if (!ffmpeg.empty())
            line.append(width + 2 - line.size(), ' ').append(ffmpeg);
        text += line + '\n';
    }
    return text;
}
