// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See arguments.hpp.

#include "arguments.hpp"

#include <nanobind/stl/string.h>

#include <map>
#include <unordered_map>

#include "../../../src/op/yuv/codes.hpp"
#include "../../../src/op/yuv444/op.hpp"
#include "arrays.hpp"
#include "errors.hpp"

namespace cudastripe_python {
namespace {

using namespace cv::cudastripe;

std::string typeName(nb::handle object)
{
    return nb::cast<std::string>(nb::str(object.type().attr("__name__")));
}

template <class Rows>
void addCodes(std::map<std::string, int>& names, const Rows& rows)
{
    for (const auto& row : rows)
        names[row.name + std::strlen("COLOR_")] = row.code;
}

// The other names that OpenCV has for the same numbers.
void addSynonyms(std::map<std::string, int>& names)
{
    const std::pair<const char*, std::vector<const char*>> synonyms[] = {
        {"_I420", {"_IYUV"}}, {"_UYVY", {"_Y422", "_UYNV"}}, {"_YUY2", {"_YUYV", "_YUNV"}}};
    const std::map<std::string, int> rows = names;
    for (const auto& row : rows) {
        for (const auto& synonym : synonyms) {
            const size_t at = row.first.find(synonym.first);
            for (const char* other : synonym.second) {
                if (at != std::string::npos)
                    names[row.first.substr(0, at) + other] = row.second;
            }
        }
    }
    for (const char* layout : {"NV12", "NV21", "YV12", "IYUV", "I420"})
        names[std::string("YUV2GRAY_") + layout] = names["YUV2GRAY_420"];
}

const std::map<std::string, int>& codeNames()
{
    static const std::map<std::string, int> all = [] {
        std::map<std::string, int> names;
        addCodes(names, packedYuvConversions());
        addCodes(names, yuvCodes());
        addCodes(names, yuvDecodeCodes());
        addSynonyms(names);
        return names;
    }();
    return all;
}

cv::Scalar scalarOf(nb::handle object, const char* name)
{
    if (PySequence_Check(object.ptr()) && !nb::isinstance<nb::str>(object)) {
        const size_t count = nb::len(object);
        if (count == 0 || count > 4)
            throwValueError(cv::format("%s has %d values; it may have 1 to 4, one for each channel", name, int(count)));
        cv::Scalar scalar;
        for (size_t i = 0; i < count; ++i)
            scalar[int(i)] = nb::cast<double>(nb::float_(object[i]));
        return scalar;
    }
    throwTypeError(cv::format("%s is a %s; it must be a number, or a sequence of 1 to 4 numbers, one for each channel",
                              name, typeName(object).c_str()));
}

cv::String listOf(const std::vector<Choice>& choices)
{
    cv::String list;
    for (const Choice& choice : choices)
        list += cv::format("%s\"%s\"", list.empty() ? "" : ", ", choice.name);
    return list;
}

bool isNumber(nb::handle object)
{
    return PyNumber_Check(object.ptr()) && !PySequence_Check(object.ptr());
}

}  // namespace

int choose(nb::handle object, const char* argument, const std::vector<Choice>& choices, bool numbers)
{
    if (numbers && PyLong_Check(object.ptr()))
        return nb::cast<int>(object);
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
    if (PyLong_Check(code.object.ptr()))
        return nb::cast<int>(code.object);
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
    if (isNumber(values.object))
        return ChannelValues(nb::cast<double>(nb::float_(values.object)));
    return ChannelValues(scalarOf(values.object, name));
}

int depthOf(DtypeArg dtype, const char* name, bool half)
{
    if (dtype.object.is_none())
        return -1;
    if (PyLong_Check(dtype.object.ptr()))
        return nb::cast<int>(dtype.object);
    const nb::object made = nb::module_::import_("numpy").attr("dtype")(dtype.object);
    const int depth = depthOf(nb::cast<std::string>(made.attr("kind"))[0], nb::cast<int64_t>(made.attr("itemsize")));
    if (depth < 0 || (depth == CV_16F && !half)) {
        throwTypeError(cv::format("%s is %s; it must be uint8, int8, uint16, int16, int32, float32 or float64", name,
                                  nb::cast<std::string>(nb::str(made)).c_str()));
    }
    return depth;
}

int typeOf(DtypeArg dtype, int channels)
{
    return CV_MAKETYPE(depthOf(dtype, "dtype"), channels);
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
