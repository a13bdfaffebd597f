// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Resampling.

#include "opencv2/cudastripe/resize.hpp"

namespace cv { namespace cudastripe {
namespace {

const char* nameOf(int interpolation)
{
    switch (interpolation) {
    case INTER_NEAREST:
        return "INTER_NEAREST";
    case INTER_LINEAR:
        return "INTER_LINEAR";
    case INTER_CUBIC:
        return "INTER_CUBIC";
    case INTER_AREA:
        return "INTER_AREA";
    case INTER_LANCZOS4:
        return "INTER_LANCZOS4";
    case INTER_LINEAR_EXACT:
        return "INTER_LINEAR_EXACT";
    case INTER_NEAREST_EXACT:
        return "INTER_NEAREST_EXACT";
    default:
        return nullptr;
    }
}

constexpr const char* kFilters[] = {"Box", "Bilinear", "Hamming", "Bicubic", "Lanczos"};

}  // namespace

Resampling Resampling::opencv(int interpolation)
{
    if (!nameOf(interpolation)) {
        CV_Error_(Error::StsBadFlag, ("cudastripe::resize: interpolation is %d; it may be INTER_NEAREST, INTER_LINEAR, "
                                      "INTER_CUBIC, INTER_AREA, INTER_LANCZOS4, INTER_LINEAR_EXACT or "
                                      "INTER_NEAREST_EXACT",
                                      interpolation));
    }
    Resampling resampling;
    resampling.interpolation_ = interpolation;
    return resampling;
}

Resampling Resampling::pillow(Filter filter, Alpha alpha, int version)
{
    const bool known = filter >= Filter::Box && filter <= Filter::Lanczos && alpha >= Alpha::Straight &&
                       alpha <= Alpha::Premultiplied && version >= 1;
    if (!known) {
        CV_Error_(Error::StsBadArg,
                  ("cudastripe::Resampling::pillow: filter is %d, alpha %d and version %d; filter may "
                   "be one of Filter, alpha one of Alpha, and version 1 or more",
                   int(filter), int(alpha), version));
    }
    Resampling resampling;
    resampling.filter_ = filter;
    resampling.alpha_ = alpha;
    resampling.version_ = version;
    return resampling;
}

Resampling Resampling::inBox(const Rect2d& box) const
{
    if (interpolation_ >= 0 || !(box.width > 0 && box.height > 0)) {
        CV_Error_(
            Error::StsBadArg,
            ("cudastripe::Resampling::inBox: box is %g x %g for %s; give an area above 0, for a filter of Pillow; "
             "for an INTER_... resize a region of the image",
             box.width, box.height, name().c_str()));
    }
    Resampling result = *this;
    result.box_ = box;
    return result;
}

String Resampling::name() const
{
    if (interpolation_ >= 0)
        return nameOf(interpolation_);
    return format("pillow %s%s", kFilters[static_cast<int>(filter_)],
                  alpha_ == Alpha::Premultiplied ? " with premultiplied alpha" : "");
}

bool Resampling::operator==(const Resampling& other) const
{
    return interpolation_ == other.interpolation_ && filter_ == other.filter_ && alpha_ == other.alpha_ &&
           version_ == other.version_ && box_ == other.box_;
}

Size Framing::resizedSize(Size source) const
{
    const Size seen = part.empty() ? source : part.size();
    if (resampling && resized.empty())
        return {saturate_cast<int>(seen.width * scales.x), saturate_cast<int>(seen.height * scales.y)};
    return resampling ? resized : seen;
}

}}  // namespace cv::cudastripe
