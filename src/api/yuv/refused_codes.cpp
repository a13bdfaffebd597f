// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Names codes of cv::cvtColor, and refuses those that this library does not have.

#include "../../model/color_codes.hpp"
#include "../../model/yuv/codes.hpp"
#include "../../op/color/yuv444/op.hpp"
#include "decode.hpp"
#include "opencv2/imgproc.hpp"

namespace cv { namespace cudastripe {
namespace {

struct OtherCode
{
    int code;
    const char* name;
};

#define CUDASTRIPE_CODE(NAME) \
    {                         \
        NAME, #NAME           \
    }

constexpr OtherCode kOtherCodes[] = {
    CUDASTRIPE_CODE(COLOR_BGR2Luv),         CUDASTRIPE_CODE(COLOR_RGB2Luv),
    CUDASTRIPE_CODE(COLOR_LBGR2Luv),        CUDASTRIPE_CODE(COLOR_LRGB2Luv),
    CUDASTRIPE_CODE(COLOR_Luv2BGR),         CUDASTRIPE_CODE(COLOR_Luv2RGB),
    CUDASTRIPE_CODE(COLOR_Luv2LBGR),        CUDASTRIPE_CODE(COLOR_Luv2LRGB),
    CUDASTRIPE_CODE(COLOR_BayerBG2BGR_VNG), CUDASTRIPE_CODE(COLOR_BayerGB2BGR_VNG),
    CUDASTRIPE_CODE(COLOR_BayerRG2BGR_VNG), CUDASTRIPE_CODE(COLOR_BayerGR2BGR_VNG),
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
    look(colorCodes());
    look(bayerCodes());
    look(yuvCodes());
    look(yuvDecodeCodes());
    look(kOtherCodes);
    return name ? format("%s (%d)", name, code) : std::to_string(code);
}

void refuseCode(int code, const char* function)
{
    CV_Error_(Error::StsBadFlag,
              ("%s: code is %s, which this library does not have; use cv::cvtColor", function, codeText(code).c_str()));
}

}}  // namespace cv::cudastripe
