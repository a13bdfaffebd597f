// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Names codes of cv::cvtColor, and says what converts by those that this library does not have.

#include "../../model/yuv/codes.hpp"
#include "../../op/yuv444/op.hpp"
#include "decode.hpp"
#include "opencv2/imgproc.hpp"

namespace cv { namespace cudastripe {
namespace {

//! A code of cv::cvtColor that does not concern YUV.
struct OtherCode
{
    int code;
    const char* name;
    const char* chain;  //!< a step that does the same; null if there is none
};

#define CUDASTRIPE_CODE(NAME, CHAIN) \
    {                                \
        NAME, #NAME, CHAIN           \
    }

constexpr const char* kSwap = "channels({2, 1, 0})";
constexpr OtherCode kOtherCodes[] = {
    CUDASTRIPE_CODE(COLOR_BGR2GRAY, "gray()"),
    CUDASTRIPE_CODE(COLOR_BGRA2GRAY, "gray()"),
    CUDASTRIPE_CODE(COLOR_RGB2GRAY, "gray(ChannelOrder::RGB)"),
    CUDASTRIPE_CODE(COLOR_RGBA2GRAY, "gray(ChannelOrder::RGB)"),
    CUDASTRIPE_CODE(COLOR_BGR2RGB, kSwap),
    CUDASTRIPE_CODE(COLOR_RGBA2BGR, kSwap),
    CUDASTRIPE_CODE(COLOR_BGRA2BGR, "channels({0, 1, 2})"),
    CUDASTRIPE_CODE(COLOR_BGRA2RGBA, "channels({2, 1, 0, 3})"),
    CUDASTRIPE_CODE(COLOR_GRAY2BGR, "channels({0, 0, 0})"),
    CUDASTRIPE_CODE(COLOR_RGBA2mRGBA, "premultiply()"),
    CUDASTRIPE_CODE(COLOR_BGR2BGRA, nullptr),
    CUDASTRIPE_CODE(COLOR_GRAY2BGRA, nullptr),
    CUDASTRIPE_CODE(COLOR_BGR2HSV, nullptr),
    CUDASTRIPE_CODE(COLOR_HSV2BGR, nullptr),
    CUDASTRIPE_CODE(COLOR_BGR2Lab, nullptr),
    CUDASTRIPE_CODE(COLOR_BayerBG2BGR, nullptr),
    CUDASTRIPE_CODE(COLOR_BayerGB2BGR, nullptr),
    CUDASTRIPE_CODE(COLOR_BayerRG2BGR, nullptr),
    CUDASTRIPE_CODE(COLOR_BayerGR2BGR, nullptr),
};

}  // namespace

String codeText(int code)
{
    const char* name = nullptr;
    const auto look = [&](const auto& table) {
        if (const auto* const row = findCode(table, code))
            name = row->name;
    };
    look(packedYuvConversions());
    look(yuvCodes());
    look(yuvDecodeCodes());
    look(kOtherCodes);
    return name ? format("%s (%d)", name, code) : std::to_string(code);
}

void refuseCode(int code, const char* function)
{
    const OtherCode* const other = findCode(kOtherCodes, code);
    const String instead = other && other->chain ? format("transform() with Chain().%s, or ", other->chain) : String();
    CV_Error_(Error::StsBadFlag, ("%s: code is %s, which is not a YUV code; use %scv::cvtColor", function,
                                  codeText(code).c_str(), instead.c_str()));
}

}}  // namespace cv::cudastripe
