// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The function that resizes images.

#include "batch.hpp"
#include "bindings.hpp"
#include "call.hpp"
#include "resampling.hpp"

namespace cudastripe_python {
namespace {

using namespace cv::cudastripe;
using cv::OutputArray;

constexpr const char* kFunction = "cudastripe.resize";

nb::any pyResize(ImagesArg src, SizeArg dsize, ResamplingArg resampling, ImagesArg dst, double fx, double fy,
                 AlphaArg alpha, BoxArg box, int version, KindArg out, StreamArg stream, Striper* striper)
{
    const Call call(kFunction, stream, striper);
    const cv::Size size = sizeOf(dsize);
    const Resampling wanted = resamplingOf(kFunction, resampling, alpha, box, version);
    const Images images = call.read(src.object, "src");
    requireOnePlane(images, src.object, kFunction);
    const Output output{dst, out, src.object};
    const auto convert = [&](OutputArray to) {
        if (wanted.interpolation() >= 0)
            resize(images.input(), to, size, fx, fy, wanted.interpolation(), call.stream(), call.striper());
        else
            resize(images.input(), to, size, wanted, call.stream(), call.striper());
    };
    if (isBatch(images, {call.function(), std::nullopt, dst.object, std::nullopt}))
        return call.writeBatch(output, images.mats().size(), convert);
    return call.write(output, 0, convert);
}

constexpr const char* kResize =
    R"(Resizes an image, with the bytes of cv2.resize without IPP, or of Pillow's Image.resize.

src: (rows, columns) or (rows, columns, 1 to 4), of uint8; also of uint16 and float32 for "linear" and "area", of any
    depth for "nearest" and "nearest_exact", of float32 for "linear_exact" and, with one channel, for filters of Pillow.
    A list of such images, of any sizes, is one call for all: a batch.
dsize: (width, height), as cv2 and Pillow have it; None: as fx and fy say.
resampling: "nearest", "linear", "area", "cubic", "lanczos4", "linear_exact", "nearest_exact", or a number of
    cv2.INTER_...; "pillow:box", "pillow:bilinear", "pillow:hamming", "pillow:bicubic" or "pillow:lanczos".
dst: where to write; else the result is a new array of the kind of src. A list for a batch.
fx, fy: scales across and down, for dsize=None.
alpha: for filters of Pillow: "premultiplied" as its modes RGBA and LA, "straight" as all others.
box: for filters of Pillow: (left, upper, right, lower) of the part to resize, also fractions.
version: for filters of Pillow: the major version whose bytes are wanted.
out, stream, striper: as in cvt_color.)";

}  // namespace

void bindResize(nb::module_& m)
{
    using nb::arg;
    m.def("resize", &pyResize, arg("src"), arg("dsize").none(), arg("resampling") = "linear", nb::kw_only(),
          arg("dst").none() = nb::none(), arg("fx") = 0.0, arg("fy") = 0.0, arg("alpha") = "straight",
          arg("box").none() = nb::none(), arg("version") = kNewestPillow, arg("out").none() = nb::none(),
          arg("stream").none() = nb::none(), arg("striper").none() = nb::none(), kResize);
}

}  // namespace cudastripe_python
