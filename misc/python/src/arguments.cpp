// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See arguments.hpp.

#include "arguments.hpp"

#include <nanobind/stl/string.h>

#include <climits>
#include <unordered_map>

#include "../../../src/model/yuv/codes.hpp"
#include "arrays.hpp"
#include "codes.hpp"
#include "errors.hpp"

namespace cudastripe_python {
namespace {

using namespace cv::cudastripe;

cv::String listOf(const std::vector<Choice>& choices)
{
    cv::String list;
    for (const Choice& choice : choices)
        list += cv::format("%s\"%s\"", list.empty() ? "" : ", ", choice.name);
    return list;
}

bool isInteger(nb::handle object)
{
    return PyIndex_Check(object.ptr()) && !PyBool_Check(object.ptr());
}

// -1 if there is none.
int depthOfNumpy(const nb::object& dtype)
{
    const char kind = nb::cast<std::string>(dtype.attr("kind"))[0];
    const bool taken = kind != 'b' && nb::cast<bool>(dtype.attr("isnative"));
    return taken ? depthOf(kind, nb::cast<int64_t>(dtype.attr("itemsize"))) : -1;
}

}  // namespace

std::string typeName(nb::handle object)
{
    return nb::cast<std::string>(nb::str(object.type().attr("__name__")));
}

int64_t integerOf(nb::handle object, const char* name, int64_t low, int64_t high)
{
    if (!isInteger(object))
        throwTypeError(cv::format("%s is a %s; it must be an int", name, typeName(object).c_str()));
    const nb::object index = nb::steal(PyNumber_Index(object.ptr()));
    if (!index.is_valid())
        throw nb::python_error();
    int beyond = 0;
    const int64_t value = PyLong_AsLongLongAndOverflow(index.ptr(), &beyond);
    if (beyond || value < low || value > high) {
        throwValueError(cv::format("%s is %s; it must be %lld to %lld", name,
                                   beyond ? "beyond 64 bits" : std::to_string(value).c_str(), (long long)low,
                                   (long long)high));
    }
    return value;
}

double numberOf(nb::handle object, const char* name, const char* accepted)
{
    const double value = PyFloat_AsDouble(object.ptr());
    if (value != -1 || !PyErr_Occurred())
        return value;
    const nb::python_error error;  // also clears Python's error
    if (error.matches(PyExc_OverflowError))
        throwValueError(cv::format("%s is beyond the numbers of float64", name));
    throwTypeError(cv::format("%s is a %s; it must be %s", name, typeName(object).c_str(), accepted));
}

int choose(nb::handle object, const char* argument, const std::vector<Choice>& choices, bool numbers)
{
    if (numbers && isInteger(object))
        return int(integerOf(object, argument, INT_MIN, INT_MAX));
    if (!nb::isinstance<nb::str>(object)) {
        throwTypeError(cv::format("%s is a %s; it must be one of %s", argument, typeName(object).c_str(),
                                  listOf(choices).c_str()));
    }
    const std::string text = nb::cast<std::string>(object);
    for (const Choice& choice : choices) {
        if (text == choice.name)
            return choice.value;
    }
    throwValueError(cv::format("%s is \"%s\"; it must be one of %s", argument, text.c_str(), listOf(choices).c_str()));
}

const char* nameOf(int value, const std::vector<Choice>& choices)
{
    for (const Choice& choice : choices) {
        if (choice.value == value)
            return choice.name;
    }
    return "unknown";
}

YuvFormat formatOf(FormatArg format)
{
    if (nb::isinstance<YuvFormat>(format.object))
        return nb::cast<YuvFormat&>(format.object);
    if (!nb::isinstance<nb::str>(format.object)) {
        throwTypeError(cv::format("format is a %s; it must be a YuvFormat, or a name such as \"nv12:bt709:limited\"",
                                  typeName(format.object).c_str()));
    }
    static std::unordered_map<std::string, YuvFormat>& known = *new std::unordered_map<std::string, YuvFormat>;
    const std::string name = nb::cast<std::string>(format.object);
    const auto found = known.find(name);
    if (found != known.end())
        return found->second;
    return known.emplace(name, YuvFormat::fromName(name)).first->second;
}

int codeOf(CodeArg code)
{
    if (isInteger(code.object))
        return int(integerOf(code.object, "cudastripe.cvt_color: code", INT_MIN, INT_MAX));
    if (!nb::isinstance<nb::str>(code.object)) {
        throwTypeError(
            cv::format("cudastripe.cvt_color: code is a %s; it must be an int or a name such as "
                       "\"BGRA2YUV_I420\"",
                       typeName(code.object).c_str()));
    }
    const std::string name = nb::cast<std::string>(code.object);
    const auto found = codeNames().find(name.rfind("COLOR_", 0) == 0 ? name.substr(std::strlen("COLOR_")) : name);
    if (found == codeNames().end()) {
        throwValueError(cv::format("cudastripe.cvt_color: there is no code \"%s\"; cudastripe.codes() lists the names",
                                   name.c_str()));
    }
    return found->second;
}

std::optional<YuvFormat> decodedFormat(int code)
{
    for (const YuvCode& row : yuvDecodeCodes()) {
        if (row.code == code)
            return row.format;
    }
    return std::nullopt;
}

ChannelOrder orderOf(OrderArg order)
{
    static const std::vector<Choice> orders = {{"bgr", int(ChannelOrder::BGR)}, {"rgb", int(ChannelOrder::RGB)}};
    return ChannelOrder(choose(order.object, "order", orders));
}

ChromaUpsampling upsamplingOf(UpsamplingArg upsampling)
{
    static const std::vector<Choice> upsamplings = {{"nearest", int(ChromaUpsampling::Nearest)},
                                                    {"linear", int(ChromaUpsampling::Linear)}};
    return ChromaUpsampling(choose(upsampling.object, "upsampling", upsamplings));
}

Operand operandOf(OperandArg operand, const char* name)
{
    if (nb::isinstance<SecondImage>(operand.object))
        return Operand(secondImage);
    return Operand(valuesOf({operand.object}, name));
}

ChannelValues valuesOf(ValuesArg values, const char* name)
{
    const nb::handle object = values.object;
    const bool sequence = PySequence_Check(object.ptr()) && !nb::isinstance<nb::str>(object);
    const Py_ssize_t count = sequence ? PyObject_Size(object.ptr()) : -1;
    if (count < 0) {
        PyErr_Clear();  // of NumPy's arrays without dimensions, which are numbers
        return numberOf(object, name, "a number, or a sequence of 1 to 4 numbers, one for each channel");
    }
    if (count == 0 || count > 4)
        throwValueError(cv::format("%s has %d values; it may have 1 to 4, one for each channel", name, int(count)));
    cv::Scalar scalar;
    for (size_t i = 0; i < size_t(count); ++i)
        scalar[int(i)] = numberOf(nb::object(object[i]), cv::format("%s[%d]", name, int(i)).c_str());
    return ChannelValues(scalar);
}

int depthOf(DtypeArg dtype, const char* name, bool half)
{
    if (dtype.object.is_none())
        return -1;
    if (isInteger(dtype.object))
        return int(integerOf(dtype.object, name, -1, half ? CV_16F : CV_64F));
    nb::object made;
    int depth = -1;
    if (half && nb::cast<std::string>(nb::str(dtype.object)) == "bfloat16")
        return kBFloat16;
    try {
        made = nb::module_::import_("numpy").attr("dtype")(dtype.object);
        depth = depthOfNumpy(made);
    } catch (const nb::python_error&) {  // it is no dtype
    }
    if (depth < 0 || (depth == CV_16F && !half)) {
        const nb::object shown = made.is_valid() ? nb::object(nb::str(made)) : nb::object(nb::repr(dtype.object));
        throwTypeError(
            cv::format("%s is %s; it must be uint8, int8, uint16, int16, int32, float32%s or float64, in "
                       "the machine's byte order",
                       name, nb::cast<std::string>(shown).c_str(), half ? ", float16, bfloat16" : ""));
    }
    return depth;
}

int typeOf(DtypeArg dtype, int channels)
{
    const int depth = depthOf(dtype, "dtype");
    if (depth < 0)
        throwValueError("dtype is -1; it must be a dtype, or 0 to 6");
    if (channels < 1 || channels > 4)
        throwValueError(cv::format("channels is %d; it must be 1 to 4", channels));
    return CV_MAKETYPE(depth, channels);
}

int typeOf(const std::optional<PixelType>& second)
{
    return second ? typeOf(second->first, second->second) : -1;
}

nb::dict codes()
{
    nb::dict all;
    for (const auto& entry : codeNames())
        all[entry.first.c_str()] = entry.second;
    return all;
}

}  // namespace cudastripe_python
