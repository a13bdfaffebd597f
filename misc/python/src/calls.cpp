// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The functions that convert images.

#include <nanobind/stl/optional.h>

#include "batch.hpp"
#include "bindings.hpp"
#include "call.hpp"

namespace cudastripe_python {
namespace {

using namespace cv::cudastripe;
using cv::InputArray;
using cv::OutputArray;

nb::any pyCvtColor(ImagesArg src, CodeArg code, ImagesArg dst, int channels, std::optional<bool> batch, KindArg out,
                   StreamArg stream, Striper* striper)
{
    const Call call("cudastripe.cvt_color", stream, striper);
    const int number = codeOf(code);
    const Images from = call.read(src.object, "src");
    const Output output{dst, out, src.object};
    const auto convert = [&](OutputArray to) {
        cvtColor(from.input(), to, number, channels, call.stream(), call.striper());
    };
    const auto planes = from.areList() ? decodedFormat(number) : std::nullopt;
    if (isBatch(from, {call.function(), batch, dst.object, planes}))
        return call.writeBatch(output, from.mats().size(), convert);
    return call.write(output, 0, [&](OutputArray to) {
        if (from.areList() && from.mats().size() == 2)
            cvtColorTwoPlane(from.mats()[0], from.mats()[1], to, number, call.stream(), call.striper());
        else
            convert(to);
    });
}

nb::any pyToYuv(ImagesArg src, FormatArg format, ImagesArg dst, OrderArg order, bool planes, KindArg out,
                StreamArg stream, Striper* striper)
{
    const Call call("cudastripe.to_yuv", stream, striper);
    const YuvFormat to = formatOf(format);
    const ChannelOrder wanted = orderOf(order);
    const Images from = call.read(src.object, "src");
    const Output output{dst, out, src.object};
    const auto convert = [&](OutputArray result) {
        cvtToYuv(from.input(), result, to, wanted, call.stream(), call.striper());
    };
    if (!isBatch(from, {call.function(), std::nullopt, dst.object, std::nullopt}))
        return call.write(output, planes ? to.planes() : 0, convert);
    requireNoPlanes(planes, call.function());
    return call.writeBatch(output, from.mats().size(), convert);
}

nb::any pyFromYuv(ImagesArg src, FormatArg format, ImagesArg dst, OrderArg order, int channels, DtypeArg dtype,
                  UpsamplingArg upsampling, std::optional<bool> batch, KindArg out, StreamArg stream, Striper* striper)
{
    const Call call("cudastripe.from_yuv", stream, striper);
    const YuvFormat from = formatOf(format);
    FromYuvParams params;
    params.order = orderOf(order);
    params.channels = channels;
    params.depth = depthOf(dtype, "dtype");
    params.upsampling = upsamplingOf(upsampling);
    const Images images = call.read(src.object, "src");
    const Output output{dst, out, src.object};
    const auto convert = [&](OutputArray to) {
        cvtFromYuv(images.input(), to, from, params, call.stream(), call.striper());
    };
    if (isBatch(images, {call.function(), batch, dst.object, from}))
        return call.writeBatch(output, images.mats().size(), convert);
    return call.write(output, 0, convert);
}

nb::any pyCvtYuv(ImagesArg src, FormatArg from, FormatArg to, ImagesArg dst, bool planes, KindArg out, StreamArg stream,
                 Striper* striper)
{
    const Call call("cudastripe.cvt_yuv", stream, striper);
    const YuvFormat source = formatOf(from), wanted = formatOf(to);
    const Images images = call.read(src.object, "src");
    requireNoFrames(images, call.function());
    return call.write({dst, out, src.object}, planes ? wanted.planes() : 0, [&](OutputArray result) {
        cvtYuv(images.input(), source, result, wanted, call.stream(), call.striper());
    });
}

constexpr const char* kCvtColor =
    R"(Converts an image between colour spaces by one of cv2.cvtColor's codes, with the same bytes for 8 and 16 bits.

src: (rows, columns, 3 or 4), (rows * 3/2, columns) for 4:2:0, (rows, columns, 2) for 4:2:2, of uint8, uint16 or
    float32; or the two planes of NV12 or NV21. A list of such images, of any sizes, is one call for all: a batch.
code: a number of cv2.COLOR_..., or its name such as "BGRA2YUV_I420"; codes() lists them.
dst: where to write; else the result is a new array of the kind of src. A list for a batch.
channels: of the result, 3 or 4 where the code leaves it open; 0: as the code says.
batch: whether a list has images (True) or planes (False); None: planes if there are as many as the format has, of
    their shapes.
out: the kind of a new result: "numpy", "cupy", "torch", "jax" or "dlpack".
stream: where among the caller's GPU work the call takes place; None: it returns when the result is ready.
striper: what does the work; None: the one of the current device.)";

constexpr const char* kToYuv = R"(Converts an image to a YUV format.

src: (rows, columns, 3 or 4) of uint8 for 8 bits, of uint16 for more, also a PyAV VideoFrame such as bgr24; or a list
    of such images, of any sizes.
format: a YuvFormat, or its name such as "nv12:bt709:limited".
dst: one array of format.image_shape(rows, columns), or a list of one for each plane (format.plane_shape); for a list
    of images a list of one array each.
order: of the channels of src.
planes: True for a new result that is a list of planes.
out, stream, striper: as in cvt_color.)";

constexpr const char* kFromYuv = R"(Converts an image from a YUV format to colours.

src: one array of format.image_shape(rows, columns), a list of one for each plane, or a PyAV VideoFrame; or a list of
    such arrays or frames for one picture each, of any sizes.
format: a YuvFormat, or its name such as "nv12:bt709:limited".
dst: (rows, columns, channels), or a list of them.
order, channels: of the result; the fourth channel has the greatest value.
dtype: uint8, or uint16 for formats of more than 8 bits; None: as the format has it.
upsampling: "nearest" takes the chroma sample of the block, "linear" interpolates samples, by the format's siting.
batch: as in cvt_color.
out, stream, striper: as in cvt_color.)";

constexpr const char* kCvtYuv = R"(Converts one YUV format to another one.

src, dst: one array, or a list of one for each plane; src may be a PyAV VideoFrame.
from_format, to_format: a YuvFormat, or its name.
planes: True for a new result that is a list of planes.
out, stream, striper: as in cvt_color.)";

}  // namespace

void bindCalls(nb::module_& m)
{
    using nb::arg;
    const auto dst = arg("dst").none() = nb::none(), batch = arg("batch").none() = nb::none(),
               out = arg("out").none() = nb::none(), stream = arg("stream").none() = nb::none(),
               striper = arg("striper").none() = nb::none();
    m.def("cvt_color", &pyCvtColor, arg("src"), arg("code"), nb::kw_only(), dst, arg("channels") = 0, batch, out,
          stream, striper, kCvtColor);
    m.def("to_yuv", &pyToYuv, arg("src"), arg("format"), nb::kw_only(), dst, arg("order") = "bgr",
          arg("planes") = false, out, stream, striper, kToYuv);
    m.def("from_yuv", &pyFromYuv, arg("src"), arg("format"), nb::kw_only(), dst, arg("order") = "bgr",
          arg("channels") = 3, arg("dtype").none() = nb::none(), arg("upsampling") = "nearest", batch, out, stream,
          striper, kFromYuv);
    m.def("cvt_yuv", &pyCvtYuv, arg("src"), arg("from_format"), arg("to_format"), nb::kw_only(), dst,
          arg("planes") = false, out, stream, striper, kCvtYuv);
    m.def("codes", &codes, nb::sig("def codes() -> dict[str, int]"), "The codes that cvt_color takes, by name.");
}

}  // namespace cudastripe_python
