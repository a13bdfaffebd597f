// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Chain. Its methods have the names of C++ in snake_case, and OpenCV's constants as words.

#include "bindings.hpp"

#include <climits>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "resampling.hpp"

namespace cudastripe_python {
namespace {

using namespace cv::cudastripe;
using nb::arg;

const std::vector<Choice> kThresholds = {{"binary", cv::THRESH_BINARY},
                                         {"binary_inv", cv::THRESH_BINARY_INV},
                                         {"trunc", cv::THRESH_TRUNC},
                                         {"tozero", cv::THRESH_TOZERO},
                                         {"tozero_inv", cv::THRESH_TOZERO_INV}};
const std::vector<Choice> kComparisons = {{"==", cv::CMP_EQ}, {">", cv::CMP_GT},  {">=", cv::CMP_GE},
                                          {"<", cv::CMP_LT},  {"<=", cv::CMP_LE}, {"!=", cv::CMP_NE}};

const std::vector<Choice> kLayouts = {{"chw", int(TensorLayout::CHW)}, {"hwc", int(TensorLayout::HWC)}};
const std::vector<Choice> kAllLayouts = {kLayouts[0], kLayouts[1], {"patches", int(TensorLayout::Patches)}};

using ChainClass = nb::class_<SharedChain>;

// Each method returns the chain itself, so that calls can be strung together.
template <class... Parameters>
auto step(Chain& (Chain::*method)(Parameters...))
{
    return [method](SharedChain& c, Parameters... parameters) -> SharedChain& {
        return (c.own().*method)(parameters...), c;
    };
}

template <class... Parameters>
auto operandStep(Chain& (Chain::*method)(const Operand&, Parameters...))
{
    return [method](SharedChain& c, OperandArg s, Parameters... parameters) -> SharedChain& {
        return (c.own().*method)(operandOf(s, "s"), parameters...), c;
    };
}

int intOf(IntArg number, const char* name, int low)
{
    return int(integerOf(number.object, name, low, INT_MAX));
}

void bindSizes(ChainClass& chain)
{
    const auto self = nb::rv_policy::none;
    chain.def(
        "crop",
        [](SharedChain& c, IntArg x, IntArg y, IntArg width, IntArg height, ValuesArg border) -> SharedChain& {
            const bool inside = border.object.is_none();
            const int least = inside ? 0 : INT_MIN;
            const cv::Rect part(intOf(x, "x", least), intOf(y, "y", least), intOf(width, "width", 1),
                                intOf(height, "height", 1));
            return inside ? c.own().crop(part) : c.own().crop(part, valuesOf(border, "border").values()), c;
        },
        arg("x"), arg("y"), arg("width"), arg("height"), arg("border").none() = nb::none(), self,
        "Begins with a part of the image, or of the picture that a format holds. It stands before resize and all "
        "steps.\nWith a border, the part may reach beyond the image: pixels there have this value.");
    chain.def(
        "resize",
        [](SharedChain& c, SizeArg dsize, ResamplingArg resampling, AlphaArg alpha, BoxArg box,
           int version) -> SharedChain& {
            const cv::Size size = sizeOf(dsize);
            return c.own().resize(size, resamplingOf("Chain.resize", resampling, alpha, box, version)), c;
        },
        arg("dsize"), arg("resampling") = "linear", nb::kw_only(), arg("alpha") = "straight",
        arg("box").none() = nb::none(), arg("version") = kNewestPillow, self,
        "Resizes what the steps then see, with the bytes and the arguments of cudastripe.resize. It stands before all "
        "steps.\nThe second image and the mask have the new size.");
    chain.def(
        "place",
        [](SharedChain& c, SizeArg size, IntArg x, IntArg y, ValuesArg border) -> SharedChain& {
            const cv::Point at(intOf(x, "x", INT_MIN), intOf(y, "y", INT_MIN));
            return c.own().place(sizeOf(size), at, valuesOf(border, "border").values()), c;
        },
        arg("size"), arg("x"), arg("y"), arg("border") = 0, self,
        "Places the picture at (x, y) on an image of another size, as cv2.copyMakeBorder does with BORDER_CONSTANT; "
        "what "
        "lies\nbeyond it is cut off. It stands behind crop and resize, and before all steps.");
}

void bindArithmetic(ChainClass& chain)
{
    const auto self = nb::rv_policy::none;
    chain.def("add", operandStep(&Chain::add), arg("s"), self, "x + s, per channel, saturated, as cv2.add.");
    chain.def("subtract", operandStep(&Chain::subtract), arg("s"), self, "x - s, saturated, as cv2.subtract.");
    chain.def("subtract_from", operandStep(&Chain::subtractFrom), arg("s"), self,
              "s - x, saturated, as cv2.subtract(s, x).");
    chain.def("absdiff", operandStep(&Chain::absdiff), arg("s"), self, "|x - s|, as cv2.absdiff.");
    chain.def("min", operandStep(&Chain::min), arg("s"), self, "The smaller of x and s, as cv2.min.");
    chain.def("max", operandStep(&Chain::max), arg("s"), self, "The greater of x and s, as cv2.max.");
    chain.def("bitwise_and", operandStep(&Chain::bitwiseAnd), arg("s"), self, "Bits of x and s, as cv2.bitwise_and.");
    chain.def("bitwise_or", operandStep(&Chain::bitwiseOr), arg("s"), self, "Bits of x or s, as cv2.bitwise_or.");
    chain.def("bitwise_xor", operandStep(&Chain::bitwiseXor), arg("s"), self,
              "Bits of x or s but not both, as cv2.bitwise_xor.");
    chain.def("multiply", operandStep(&Chain::multiply), arg("s"), arg("scale") = 1.0, self,
              "scale * x * s, as cv2.multiply.");
    chain.def("divide", operandStep(&Chain::divide), arg("s"), arg("scale") = 1.0, self,
              "scale * x / s, as cv2.divide; 0 for integers where s is 0.");
    chain.def("divide_into", step(&Chain::divideInto), arg("scale"), self,
              "scale / x, as cv2.divide(scale, x); 0 for integers where x is 0.");
    chain.def("add_weighted", step(&Chain::addWeighted), arg("alpha"), arg("second"), arg("beta"), arg("gamma"), self,
              "alpha * x + beta * y + gamma with the second image, as cv2.addWeighted.");
    chain.def("magnitude", step(&Chain::magnitude), arg("second"), self,
              "sqrt(x^2 + y^2) with the second image, as cv2.magnitude.");
    chain.def("blend_over", step(&Chain::blendOver), arg("second"), self,
              "A BGRA image over the second image, BGR; uint8.");
}

void bindFunctions(ChainClass& chain)
{
    const auto self = nb::rv_policy::none;
    chain.def("bitwise_not", step(&Chain::bitwiseNot), self, "All bits of x inverted, as cv2.bitwise_not.");
    chain.def("abs", step(&Chain::abs), self, "|x|.");
    chain.def("sqr", step(&Chain::sqr), self, "x * x, saturated, as cv2.multiply(x, x).");
    chain.def("sqrt", step(&Chain::sqrt), self, "The square root, of float32 and float64, as cv2.sqrt.");
    chain.def("exp", step(&Chain::exp), self, "e^x, of float32 and float64.");
    chain.def("log", step(&Chain::log), self, "The natural logarithm, of float32 and float64.");
    chain.def("premultiply", step(&Chain::premultiply), self, "Colours times alpha, of uint8 with 4 channels.");
    chain.def("shift_left", step(&Chain::shiftLeft), arg("bits"), self, "x * 2^bits, the bits beyond the depth lost.");
    chain.def("shift_right", step(&Chain::shiftRight), arg("bits"), self, "floor(x / 2^bits).");
    chain.def("gamma", step(&Chain::gamma), arg("gamma"), self,
              "m * (x / m)^gamma with m 255, 65535 or, for float32, 1.");
    chain.def("pow", step(&Chain::pow), arg("power"), self, "x^power, as cv2.pow.");
    chain.def(
        "lut",
        [](SharedChain& c, ArrayArg table) -> SharedChain& {
            const Image image(table.object, Access::ReadHost, {"Chain.lut", "table"}, CallStream(nb::none()), false);
            return c.own().lut(image.mat()), c;
        },
        arg("table"), self,
        "table[x], as cv2.LUT; the table is (256,), (1, 256) or (1, 256, channels), and is copied.");
}

void bindSelections(ChainClass& chain)
{
    const auto self = nb::rv_policy::none;
    chain.def(
        "threshold",
        [](SharedChain& c, double thresh, double maxval, ThresholdArg type) -> SharedChain& {
            return c.own().threshold(thresh, maxval, choose(type.object, "type", kThresholds, true)), c;
        },
        arg("thresh"), arg("maxval"), arg("type") = "binary", self, "As cv2.threshold.");
    chain.def(
        "in_range",
        [](SharedChain& c, ValuesArg lower, ValuesArg upper) -> SharedChain& {
            return c.own().inRange(valuesOf(lower, "lower"), valuesOf(upper, "upper")), c;
        },
        arg("lower"), arg("upper"), self,
        "255 where all channels are lower <= x <= upper, else 0; one channel, as cv2.inRange.");
    chain.def(
        "compare",
        [](SharedChain& c, nb::handle value, CompareArg operation) -> SharedChain& {
            const int cmpop = choose(operation.object, "operation", kComparisons, true);
            if (nb::isinstance<SecondImage>(value))
                return c.own().compare(secondImage, cmpop), c;
            return c.own().compare(numberOf(value, "value", "a number, or second_image"), cmpop), c;
        },
        arg("value"), arg("operation"), self,
        nb::sig(
            "def compare(self, value: float | SecondImage, operation: cudastripe.typing.Comparison | int) -> Chain"),
        "255 where the comparison with a number or the second image holds, else 0, as cv2.compare.");
    chain.def(
        "convert_to",
        [](SharedChain& c, DtypeArg dtype, double alpha, double beta) -> SharedChain& {
            return c.own().convertTo(depthOf(dtype, "dtype"), alpha, beta), c;
        },
        arg("dtype").none(), arg("alpha") = 1.0, arg("beta") = 0.0, self,
        "alpha * x + beta in another dtype, None for the same; rounded to nearest and saturated.");
    chain.def(
        "gray", [](SharedChain& c, OrderArg order) -> SharedChain& { return c.own().gray(orderOf(order)), c; },
        arg("order") = "bgr", self, "One channel, as cv2.cvtColor with COLOR_BGR2GRAY or COLOR_RGB2GRAY.");
    chain.def("channels", step(&Chain::channels), arg("indices"), self,
              "Channel i of the result is channel indices[i] of the source.");
    chain.def(
        "to_yuv",
        [](SharedChain& c, FormatArg format, OrderArg order) -> SharedChain& {
            return c.own().toYuv(formatOf(format), orderOf(order)), c;
        },
        arg("format"), arg("order") = "bgr", self, "Ends the chain in a YUV format; nothing can follow.");
    chain.def(
        "to_tensor",
        [](SharedChain& c, LayoutArg layout, DtypeArg dtype, OrderArg order) -> SharedChain& {
            const auto wanted = TensorLayout(choose(layout.object, "layout", kLayouts));
            return c.own().toTensor(wanted, depthOf(dtype, "dtype", true), orderOf(order)), c;
        },
        arg("layout") = "chw", arg("dtype") = "float32", arg("order") = "bgr", self,
        "Ends the chain in a tensor, (pictures, channels, rows, columns) for \"chw\" and (pictures, rows, columns, "
        "channels) for\n\"hwc\"; nothing can follow. dtype: float32, float16, uint8, or \"bfloat16\", whose bits are "
        "uint16 for NumPy and CuPy. One image is one picture, a list of images "
        "one tensor.\norder \"rgb\" swaps the first and the third of 3 or 4 channels, so that BGR becomes R, G, B; in "
        "\"chw\" that costs nothing.");
    chain.def(
        "to_patches",
        [](SharedChain& c, IntArg side, IntArg repeats, IntArg merge, DtypeArg dtype, OrderArg order) -> SharedChain& {
            const PatchShape shape = {intOf(side, "side", 1), intOf(repeats, "repeats", 1), intOf(merge, "merge", 1)};
            return c.own().toPatches(shape, depthOf(dtype, "dtype", true), orderOf(order)), c;
        },
        arg("side") = 14, arg("repeats") = 2, arg("merge") = 2, arg("dtype") = "float32", arg("order") = "bgr", self,
        "Ends the chain in patches, (patches, channels * repeats * side * side), as pixel_values of Qwen2-VL's "
        "processor; nothing\ncan follow. merge: patches of a group, across and down. dtype, order: as for to_tensor.");
}

void bindQuestions(ChainClass& chain)
{
    chain.def(
        "result_type",
        [](const SharedChain& c, DtypeArg dtype, int channels, std::optional<PixelType> second) {
            const int type = c.chain->resultType(typeOf(dtype, channels), typeOf(second));
            return nb::make_tuple(dtypeName(CV_MAT_DEPTH(type)), CV_MAT_CN(type));
        },
        arg("dtype"), arg("channels"), arg("second") = nb::none(),
        nb::sig("def result_type(self, dtype: numpy.typing.DTypeLike, channels: int, second: "
                "tuple[numpy.typing.DTypeLike, int] | None = None) -> tuple[str, int]"),
        "dtype and channels of the result, or of what to_yuv takes at the end; second: those of the second image.");
    chain.def(
        "same_bits",
        [](const SharedChain& c, DtypeArg dtype, int channels, std::optional<PixelType> second) {
            return c.chain->sameBits(typeOf(dtype, channels), typeOf(second));
        },
        arg("dtype"), arg("channels"), arg("second") = nb::none(),
        nb::sig("def same_bits(self, dtype: numpy.typing.DTypeLike, channels: int, second: "
                "tuple[numpy.typing.DTypeLike, int] | None = None) -> bool"),
        "True if CPU and GPU give the same bits for such a source.");
    chain.def_prop_ro(
        "uses_second", [](const SharedChain& c) { return c.chain->usesSecond(); },
        "True if a step uses the second image.");
    chain.def_prop_ro(
        "source_format",
        [](const SharedChain& c) {
            return c.chain->beginsInYuv() ? std::optional<YuvFormat>(c.chain->sourceFormat()) : std::nullopt;
        },
        "The format that from_yuv named, or None.");
    chain.def_prop_ro(
        "yuv_format",
        [](const SharedChain& c) {
            return c.chain->endsInYuv() ? std::optional<YuvFormat>(c.chain->yuvFormat()) : std::nullopt;
        },
        "The format that to_yuv named, or None.");
    chain.def_prop_ro(
        "tensor",
        [](const SharedChain& c) -> nb::object {
            if (!c.chain->endsInTensor())
                return nb::none();
            return nb::make_tuple(nameOf(int(c.chain->tensorLayout()), kAllLayouts), dtypeName(c.chain->tensorDepth()));
        },
        nb::sig("def tensor(self) -> tuple[str, str] | None"),
        "Layout and dtype that to_tensor or to_patches named, or None.");
    chain.def("__len__", [](const SharedChain& c) { return c.chain->steps().size(); });
    chain.def("__repr__", [](const SharedChain& c) { return "Chain(" + c.chain->toString() + ")"; });
}

}  // namespace

void bindChain(nb::module_& m)
{
    nb::class_<SecondImage>(m, "SecondImage", "The type of second_image.")
        .def("__repr__", [](const SecondImage&) { return "cudastripe.second_image"; })
        .def("__reduce__", [](const SecondImage&) { return "second_image"; });
    m.attr("second_image") = nb::cast(SecondImage());
    ChainClass chain(m, "Chain",
                     "Operators that are applied to each pixel one after the other, as one pass of up to 16 steps.\n\n"
                     "Methods append a step and return the chain, so that they can be strung together. s is a number "
                     "for\nevery channel, 1 to 4 numbers, one for each, or second_image.");
    chain.def(nb::init<>());
    chain.def_static(
        "from_yuv",
        [](FormatArg format, OrderArg order, int channels, UpsamplingArg upsampling) {
            return SharedChain(Chain::fromYuv(formatOf(format), orderOf(order), channels, upsamplingOf(upsampling)));
        },
        arg("format"), arg("order") = "bgr", arg("channels") = 3, arg("upsampling") = "nearest",
        "A chain that begins with the pixels of a YUV format, as cudastripe.from_yuv makes them.");
    bindSizes(chain);
    bindArithmetic(chain);
    bindFunctions(chain);
    bindSelections(chain);
    bindQuestions(chain);
    bindChainState(chain);
    bindCompiledChain(m, chain);
}

}  // namespace cudastripe_python
