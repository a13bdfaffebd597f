// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Arguments of the Python functions: their types in the stubs, and what they mean.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <string>
#include <utility>

#include "opencv2/cudastripe.hpp"

namespace cudastripe_python {

namespace nb = nanobind;

//! A Python object, which the stubs annotate with the type of the tag.
template <class Tag>
struct Annotated
{
    nb::handle object;
};

#define CUDASTRIPE_ANNOTATION(NAME, TEXT)     \
    struct NAME##Tag                          \
    {                                         \
        static constexpr char kText[] = TEXT; \
    };                                        \
    using NAME = Annotated<NAME##Tag>;

CUDASTRIPE_ANNOTATION(ArrayArg, "cudastripe.typing.Array")
CUDASTRIPE_ANNOTATION(ImagesArg, "cudastripe.typing.Images")
CUDASTRIPE_ANNOTATION(StreamArg, "cudastripe.typing.Stream")
CUDASTRIPE_ANNOTATION(FormatArg, "YuvFormat | str")
CUDASTRIPE_ANNOTATION(CodeArg, "int | str")
CUDASTRIPE_ANNOTATION(OrderArg, "cudastripe.typing.Order")
CUDASTRIPE_ANNOTATION(KindArg, "cudastripe.typing.Kind")
CUDASTRIPE_ANNOTATION(OperandArg, "cudastripe.typing.Operand")
CUDASTRIPE_ANNOTATION(ValuesArg, "cudastripe.typing.Values")
CUDASTRIPE_ANNOTATION(DtypeArg, "numpy.typing.DTypeLike | int")
CUDASTRIPE_ANNOTATION(ThresholdArg, "cudastripe.typing.Threshold | int")
CUDASTRIPE_ANNOTATION(CompareArg, "cudastripe.typing.Comparison | int")
CUDASTRIPE_ANNOTATION(UpsamplingArg, "cudastripe.typing.Upsampling")
CUDASTRIPE_ANNOTATION(IntArg, "int")
CUDASTRIPE_ANNOTATION(SizeArg, "cudastripe.typing.Size")
CUDASTRIPE_ANNOTATION(ResamplingArg, "cudastripe.typing.Resampling | int")
CUDASTRIPE_ANNOTATION(AlphaArg, "cudastripe.typing.Alpha")
CUDASTRIPE_ANNOTATION(BoxesArg, "cudastripe.typing.Boxes")
CUDASTRIPE_ANNOTATION(BoxArg, "cudastripe.typing.Box")
CUDASTRIPE_ANNOTATION(RouteArg, "cudastripe.typing.Route")
CUDASTRIPE_ANNOTATION(LayoutArg, "cudastripe.typing.Layout")
CUDASTRIPE_ANNOTATION(MemoryArg, "cudastripe.typing.Memory")
CUDASTRIPE_ANNOTATION(SideArg, "int | cudastripe.typing.Size")
CUDASTRIPE_ANNOTATION(AnchorArg, "cudastripe.typing.Anchor")
CUDASTRIPE_ANNOTATION(RoundingArg, "cudastripe.typing.Rounding")
CUDASTRIPE_ANNOTATION(IssueOrderArg, "cudastripe.typing.IssueOrder")

#undef CUDASTRIPE_ANNOTATION

//! The name of an object's type.
std::string typeName(nb::handle object);
/** @brief An int, or what stands for one as NumPy's integers do, but no bool.
@throws nb::type_error or nb::value_error that names the argument */
int64_t integerOf(nb::handle object, const char* name, int64_t low, int64_t high);
//! A number that a double holds. @throws likewise
double numberOf(nb::handle object, const char* name, const char* accepted = "a number");
cv::cudastripe::YuvFormat formatOf(FormatArg format);
//! The number of a code of cv::cvtColor, or of its name with or without "COLOR_".
int codeOf(CodeArg code);
//! The YUV format that a code reads; none for packed 4:4:4 codes and for codes that read colours.
std::optional<cv::cudastripe::YuvFormat> decodedFormat(int code);
cv::cudastripe::ChannelOrder orderOf(OrderArg order);
cv::cudastripe::ChromaUpsampling upsamplingOf(UpsamplingArg upsampling);
cv::cudastripe::Operand operandOf(OperandArg operand, const char* name);
cv::cudastripe::ChannelValues valuesOf(ValuesArg values, const char* name);
//! CV_8U to CV_64F of a NumPy dtype or of OpenCV's number; -1 for None and -1. @param half accepts also CV_16F
int depthOf(DtypeArg dtype, const char* name, bool half = false);

//! A dtype and a number of channels.
using PixelType = std::pair<DtypeArg, int>;
//! OpenCV's type of a source of 1 to 4 channels, and that of the second image; -1 if there is none.
int typeOf(DtypeArg dtype, int channels);
int typeOf(const std::optional<PixelType>& second);

struct Choice
{
    const char* name;
    int value;
};
/** @brief The number of a name, or the number itself where numbers are accepted.
@throws nb::value_error or nb::type_error that lists the names */
int choose(nb::handle object, const char* argument, const std::vector<Choice>& choices, bool numbers = false);
const char* nameOf(int value, const std::vector<Choice>& choices);

//! The codes of cv::cvtColor that the library takes, by name.
nb::dict codes();

}  // namespace cudastripe_python

namespace nanobind::detail {

template <class Tag>
struct type_caster<cudastripe_python::Annotated<Tag>>
{
    NB_TYPE_CASTER(cudastripe_python::Annotated<Tag>, const_name(Tag::kText))
    bool from_python(handle object, uint8_t, cleanup_list*) noexcept
    {
        value.object = object;
        return true;
    }
};

}  // namespace nanobind::detail
