// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_YUV_LAYOUT_HPP
#define OPENCV_CUDASTRIPE_YUV_LAYOUT_HPP

//! @addtogroup cudastripe_color
//! @{

/** @brief All layouts, a row each: enumerator, name, packing, pixels that a chroma sample spans across and down,
depths, name of FFmpeg's pixel format.

The packing lists the samples of each plane in the order in which they lie in memory, planes separated by spaces: "Y UV"
is a plane of luma and one in which U and V alternate, "UYVY" one plane with two pixels in four samples. Depths are bits
of a sample; "10<<6" are ten bits, shifted into the upper ones of sixteen. FFmpeg's name is that for 8 bits; for others
their number and "le" follow. Everything else that concerns a layout is derived from its row. */
#define CV_CUDASTRIPE_YUV_LAYOUTS(ROW)                        \
    ROW(I444, "i444", "Y U V", 1, 1, "8 10 12 16", "yuv444p") \
    ROW(Packed444, "packed444", "YUV", 1, 1, "8 16", "")      \
    ROW(I422, "i422", "Y U V", 2, 1, "8 10 12 16", "yuv422p") \
    ROW(NV16, "nv16", "Y UV", 2, 1, "8", "nv16")              \
    ROW(I420, "i420", "Y U V", 2, 2, "8 10 12 16", "yuv420p") \
    ROW(YV12, "yv12", "Y V U", 2, 2, "8", "")                 \
    ROW(NV12, "nv12", "Y UV", 2, 2, "8", "nv12")              \
    ROW(NV21, "nv21", "Y VU", 2, 2, "8", "nv21")              \
    ROW(UYVY, "uyvy", "UYVY", 2, 1, "8", "uyvy422")           \
    ROW(YUY2, "yuy2", "YUYV", 2, 1, "8", "yuyv422")           \
    ROW(YVYU, "yvyu", "YVYU", 2, 1, "8", "yvyu422")           \
    ROW(P010, "p010", "Y UV", 2, 2, "10<<6", "p0")            \
    ROW(P016, "p016", "Y UV", 2, 2, "16", "p0")               \
    ROW(Y, "y", "Y", 1, 1, "8 10 12 16", "gray")              \
    ROW(P012, "p012", "Y UV", 2, 2, "12<<4", "p0")

/** @brief All matrices that two numbers define, a row each: enumerator, name, and the weights of red and of blue in
luma.

BT.601 (ITU-R BT.601-7, 2.5.1), BT.709 (ITU-R BT.709-6, 3.2), BT.2020 with non-constant luminance (ITU-R BT.2020-2,
table 4). */
#define CV_CUDASTRIPE_YUV_MATRICES(ROW) \
    ROW(BT601, "bt601", 0.299, 0.114)   \
    ROW(BT709, "bt709", 0.2126, 0.0722) \
    ROW(BT2020, "bt2020", 0.2627, 0.0593)

//! @}

#endif
