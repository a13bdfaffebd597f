// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "frame_size.hpp"

#include <charconv>

#include "name_list.hpp"
#include "user_error.hpp"

namespace {

const FrameSize knownSizes[] = {{"1080p", {1920, 1080}}, {"4K", {3840, 2160}}, {"8K", {7680, 4320}}};
constexpr int mostPixels = 32768;  // a side: 7 GB for source and result

}  // namespace

FrameSize parseFrameSize(const std::string& text)
{
    for (const FrameSize& known : knownSizes) {
        if (lowered(text) == lowered(known.name))
            return known;
    }
    cv::Size size;
    const char* const end = text.data() + text.size();
    const auto width = std::from_chars(text.data(), end, size.width);
    if (width.ec == std::errc() && width.ptr != end && *width.ptr == 'x') {
        const auto height = std::from_chars(width.ptr + 1, end, size.height);
        const bool whole = height.ec == std::errc() && height.ptr == end;
        if (whole && std::min(size.width, size.height) >= 1 && std::max(size.width, size.height) <= mostPixels)
            return {cv::format("%dx%d", size.width, size.height), size};
    }
    throw UserError("--size=" + text + ": not 1080p, 4K, 8K or WIDTHxHEIGHT, each of these from 1 to " +
                    std::to_string(mostPixels));
}
