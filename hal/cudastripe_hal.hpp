// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef CUDASTRIPE_HAL_HPP
#define CUDASTRIPE_HAL_HPP

#include <stddef.h>

// The functions that OpenCV's HAL may call in place of its own, with the parameters of its hal_replacement.hpp. Each
// gives 0 if it has written the result, with OpenCV's bytes, or 1 if OpenCV must do the work: for floats, for codes
// whose bytes depend on the column, and for images below 128 x 128. Threads are those of cv::parallel_for_.

#define CUDASTRIPE_HAL_IMAGES \
    const unsigned char *src, size_t srcStep, unsigned char *dst, size_t dstStep, int width, int height

#ifdef __cplusplus
extern "C" {
#endif

int cudastripe_hal_cvtBGRtoBGR(CUDASTRIPE_HAL_IMAGES, int depth, int scn, int dcn, bool swapBlue);
int cudastripe_hal_cvtBGRtoBGR5x5(CUDASTRIPE_HAL_IMAGES, int scn, bool swapBlue, int greenBits);
int cudastripe_hal_cvtBGR5x5toBGR(CUDASTRIPE_HAL_IMAGES, int dcn, bool swapBlue, int greenBits);
int cudastripe_hal_cvtBGRtoGray(CUDASTRIPE_HAL_IMAGES, int depth, int scn, bool swapBlue);
int cudastripe_hal_cvtGraytoBGR(CUDASTRIPE_HAL_IMAGES, int depth, int dcn);
int cudastripe_hal_cvtBGR5x5toGray(CUDASTRIPE_HAL_IMAGES, int greenBits);
int cudastripe_hal_cvtGraytoBGR5x5(CUDASTRIPE_HAL_IMAGES, int greenBits);
int cudastripe_hal_cvtRGBAtoMultipliedRGBA(CUDASTRIPE_HAL_IMAGES);
int cudastripe_hal_cvtMultipliedRGBAtoRGBA(CUDASTRIPE_HAL_IMAGES);
int cudastripe_hal_cvtBGRtoXYZ(CUDASTRIPE_HAL_IMAGES, int depth, int scn, bool swapBlue);
int cudastripe_hal_cvtXYZtoBGR(CUDASTRIPE_HAL_IMAGES, int depth, int dcn, bool swapBlue);
int cudastripe_hal_cvtBGRtoHSV(CUDASTRIPE_HAL_IMAGES, int depth, int scn, bool swapBlue, bool full, bool isHSV);
int cudastripe_hal_cvtHSVtoBGR(CUDASTRIPE_HAL_IMAGES, int depth, int dcn, bool swapBlue, bool full, bool isHSV);
int cudastripe_hal_cvtBGRtoLab(CUDASTRIPE_HAL_IMAGES, int depth, int scn, bool swapBlue, bool isLab, bool srgb);
int cudastripe_hal_cvtLabtoBGR(CUDASTRIPE_HAL_IMAGES, int depth, int dcn, bool swapBlue, bool isLab, bool srgb);
int cudastripe_hal_cvtBGRtoYUV(CUDASTRIPE_HAL_IMAGES, int depth, int scn, bool swapBlue, bool isCbCr);
int cudastripe_hal_cvtYUVtoBGR(CUDASTRIPE_HAL_IMAGES, int depth, int dcn, bool swapBlue, bool isCbCr);
int cudastripe_hal_cvtTwoPlaneYUVtoBGR(CUDASTRIPE_HAL_IMAGES, int dcn, bool swapBlue, int uIdx);
int cudastripe_hal_cvtTwoPlaneYUVtoBGREx(const unsigned char* y, size_t yStep, const unsigned char* uv, size_t uvStep,
                                         unsigned char* dst, size_t dstStep, int width, int height, int dcn,
                                         bool swapBlue, int uIdx);
int cudastripe_hal_cvtThreePlaneYUVtoBGR(CUDASTRIPE_HAL_IMAGES, int dcn, bool swapBlue, int uIdx);
int cudastripe_hal_cvtBGRtoThreePlaneYUV(CUDASTRIPE_HAL_IMAGES, int scn, bool swapBlue, int uIdx);
int cudastripe_hal_cvtBGRtoTwoPlaneYUV(const unsigned char* src, size_t srcStep, unsigned char* y, size_t yStep,
                                       unsigned char* uv, size_t uvStep, int width, int height, int scn, bool swapBlue,
                                       int uIdx);
int cudastripe_hal_cvtOnePlaneYUVtoBGR(CUDASTRIPE_HAL_IMAGES, int dcn, bool swapBlue, int uIdx, int ycn);
int cudastripe_hal_cvtOnePlaneBGRtoYUV(CUDASTRIPE_HAL_IMAGES, int scn, bool swapBlue, int uIdx, int ycn);
int cudastripe_hal_resize(int type, const unsigned char* src, size_t srcStep, int srcWidth, int srcHeight,
                          unsigned char* dst, size_t dstStep, int dstWidth, int dstHeight, double scaleX, double scaleY,
                          int interpolation);

//! Calls that were taken over since the program began.
size_t cudastripe_hal_calls(void);

#ifdef __cplusplus
}
#endif

#endif
