// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See errors.hpp.

#include "errors.hpp"

#include <regex>

namespace cudastripe_python {
namespace {

namespace nb = nanobind;

PyObject* exceptionOf(int code)
{
    switch (code) {
    case cv::Error::StsUnsupportedFormat:
    case cv::Error::StsUnmatchedFormats:
        return PyExc_TypeError;
    case cv::Error::StsNoMem:
        return PyExc_MemoryError;
    case cv::Error::GpuApiCallError:
    case cv::Error::GpuNotSupported:
    case cv::Error::StsInternal:
    case cv::Error::StsAssert:
        return PyExc_RuntimeError;
    default:
        return PyExc_ValueError;
    }
}

// Arguments by Python's names: of the two images of a chain, and of the two planes of NV12.
std::string renamed(const std::string& text)
{
    static const std::regex channels(R"(\bdstCn\b)"), first(R"(\bsrc1\b)"), second(R"(\bsrc2\b)");
    const bool planes = text.find("cvtColorTwoPlane") != std::string::npos;
    const std::string named =
        std::regex_replace(std::regex_replace(text, channels, "channels"), first, planes ? "src[0]" : "src");
    return std::regex_replace(named, second, planes ? "src[1]" : "second");
}

}  // namespace

void translateErrors()
{
    nb::register_exception_translator([](const std::exception_ptr& error, void*) {
        try {
            std::rethrow_exception(error);
        } catch (const cv::Exception& e) {
            PyErr_SetString(exceptionOf(e.code), renamed(e.err).c_str());
        }
    });
}

void throwValueError(const cv::String& text)
{
    throw nb::value_error(text.c_str());
}

void throwWithIndices(const cv::Exception& error)
{
    static const std::regex numberFirst(R"(\bimage (\d+): ([^\[]*?)\b(src|dst)([12]?)\b(?!\[))");
    static const std::regex nameFirst(R"(\b(src|dst)([12]?) of image (\d+))");
    std::string text = std::regex_replace(std::string(error.err), numberFirst, "$2$3$4[$1]");
    text = std::regex_replace(text, nameFirst, "$1$2[$3]");
    throw cv::Exception(error.code, text, error.func, error.file, error.line);
}

void throwTypeError(const cv::String& text)
{
    throw nb::type_error(text.c_str());
}

}  // namespace cudastripe_python
