// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// YuvFormat, with shapes in NumPy's order.

#include <nanobind/operators.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "state.hpp"

namespace cudastripe_python {
namespace {

using namespace cv::cudastripe;

#define CUDASTRIPE_LAYOUT_CHOICE(NAME, TEXT, ...) {TEXT, int(YuvLayout::NAME)},
#define CUDASTRIPE_MATRIX_CHOICE(NAME, TEXT, ...) {TEXT, int(YuvMatrix::NAME)},
const std::vector<Choice> kLayouts = {CV_CUDASTRIPE_YUV_LAYOUTS(CUDASTRIPE_LAYOUT_CHOICE)};
const std::vector<Choice> kMatrices = {
    CV_CUDASTRIPE_YUV_MATRICES(CUDASTRIPE_MATRIX_CHOICE){"opencv420", int(YuvMatrix::OpenCV420)},
    {"opencv422", int(YuvMatrix::OpenCV422)},
    {"tutorial", int(YuvMatrix::Tutorial)}};
const std::vector<Choice> kRanges = {{"limited", int(YuvRange::Limited)}, {"full", int(YuvRange::Full)}};
const std::vector<Choice> kSitings = {
    {"topleft", int(ChromaSiting::TopLeft)}, {"left", int(ChromaSiting::Left)}, {"center", int(ChromaSiting::Center)}};

nb::tuple shapeOf(cv::Size size, int type)
{
    const int channels = CV_MAT_CN(type);
    return channels == 1 ? nb::make_tuple(size.height, size.width) : nb::make_tuple(size.height, size.width, channels);
}

void bindTags(nb::module_& m)
{
    using nb::arg;
    nb::class_<VideoTags> tags(m, "VideoTags",
                               "What a file or a frame says about its samples, by FFmpeg's name of the pixel format "
                               "and the numbers of ITU-T H.273.");
    keepBy(tags, &VideoTags::pixelFormat, &VideoTags::matrix, &VideoTags::range, &VideoTags::chromaLocation,
           &VideoTags::interlaced, &VideoTags::height);
    tags.def(
            "__init__",
            [](VideoTags* self, const std::string& pixelFormat, int matrix, int range, int chromaLocation,
               bool interlaced,
               int height) { new (self) VideoTags{pixelFormat, matrix, range, chromaLocation, interlaced, height}; },
            arg("pixel_format"), nb::kw_only(), arg("matrix") = 2, arg("range") = -1, arg("chroma_location") = -1,
            arg("interlaced") = false, arg("height") = 0,
            "pixel_format: FFmpeg's name, such as \"yuv420p10le\".\n"
            "matrix: MatrixCoefficients; 2: not said. range: 0 limited, 1 full; -1: not said.\n"
            "chroma_location: 0 left, 1 center, 2 top left ...; -1: not said.\n"
            "height: decides about the matrix where it is not said.")
        .def_rw("pixel_format", &VideoTags::pixelFormat, "FFmpeg's name of the pixel format.")
        .def_rw("matrix", &VideoTags::matrix, "MatrixCoefficients of H.273.")
        .def_rw("range", &VideoTags::range, "VideoFullRangeFlag of H.273.")
        .def_rw("chroma_location", &VideoTags::chromaLocation, "ChromaSampleLocType of H.273.")
        .def_rw("interlaced", &VideoTags::interlaced, "True if rows belong to two fields.")
        .def_rw("height", &VideoTags::height, "Rows of a frame.")
        .def_prop_ro("rgb", &VideoTags::rgb, "True if the samples are red, green and blue.")
        .def_prop_ro(
            "assumed",
            [](const VideoTags& t) {
                cv::String assumed;
                YuvFormat::fromTags(t, &assumed);
                return std::string(assumed);
            },
            "What YuvFormat.from_tags assumes because it is not said, such as \"BT.709, limited range\".");
}

}  // namespace

void bindYuvFormat(nb::module_& m)
{
    using Format = YuvFormat;
    bindTags(m);
    nb::class_<Format>(m, "YuvFormat", "A YUV format: layout, matrix, range, siting of the chroma, bits of a sample.")
        .def(
            "__init__", [](Format* self, const std::string& name) { new (self) Format(Format::fromName(name)); },
            nb::arg("name"),
            "Reads a name: the layout, then in any order matrix, range, siting and bits, apart by colons, such as\n"
            "\"i420:10bit:bt2020:full:center\"; or that of a preset, such as \"hd\" or \"jpeg\".")
        .def_static("all", &Format::all, "All formats.")
        .def_static(
            "from_tags", [](const VideoTags& tags) { return Format::fromTags(tags); }, nb::arg("tags"),
            "The format of what a file or a frame says: an unspecified matrix is BT.601 up to 576 lines, else BT.709;\n"
            "an unspecified range is limited, but full for grey and yuvj420p, yuvj422p, yuvj444p.\n"
            "Raises ValueError that names what has no format, such as RGB samples or the matrix YCgCo.")
        .def(
            "with_siting",
            [](const Format& f, const std::string& siting) {
                return f.withSiting(ChromaSiting(choose(nb::str(siting.c_str()), "siting", kSitings)));
            },
            nb::arg("siting"), "The same format with chroma at \"topleft\", \"left\" or \"center\".")
        .def("with_depth", &Format::withDepth, nb::arg("bits"), "The same format with samples of 8, 10, 12 or 16 bits.")
        .def_prop_ro(
            "name", [](const Format& f) { return std::string(f.name()); }, "The name that makes it again.")
        .def_prop_ro(
            "layout", [](const Format& f) { return nameOf(int(f.layout()), kLayouts); },
            "Where the samples lie, such as \"nv12\".")
        .def_prop_ro(
            "matrix", [](const Format& f) { return nameOf(int(f.matrix()), kMatrices); },
            "The weights of the colours, such as \"bt709\".")
        .def_prop_ro(
            "range", [](const Format& f) { return nameOf(int(f.range()), kRanges); }, "\"limited\" or \"full\".")
        .def_prop_ro(
            "siting", [](const Format& f) { return nameOf(int(f.siting()), kSitings); },
            "The pixels of a block whose mean is its chroma: \"topleft\", \"left\" or \"center\".")
        .def_prop_ro("depth", &Format::depth, "Bits of a sample.")
        .def_prop_ro(
            "dtype", [](const Format& f) { return dtypeName(f.imageDepth()); },
            "The dtype of samples and of the colours that become them.")
        .def_prop_ro(
            "ffmpeg_name", [](const Format& f) { return std::string(f.ffmpegName()); },
            "FFmpeg's pixel format, such as \"nv12\"; empty if it has none.")
        .def_prop_ro("planes", &Format::planes, "The number of planes.")
        .def_prop_ro(
            "block_shape", [](const Format& f) { return nb::make_tuple(f.blockSize().height, f.blockSize().width); },
            nb::sig("def block_shape(self) -> tuple[int, int]"),
            "Rows and columns that a chroma sample spans. A picture's sides are multiples of these, unless it is "
            "planes.")
        .def(
            "plane_shape",
            [](const Format& f, int plane, int rows, int columns) {
                return shapeOf(f.planeSize(plane, cv::Size(columns, rows)), f.planeType(plane));
            },
            nb::arg("plane"), nb::arg("rows"), nb::arg("columns"),
            nb::sig("def plane_shape(self, plane: int, rows: int, columns: int) -> tuple[int, ...]"),
            "The shape of the array of a plane, for a picture of so many rows and columns.")
        .def(
            "image_shape",
            [](const Format& f, int rows, int columns) {
                return shapeOf(f.imageSize(cv::Size(columns, rows)), f.imageType());
            },
            nb::arg("rows"), nb::arg("columns"),
            nb::sig("def image_shape(self, rows: int, columns: int) -> tuple[int, ...]"),
            "The shape of the one array with all planes; of 0 rows if there is none, as for odd sizes.")
        .def(
            "picture_shape",
            [](const Format& f, int rows, int columns) {
                const cv::Size size = f.sourceSize(cv::Size(columns, rows));
                return nb::make_tuple(size.height, size.width);
            },
            nb::arg("rows"), nb::arg("columns"),
            nb::sig("def picture_shape(self, rows: int, columns: int) -> tuple[int, int]"),
            "Rows and columns of the picture whose one array has so many; (0, 0) if there is none.")
        .def(
            "__eq__",
            [](const Format& f, nb::handle other) {
                return nb::isinstance<Format>(other) && f == nb::cast<Format&>(other);
            },
            nb::arg("other"), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__getstate__", [](const Format& f) { return std::string(f.name()); })
        .def("__setstate__", [](Format& f, const std::string& name) { new (&f) Format(Format::fromName(name)); })
        .def("__hash__", [](const Format& f) { return nb::hash(nb::str(f.name().c_str())); })
        .def("__repr__", [](const Format& f) { return "YuvFormat('" + std::string(f.name()) + "')"; });
}

}  // namespace cudastripe_python
