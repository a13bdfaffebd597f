// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// cvtFromYuv, cvtColorTwoPlane, and the codes of cv::cvtColor that read YUV.

#include "decode.hpp"

#include "../../model/yuv/codes.hpp"
#include "../../op/yuv/op.hpp"
#include "../batch/batch.hpp"
#include "images.hpp"
#include "opencv2/cudastripe/color.hpp"

namespace cv { namespace cudastripe {
namespace {

//! What a call makes of YUV.
struct Wanted
{
    YuvFormat format;
    ChannelOrder order;
    int channels;
    int depth;
    const char* function;
    const char* channelsName = "channels";  //!< the argument
    ChromaUpsampling upsampling = ChromaUpsampling::Nearest;
    const char* prefix = "";  //!< of the names of the other arguments
    bool byCode = false;      //!< sides must be as cv::cvtColor takes them

    bool interpolates() const { return interpolatesChroma(format, upsampling); }
};

void requireAccepted(const Wanted& wanted)
{
    requireOrder(wanted.order, wanted.function, wanted.prefix);
    if (wanted.channels != 3 && wanted.channels != 4) {
        CV_Error_(Error::StsBadArg,
                  ("%s: %s is %d; it may be 3 or 4", wanted.function, wanted.channelsName, wanted.channels));
    }
    const bool wide = wanted.format.depth() > 8;
    if (wanted.depth != CV_8U && (wanted.depth != CV_16U || !wide)) {
        CV_Error_(Error::StsUnsupportedFormat,
                  ("%s: %sdepth is %d; %s gives %s", wanted.function, wanted.prefix, wanted.depth,
                   wanted.format.name().c_str(), wide ? "CV_16U (or -1) or CV_8U" : "CV_8U (or -1)"));
    }
    requireUpsampling(wanted.upsampling, wanted.function, wanted.prefix);
}

// `images` has the planes of a picture of this size.
Operation describePicture(Operation::Images&& images, Size picture, OutputArray dst, const Wanted& wanted)
{
    const int type = CV_MAKETYPE(wanted.depth, wanted.channels);
    const auto open = [=](const Operation::Images& read, const _OutputArray& to) {
        const auto make = wanted.interpolates() ? &makeYuvLinearOp : &makeYuvDecodeOp;
        Operation::Images result = openResult(to, picture, type, read, wanted.function, !wanted.interpolates());
        return Operation::Opened{std::move(result), make(wanted.format, wanted.order, picture, wanted.depth,
                                                         wanted.channels, granuleOf(wanted.format, read))};
    };
    return {wanted.function, std::move(images), dst, fits(dst, picture, type), open};
}

Operation describe(InputArray src, OutputArray dst, const Wanted& wanted)
{
    std::vector<ImageAccess> images;
    const Size picture = openYuvInput(images, src, wanted.format, wanted.function);
    if (wanted.byCode)
        requireWholeBlocks(picture, wanted.format, wanted.function);
    return describePicture(std::move(images), picture, dst, wanted);
}

void convert(InputArray src, OutputArray dst, const Wanted& wanted, const StreamRef& stream, Striper& striper)
{
    requireAccepted(wanted);
    const auto describeOne = [&](size_t, InputArray from, OutputArray to) { return describe(from, to, wanted); };
    runAll(src, dst, wanted.function, describeOne, stream, striper);
}

// Luma as it is. Planes of chroma are not read.
Operation describeToGrey(InputArray src, OutputArray dst, const YuvFormat& format, const char* function)
{
    std::vector<ImageAccess> images;
    const Size picture = openYuvInput(images, src, format, function);
    requireWholeBlocks(picture, format, function);
    images[0].size = picture;
    images[0].planes.clear();
    images.erase(images.begin() + 1, images.end());
    const YuvFormat read = format.planes() > 1 ? YuvFormat(YuvLayout::Y, format.matrix()) : format;
    return describePicture(std::move(images), picture, dst, {read, ChannelOrder::BGR, 1, CV_8U, function});
}

}  // namespace

Operation describeDecoding(InputArray src, OutputArray dst, const YuvCode& code, int channels, const char* function)
{
    if (code.channels == 1) {
        if (channels != 0 && channels != 1)
            CV_Error_(Error::StsBadArg, ("%s: dstCn is %d; for %s it may be 0 or 1", function, channels, code.name));
        return describeToGrey(src, dst, code.format, function);
    }
    Wanted wanted = {code.format, code.order, channels ? channels : code.channels, CV_8U, function, "dstCn"};
    wanted.byCode = true;
    requireAccepted(wanted);
    return describe(src, dst, wanted);
}

void cvtFromYuv(InputArray src, OutputArray dst, const YuvFormat& format, ChannelOrder order, int channels,
                const StreamRef& stream, Striper& striper)
{
    convert(src, dst, {format, order, channels, format.imageDepth(), "cudastripe::cvtFromYuv"}, stream, striper);
}

void cvtFromYuv(InputArray src, OutputArray dst, const YuvFormat& format, const FromYuvParams& params,
                const StreamRef& stream, Striper& striper)
{
    Wanted wanted = {format, params.order, params.channels, params.depth, "cudastripe::cvtFromYuv"};
    if (params.depth == -1)
        wanted.depth = format.imageDepth();
    wanted.prefix = "params.";
    wanted.channelsName = "params.channels";
    wanted.upsampling = params.upsampling;
    convert(src, dst, wanted, stream, striper);
}

void cvtColorTwoPlane(InputArray src1, InputArray src2, OutputArray dst, int code, const StreamRef& stream,
                      Striper& striper)
{
    const char* const function = "cudastripe::cvtColorTwoPlane";
    const YuvCode* const row = findCode(yuvDecodeCodes(), code);
    if (!row || row->format.planes() != 2) {
        CV_Error_(Error::StsBadFlag, ("%s: code is %s; it must be COLOR_YUV2{RGB,BGR,RGBA,BGRA}_{NV12,NV21}, 90 to 97: "
                                      "use cvtColor() for images without a second one",
                                      function, codeText(code).c_str()));
    }
    const YuvFormat format = row->format;
    std::vector<ImageAccess> images;
    const Size picture = openYuvPlane(images, src1, 0, format, Size(), function, "src1");
    requireWholeBlocks(picture, format, function, "src1");
    openYuvPlane(images, src2, 1, format, picture, function, "src2");
    run(describePicture(std::move(images), picture, dst, {format, row->order, row->channels, CV_8U, function}), stream,
        striper);
}

}}  // namespace cv::cudastripe
