// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// YuvFormat, with shapes in NumPy's order.

#include <nanobind/operators.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "bindings.hpp"

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

}  // namespace

void bindYuvFormat(nb::module_& m)
{
    using Format = YuvFormat;
    nb::class_<Format>(m, "YuvFormat", "A YUV format: layout, matrix, range, siting of the chroma, bits of a sample.")
        .def(
            "__init__", [](Format* self, const std::string& name) { new (self) Format(Format::fromName(name)); },
            nb::arg("name"),
            "Reads a name: the layout, then in any order matrix, range, siting and bits, apart by colons, such as\n"
            "\"i420:10bit:bt2020:full:center\"; or that of a preset, such as \"hd\" or \"jpeg\".")
        .def_static("all", &Format::all, "All formats.")
        .def(
            "with_siting",
            [](const Format& f, const std::string& siting) {
                return f.withSiting(ChromaSiting(choose(nb::str(siting.c_str()), "siting", kSitings)));
            },
            nb::arg("siting"), "The same format with chroma at \"topleft\", \"left\" or \"center\".")
        .def("with_depth", &Format::withDepth, nb::arg("bits"), "The same format with samples of 8, 10 or 16 bits.")
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
            "The shape of the one array with all planes; of 0 rows if there is none.")
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
        .def("__hash__", [](const Format& f) { return nb::hash(nb::str(f.name().c_str())); })
        .def("__repr__", [](const Format& f) { return "YuvFormat('" + std::string(f.name()) + "')"; });
}

}  // namespace cudastripe_python
