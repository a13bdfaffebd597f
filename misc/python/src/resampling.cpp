// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See resampling.hpp.

#include "resampling.hpp"

#include <climits>

#include "errors.hpp"

namespace cudastripe_python {
namespace {

using namespace cv::cudastripe;

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

// Pillow takes floats, whose differences are exact as doubles.
cv::Rect2d boxOf(BoxArg box)
{
    double edges[4] = {};
    const auto entries = entriesOf(box.object, "box", 4, "(left, upper, right, lower)");
    for (size_t i = 0; i < entries.size(); ++i)
        edges[i] = static_cast<float>(numberOf(entries[i], cv::format("box[%d]", int(i)).c_str()));
    return {edges[0], edges[1], edges[2] - edges[0], edges[3] - edges[1]};
}

}  // namespace

cv::Size sizeOf(SizeArg size)
{
    if (size.object.is_none())
        return {};
    const auto sides = entriesOf(size.object, "dsize", 2, "(width, height)");
    return {int(integerOf(sides[0], "dsize[0]", 0, INT_MAX)), int(integerOf(sides[1], "dsize[1]", 0, INT_MAX))};
}

Resampling resamplingOf(const char* function, ResamplingArg resampling, AlphaArg alpha, BoxArg box, int version)
{
    const Resampling::Alpha wanted = alphaOf(alpha);
    const bool isName = nb::isinstance<nb::str>(resampling.object);
    const int number = choose(resampling.object, "resampling", resamplings(), true);
    if (number >= 0 || !isName) {
        const Resampling ofOpenCV = Resampling::opencv(number);
        if (wanted != Resampling::Alpha::Straight || !box.object.is_none() || version != kNewestPillow) {
            throwValueError(cv::format("%s: resampling is %s; alpha, box and version are for filters of Pillow",
                                       function, ofOpenCV.name().c_str()));
        }
        return ofOpenCV;
    }
    const Resampling filter = Resampling::pillow(Resampling::Filter(-1 - number), wanted, version);
    return box.object.is_none() ? filter : filter.inBox(boxOf(box));
}

}  // namespace cudastripe_python
