// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Takes over functions of a shared libopencv_imgproc in programs that were built without this library:
//
//     LD_PRELOAD=libcudastripe_preload.so program
//
// What it does not serve goes to the function of the same name in OpenCV. CUDASTRIPE_PRELOAD_VERBOSE=1 prints at the
// end how many calls it took.

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

#include "cudastripe_hal.hpp"
#include "opencv2/imgproc.hpp"

namespace cv {

#if CV_VERSION_MAJOR == 4 && CV_VERSION_MINOR < 11
// From OpenCV 4.11 on, functions of YUV have it as a last parameter.
enum AlgorithmHint
{
    ALGO_HINT_DEFAULT = 0,
    ALGO_HINT_ACCURATE = 1,
    ALGO_HINT_APPROX = 2,
};
#endif

namespace hal {
namespace {

//! The function that this one hides.
template <class Function>
Function* hidden(Function* own)
{
    Dl_info info = {};
    void* const found =
        dladdr(reinterpret_cast<void*>(own), &info) && info.dli_sname ? dlsym(RTLD_NEXT, info.dli_sname) : nullptr;
    if (!found) {
        std::fprintf(stderr, "libcudastripe_preload: OpenCV has no function %s\n",
                     info.dli_sname ? info.dli_sname : "?");
        std::abort();
    }
    return reinterpret_cast<Function*>(found);
}

struct Report
{
    ~Report()
    {
        const char* const verbose = std::getenv("CUDASTRIPE_PRELOAD_VERBOSE");
        if (verbose && *verbose == '1')
            std::fprintf(stderr, "libcudastripe_preload: took over %zu calls\n", cudastripe_hal_calls());
    }
} report;

}  // namespace

#define CUDASTRIPE_UNPACK(...) __VA_ARGS__
#define CUDASTRIPE_IMAGES uchar const *src, size_t ss, uchar *dst, size_t ds, int width, int height
#define CUDASTRIPE_IMAGE_NAMES src, ss, dst, ds, width, height

//! Defines cv::hal::NAME with these parameters; `SERVED` calls the HAL, and NAMES are what the hidden function gets.
#define CUDASTRIPE_TAKE(NAME, SERVED, PARAMETERS, NAMES)                            \
    __attribute__((visibility("default"))) void NAME(CUDASTRIPE_UNPACK PARAMETERS); \
    void NAME(CUDASTRIPE_UNPACK PARAMETERS)                                         \
    {                                                                               \
        using Function = void(CUDASTRIPE_UNPACK PARAMETERS);                        \
        if (SERVED == 0)                                                            \
            return;                                                                 \
        static Function* const original = hidden<Function>(&NAME);                  \
        original(CUDASTRIPE_UNPACK NAMES);                                          \
    }
//! From an image to an image, with more parameters.
#define CUDASTRIPE_TAKE_IMAGES(NAME, PARAMETERS, NAMES)                                           \
    CUDASTRIPE_TAKE(NAME, cudastripe_hal_##NAME(CUDASTRIPE_IMAGE_NAMES, CUDASTRIPE_UNPACK NAMES), \
                    (CUDASTRIPE_IMAGES, CUDASTRIPE_UNPACK PARAMETERS),                            \
                    (CUDASTRIPE_IMAGE_NAMES, CUDASTRIPE_UNPACK NAMES))
//! The same, and the form with a hint.
#define CUDASTRIPE_TAKE_YUV(NAME, PARAMETERS, NAMES)                                              \
    CUDASTRIPE_TAKE_IMAGES(NAME, PARAMETERS, NAMES)                                               \
    CUDASTRIPE_TAKE(NAME, cudastripe_hal_##NAME(CUDASTRIPE_IMAGE_NAMES, CUDASTRIPE_UNPACK NAMES), \
                    (CUDASTRIPE_IMAGES, CUDASTRIPE_UNPACK PARAMETERS, AlgorithmHint hint),        \
                    (CUDASTRIPE_IMAGE_NAMES, CUDASTRIPE_UNPACK NAMES, hint))

CUDASTRIPE_TAKE_IMAGES(cvtBGRtoBGR, (int depth, int scn, int dcn, bool swap), (depth, scn, dcn, swap))
CUDASTRIPE_TAKE_IMAGES(cvtBGRtoBGR5x5, (int scn, bool swap, int bits), (scn, swap, bits))
CUDASTRIPE_TAKE_IMAGES(cvtBGR5x5toBGR, (int dcn, bool swap, int bits), (dcn, swap, bits))
CUDASTRIPE_TAKE_IMAGES(cvtBGRtoGray, (int depth, int scn, bool swap), (depth, scn, swap))
CUDASTRIPE_TAKE_IMAGES(cvtGraytoBGR, (int depth, int dcn), (depth, dcn))
CUDASTRIPE_TAKE_IMAGES(cvtBGR5x5toGray, (int bits), (bits))
CUDASTRIPE_TAKE_IMAGES(cvtGraytoBGR5x5, (int bits), (bits))
CUDASTRIPE_TAKE(cvtRGBAtoMultipliedRGBA, cudastripe_hal_cvtRGBAtoMultipliedRGBA(CUDASTRIPE_IMAGE_NAMES),
                (CUDASTRIPE_IMAGES), (CUDASTRIPE_IMAGE_NAMES))
CUDASTRIPE_TAKE(cvtMultipliedRGBAtoRGBA, cudastripe_hal_cvtMultipliedRGBAtoRGBA(CUDASTRIPE_IMAGE_NAMES),
                (CUDASTRIPE_IMAGES), (CUDASTRIPE_IMAGE_NAMES))
CUDASTRIPE_TAKE_IMAGES(cvtBGRtoXYZ, (int depth, int scn, bool swap), (depth, scn, swap))
CUDASTRIPE_TAKE_IMAGES(cvtXYZtoBGR, (int depth, int dcn, bool swap), (depth, dcn, swap))
CUDASTRIPE_TAKE_IMAGES(cvtBGRtoHSV, (int depth, int scn, bool swap, bool full, bool hsv), (depth, scn, swap, full, hsv))
CUDASTRIPE_TAKE_IMAGES(cvtHSVtoBGR, (int depth, int dcn, bool swap, bool full, bool hsv), (depth, dcn, swap, full, hsv))
CUDASTRIPE_TAKE_IMAGES(cvtBGRtoLab, (int depth, int scn, bool swap, bool lab, bool srgb), (depth, scn, swap, lab, srgb))
CUDASTRIPE_TAKE_IMAGES(cvtLabtoBGR, (int depth, int dcn, bool swap, bool lab, bool srgb), (depth, dcn, swap, lab, srgb))
CUDASTRIPE_TAKE_YUV(cvtBGRtoYUV, (int depth, int scn, bool swap, bool cbcr), (depth, scn, swap, cbcr))
CUDASTRIPE_TAKE_YUV(cvtYUVtoBGR, (int depth, int dcn, bool swap, bool cbcr), (depth, dcn, swap, cbcr))
CUDASTRIPE_TAKE_YUV(cvtTwoPlaneYUVtoBGR, (int dcn, bool swap, int u), (dcn, swap, u))
CUDASTRIPE_TAKE_YUV(cvtThreePlaneYUVtoBGR, (int dcn, bool swap, int u), (dcn, swap, u))
CUDASTRIPE_TAKE_YUV(cvtBGRtoThreePlaneYUV, (int scn, bool swap, int u), (scn, swap, u))
CUDASTRIPE_TAKE_YUV(cvtOnePlaneYUVtoBGR, (int dcn, bool swap, int u, int y), (dcn, swap, u, y))
CUDASTRIPE_TAKE_YUV(cvtOnePlaneBGRtoYUV, (int scn, bool swap, int u, int y), (scn, swap, u, y))

#define CUDASTRIPE_TWO_PLANES uchar const *y, uchar const *uv, size_t ss, uchar *dst, size_t ds, int width, int height
#define CUDASTRIPE_TWO_STEPS \
    uchar const *y, size_t ys, uchar const *uv, size_t us, uchar *dst, size_t ds, int width, int height

CUDASTRIPE_TAKE(cvtTwoPlaneYUVtoBGR,
                cudastripe_hal_cvtTwoPlaneYUVtoBGREx(y, ss, uv, ss, dst, ds, width, height, dcn, swap, u),
                (CUDASTRIPE_TWO_PLANES, int dcn, bool swap, int u), (y, uv, ss, dst, ds, width, height, dcn, swap, u))
CUDASTRIPE_TAKE(cvtTwoPlaneYUVtoBGR,
                cudastripe_hal_cvtTwoPlaneYUVtoBGREx(y, ss, uv, ss, dst, ds, width, height, dcn, swap, u),
                (CUDASTRIPE_TWO_PLANES, int dcn, bool swap, int u, AlgorithmHint hint),
                (y, uv, ss, dst, ds, width, height, dcn, swap, u, hint))
CUDASTRIPE_TAKE(cvtTwoPlaneYUVtoBGR,
                cudastripe_hal_cvtTwoPlaneYUVtoBGREx(y, ys, uv, us, dst, ds, width, height, dcn, swap, u),
                (CUDASTRIPE_TWO_STEPS, int dcn, bool swap, int u),
                (y, ys, uv, us, dst, ds, width, height, dcn, swap, u))
CUDASTRIPE_TAKE(cvtTwoPlaneYUVtoBGR,
                cudastripe_hal_cvtTwoPlaneYUVtoBGREx(y, ys, uv, us, dst, ds, width, height, dcn, swap, u),
                (CUDASTRIPE_TWO_STEPS, int dcn, bool swap, int u, AlgorithmHint hint),
                (y, ys, uv, us, dst, ds, width, height, dcn, swap, u, hint))
CUDASTRIPE_TAKE(cvtBGRtoTwoPlaneYUV,
                cudastripe_hal_cvtBGRtoTwoPlaneYUV(src, ss, y, ds, uv, ds, width, height, scn, swap, u),
                (uchar const* src, size_t ss, uchar* y, uchar* uv, size_t ds, int width, int height, int scn, bool swap,
                 int u),
                (src, ss, y, uv, ds, width, height, scn, swap, u))
CUDASTRIPE_TAKE(resize, cudastripe_hal_resize(type, src, ss, sw, sh, dst, ds, dw, dh, fx, fy, mode),
                (int type, uchar const* src, size_t ss, int sw, int sh, uchar* dst, size_t ds, int dw, int dh,
                 double fx, double fy, int mode),
                (type, src, ss, sw, sh, dst, ds, dw, dh, fx, fy, mode))

}  // namespace hal
}  // namespace cv
