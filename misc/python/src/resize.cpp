// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The function that resizes images.

#include <climits>

#include "batch.hpp"
#include "bindings.hpp"
#include "call.hpp"

namespace cudastripe_python {
namespace {

using namespace cv::cudastripe;
using cv::OutputArray;

constexpr const char* kFunction = "cudastripe.resize";
constexpr int kNewestPillow = 13;

//! The number of a filter of Pillow among those of OpenCV, which are 0 or more.
constexpr int filterNumber(Resampling::Filter filter)
{
    return -1 - int(filter);
}

const std::vector<Choice>& resamplings()
{
    using Filter = Resampling::Filter;
    static const std::vector<Choice> all = {{"nearest", cv::INTER_NEAREST},
                                            {"linear", cv::INTER_LINEAR},
                                            {"area", cv::INTER_AREA},
                                            {"cubic", cv::INTER_CUBIC},
                                            {"lanczos4", cv::INTER_LANCZOS4},
                                            {"linear_exact", cv::INTER_LINEAR_EXACT},
                                            {"nearest_exact", cv::INTER_NEAREST_EXACT},
                                            {"pillow:box", filterNumber(Filter::Box)},
                                            {"pillow:bilinear", filterNumber(Filter::Bilinear)},
                                            {"pillow:hamming", filterNumber(Filter::Hamming)},
                                            {"pillow:bicubic", filterNumber(Filter::Bicubic)},
                                            {"pillow:lanczos", filterNumber(Filter::Lanczos)}};
    return all;
}

Resampling::Alpha alphaOf(AlphaArg alpha)
{
    static const std::vector<Choice> alphas = {{"straight", int(Resampling::Alpha::Straight)},
                                               {"premultiplied", int(Resampling::Alpha::Premultiplied)}};
    return Resampling::Alpha(choose(alpha.object, "alpha", alphas));
}

//! So many entries of a sequence.
std::vector<nb::object> entriesOf(nb::handle object, const char* name, int count, const char* accepted)
{
    const bool sequence = PySequence_Check(object.ptr()) && !nb::isinstance<nb::str>(object);
    if (!sequence)
        throwTypeError(cv::format("%s is a %s; it must be %s", name, typeName(object).c_str(), accepted));
    const Py_ssize_t length = PyObject_Size(object.ptr());
    if (length < 0)
        throw nb::python_error();
    if (length != count)
        throwValueError(cv::format("%s has %lld entries; it must be %s", name, (long long)length, accepted));
    std::vector<nb::object> entries;
    for (int i = 0; i < count; ++i)
        entries.emplace_back(object[i]);
    return entries;
}

//! Empty for None.
cv::Size sizeOf(SizeArg size)
{
    if (size.object.is_none())
        return {};
    const auto sides = entriesOf(size.object, "dsize", 2, "(width, height)");
    return {int(integerOf(sides[0], "dsize[0]", 0, INT_MAX)), int(integerOf(sides[1], "dsize[1]", 0, INT_MAX))};
}

// Pillow takes floats, whose differences are exact as doubles.
cv::Rect2d boxOf(BoxArg box)
{
    double edges[4];
    const auto entries = entriesOf(box.object, "box", 4, "(left, upper, right, lower)");
    for (size_t i = 0; i < entries.size(); ++i)
        edges[i] = static_cast<float>(numberOf(entries[i], cv::format("box[%d]", int(i)).c_str()));
    return {edges[0], edges[1], edges[2] - edges[0], edges[3] - edges[1]};
}

Resampling resamplingOf(ResamplingArg resampling, AlphaArg alpha, BoxArg box, int version)
{
    const Resampling::Alpha wanted = alphaOf(alpha);
    const bool isName = nb::isinstance<nb::str>(resampling.object);
    const int number = choose(resampling.object, "resampling", resamplings(), true);
    if (number >= 0 || !isName) {
        const Resampling ofOpenCV = Resampling::opencv(number);
        if (wanted != Resampling::Alpha::Straight || !box.object.is_none() || version != kNewestPillow) {
            throwValueError(cv::format("%s: resampling is %s; alpha, box and version are for filters of Pillow",
                                       kFunction, ofOpenCV.name().c_str()));
        }
        return ofOpenCV;
    }
    const Resampling filter = Resampling::pillow(Resampling::Filter(-1 - number), wanted, version);
    return box.object.is_none() ? filter : filter.inBox(boxOf(box));
}

// The planes of such a frame would become one image, with a seam between them.
void requireOnePlane(const Images& src, nb::handle object)
{
    for (size_t i = 0; src.areFrames() && i < src.mats().size(); ++i) {
        const nb::object image = object[i];
        const size_t planes = nb::hasattr(image, "planes") ? nb::len(nb::object(image.attr("planes"))) : 1;
        if (planes > 1) {
            throwTypeError(cv::format("%s: src[%d] is a frame of %d planes; convert it to colours first, by from_yuv",
                                      kFunction, int(i), int(planes)));
        }
    }
}

nb::any pyResize(ImagesArg src, SizeArg dsize, ResamplingArg resampling, ImagesArg dst, double fx, double fy,
                 AlphaArg alpha, BoxArg box, int version, KindArg out, StreamArg stream, Striper* striper)
{
    const Call call(kFunction, stream, striper);
    const cv::Size size = sizeOf(dsize);
    const Resampling wanted = resamplingOf(resampling, alpha, box, version);
    const Images images = call.read(src.object, "src");
    requireOnePlane(images, src.object);
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
