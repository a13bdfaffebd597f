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

}  // namespace

void translateErrors()
{
    nb::register_exception_translator([](const std::exception_ptr& error, void*) {
        try {
            std::rethrow_exception(error);
        } catch (const cv::Exception& e) {
            static const std::regex channels(R"(\bdstCn\b)");  // another name in C++
            const std::string text = std::regex_replace(std::string(e.err), channels, "channels");
            PyErr_SetString(exceptionOf(e.code), text.c_str());
        }
    });
}

void throwValueError(const cv::String& text)
{
    throw nb::value_error(text.c_str());
}

void throwWithIndices(const cv::Exception& error)
{
    static const std::regex numberFirst(R"(\bimage (\d+): (src|dst)([12]?)\b(?!\[))");
    static const std::regex nameFirst(R"(\b(src|dst)([12]?) of image (\d+))");
    std::string text = std::regex_replace(std::string(error.err), numberFirst, "$2$3[$1]");
    text = std::regex_replace(text, nameFirst, "$1$2[$3]");
    // Python's names of the two images of a chain.
    text = std::regex_replace(text, std::regex(R"(\bsrc1\b)"), "src");
    text = std::regex_replace(text, std::regex(R"(\bsrc2\b)"), "second");
    throw cv::Exception(error.code, text, error.func, error.file, error.line);
}

void throwTypeError(const cv::String& text)
{
    throw nb::type_error(text.c_str());
}

}  // namespace cudastripe_python
