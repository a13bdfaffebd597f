// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "resize_modes.hpp"

namespace opencv_test {
namespace {

using cudastripe::Resampling;

std::vector<int> typesOf(std::initializer_list<int> depths)
{
    std::vector<int> types;
    for (const int depth : depths) {
        for (int channels = 1; channels <= 4; ++channels)
            types.push_back(CV_MAKETYPE(depth, channels));
    }
    return types;
}

// Pixels of each size from 1 to 32 bytes that a mode which copies them can meet, and each depth.
const std::vector<int> kCopiedTypes = {CV_8UC1,  CV_8UC2,  CV_8UC3,  CV_8UC4,  CV_8SC3,  CV_16UC1, CV_16SC3,
                                       CV_32SC1, CV_32SC3, CV_32FC2, CV_32FC3, CV_64FC1, CV_64FC3, CV_64FC4};

}  // namespace

std::vector<ResizeMode> opencvModes()
{
    const auto mode = [](const char* name, int interpolation, std::vector<int> types) {
        return ResizeMode{name, Resampling::opencv(interpolation), std::move(types)};
    };
    return {mode("Nearest", INTER_NEAREST, kCopiedTypes),
            mode("NearestExact", INTER_NEAREST_EXACT, kCopiedTypes),
            mode("Linear", INTER_LINEAR, typesOf({CV_8U, CV_16U, CV_32F})),
            mode("LinearExact", INTER_LINEAR_EXACT, typesOf({CV_8U, CV_32F})),
            mode("Area", INTER_AREA, typesOf({CV_8U, CV_16U, CV_32F})),
            mode("Cubic", INTER_CUBIC, typesOf({CV_8U})),
            mode("Lanczos4", INTER_LANCZOS4, typesOf({CV_8U}))};
}

std::vector<ResizeMode> pillowModes()
{
    const char* const names[] = {"Box", "Bilinear", "Hamming", "Bicubic", "Lanczos"};
    std::vector<ResizeMode> modes;
    for (const auto alpha : {Resampling::Alpha::Straight, Resampling::Alpha::Premultiplied}) {
        const bool straight = alpha == Resampling::Alpha::Straight;
        for (int filter = 0; filter < 5; ++filter) {
            std::vector<int> types = {CV_8UC2, CV_8UC3, CV_8UC4};
            if (straight)
                types.insert(types.end(), {CV_8UC1, CV_32FC1});
            modes.push_back({std::string(straight ? "Pillow" : "PillowAlpha") + names[filter],
                             Resampling::pillow(Resampling::Filter(filter), alpha), std::move(types)});
        }
    }
    return modes;
}

std::vector<ResizeMode> allResizeModes()
{
    std::vector<ResizeMode> modes = opencvModes();
    for (ResizeMode& mode : pillowModes())
        modes.push_back(std::move(mode));
    return modes;
}

}  // namespace opencv_test
