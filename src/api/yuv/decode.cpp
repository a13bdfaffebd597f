// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// cvtFromYuv, cvtColorTwoPlane, and the codes of cv::cvtColor that read YUV.

#include "decode.hpp"

#include "../../model/yuv/codes.hpp"
#include "../../op/yuv/linear/op.hpp"
#include "../../op/yuv/op.hpp"
#include "../batch/batch.hpp"
#include "../striper/striper_impl.hpp"
#include "images.hpp"
#include "opencv2/cudastripe/color.hpp"

namespace cv { namespace cudastripe {
namespace {

//! What a call makes of YUV.
struct Wanted
{
    const YuvFormat& format;
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
void makePicture(const std::vector<ImageAccess>& images, Size picture, OutputArray dst, const Wanted& wanted,
                 const StreamRef& stream, Striper& striper)
{
    const int type = CV_MAKETYPE(wanted.depth, wanted.channels);
    const auto openDst = [&](OutputArray to) {
        return openResult(to, picture, type, images, wanted.function, !wanted.interpolates());
    };
    const auto makeOp = [&](const std::vector<ImageAccess>&) {
        const auto make = wanted.interpolates() ? &makeYuvLinearOp : &makeYuvDecodeOp;
        return make(wanted.format, wanted.order, picture, wanted.depth, wanted.channels,
                    rowsTogether(wanted.format, images));
    };
    striper.impl().run(
        {wanted.function, images, std::cref(openDst), std::cref(makeOp), stream, dst, fits(dst, picture, type)});
}

void convert(InputArray src, OutputArray dst, const Wanted& wanted, const StreamRef& stream, Striper& striper)
{
    requireAccepted(wanted);
    if (isBatch(src, dst)) {
        const auto step = [&](size_t, InputArray from, OutputArray to, Striper& noting) {
            convert(from, to, wanted, StreamRef(), noting);
        };
        return static_cast<void>(runBatch(src, dst, wanted.function, step, stream, striper));
    }
    std::vector<ImageAccess> images;
    const Size picture = openYuvInput(images, src, wanted.format, wanted.function);
    if (wanted.byCode)
        requireWholeBlocks(picture, wanted.format, wanted.function);
    makePicture(images, picture, dst, wanted, stream, striper);
}

// Luma as it is. Planes of chroma are not read.
void convertToGrey(InputArray src, OutputArray dst, const YuvFormat& format, const char* function,
                   const StreamRef& stream, Striper& striper)
{
    std::vector<ImageAccess> images;
    const Size picture = openYuvInput(images, src, format, function);
    requireWholeBlocks(picture, format, function);
    images[0].size = picture;
    images[0].planes.clear();
    images.erase(images.begin() + 1, images.end());
    const YuvFormat read = format.planes() > 1 ? YuvFormat(YuvLayout::Y, format.matrix()) : format;
    makePicture(images, picture, dst, {read, ChannelOrder::BGR, 1, CV_8U, function}, stream, striper);
}

}  // namespace

bool decodeByCode(InputArray src, OutputArray dst, int code, int channels, const char* function,
                  const StreamRef& stream, Striper& striper)
{
    const YuvCode* const row = findCode(yuvDecodeCodes(), code);
    if (!row)
        return false;
    if (row->channels == 1) {
        if (channels != 0 && channels != 1)
            CV_Error_(Error::StsBadArg, ("%s: dstCn is %d; for %s it may be 0 or 1", function, channels, row->name));
        convertToGrey(src, dst, row->format, function, stream, striper);
        return true;
    }
    Wanted wanted = {row->format, row->order, channels ? channels : row->channels, CV_8U, function, "dstCn"};
    wanted.byCode = true;
    convert(src, dst, wanted, stream, striper);
    return true;
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
    makePicture(images, picture, dst, {format, row->order, row->channels, CV_8U, function}, stream, striper);
}

}}  // namespace cv::cudastripe
