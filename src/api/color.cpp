// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "opencv2/cudastripe/color.hpp"

#include <algorithm>

#include "../op/packed_yuv_op.hpp"
#include "opencv2/core/check.hpp"
#include "striper_impl.hpp"

namespace cv { namespace cudastripe {
namespace {

String acceptedDepths(int depths)
{
    String list;
    for (int depth = CV_8U; depth <= CV_64F; ++depth) {
        if (depths >> depth & 1)
            list += (list.empty() ? "" : ", ") + String(depthToString(depth));
    }
    return list;
}

void checkOverlap(const ImageAccess& src, const ImageAccess& dst, const char* function)
{
    if (!overlap(src.plane, src.size.height, dst.plane, dst.size.height))
        return;
    const bool same = src.plane.base == dst.plane.base && src.plane.step == dst.plane.step &&
                      src.plane.rowBytes == dst.plane.rowBytes;
    if (!same) {
        CV_Error_(Error::StsBadArg, ("%s: dst overlaps src: %lld bytes at %p and %lld bytes at %p; they may share "
                                     "nothing, or be exactly the same memory with elements of one size",
                                     function, (long long)spanBytes(dst.plane, dst.size.height), dst.plane.base,
                                     (long long)spanBytes(src.plane, src.size.height), src.plane.base));
    }
}

void convert(InputArray src, OutputArray dst, const PackedYuvConversion& conversion, const char* function,
             const StreamRef& stream, Striper& striper)
{
    const ImageAccess from = openInput(src, function, "src");
    const int depth = CV_MAT_DEPTH(from.type), channels = CV_MAT_CN(from.type);
    if (!(conversion.depths() >> depth & 1) || (channels != 3 && channels != 4)) {
        CV_Error_(Error::StsUnsupportedFormat,
                  ("%s: src has type %s; %s takes %s with 3 or 4 channels", function, typeToString(from.type).c_str(),
                   conversion.name, acceptedDepths(conversion.depths()).c_str()));
    }
    const auto openDst = [&] {
        const ImageAccess to = openOutput(dst, from.size, CV_MAKETYPE(depth, 3), function, "dst");
        checkOverlap(from, to, function);
        return to;
    };
    // Pixels are on their own, so without gaps between rows there is no need to cut at rows.
    const auto makeOp = [&](const ImageAccess& to) {
        const CutBy cut = from.continuous() && to.continuous() ? CutBy::Elements : CutBy::Rows;
        return makePackedYuvOp(conversion, from.size, depth, channels, cut);
    };
    striper.impl().run({function, {from}, openDst, makeOp, stream});
}

}  // namespace

void cvtColor(InputArray src, OutputArray dst, int code, const StreamRef& stream, Striper& striper)
{
    const char* const function = "cudastripe::cvtColor";
    const auto& table = packedYuvConversions();
    const auto found =
        std::find_if(table.begin(), table.end(), [&](const PackedYuvConversion& row) { return row.code == code; });
    if (found == table.end() || code < 0) {
        String accepted;
        for (const PackedYuvConversion& row : table) {
            if (row.code >= 0)
                accepted += (accepted.empty() ? "" : ", ") + format("%s (%d)", row.name, row.code);
        }
        CV_Error_(Error::StsBadFlag, ("%s: code is %d; accepted are %s", function, code, accepted.c_str()));
    }
    convert(src, dst, *found, function, stream, striper);
}

void cvtToYuv(InputArray src, OutputArray dst, const YuvFormat& format, ChannelOrder order, const StreamRef& stream,
              Striper& striper)
{
    const char* const function = "cudastripe::cvtToYuv";
    CV_Assert(format == YuvFormat::tutorial());
    const auto& table = packedYuvConversions();
    const auto found = std::find_if(table.begin(), table.end(), [&](const PackedYuvConversion& row) {
        return row.formula == PackedYuvConversion::Formula::Tutorial && row.order == order;
    });
    CV_Assert(found != table.end());
    convert(src, dst, *found, function, stream, striper);
}

}}  // namespace cv::cudastripe
