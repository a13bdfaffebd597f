// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The rows of CV_CUDASTRIPE_YUV_LAYOUTS in numbers, at compile time.

#pragma once

#include "opencv2/cudastripe/detail/basic_types.hpp"
#include "opencv2/cudastripe/yuv_layout.hpp"

namespace cv { namespace cudastripe {

//! A row of the table of layouts.
struct LayoutRow
{
    const char* name;
    const char* packing;
    int cols, rows;
    const char* depths;
    const char* ffmpeg;
};

#define CUDASTRIPE_LAYOUT_ROW(NAME, ...) LayoutRow{__VA_ARGS__},
constexpr LayoutRow kLayoutRows[] = {CV_CUDASTRIPE_YUV_LAYOUTS(CUDASTRIPE_LAYOUT_ROW)};
#undef CUDASTRIPE_LAYOUT_ROW
constexpr int kLayoutCount = static_cast<int>(sizeof(kLayoutRows) / sizeof(kLayoutRows[0]));

//! Luma, or the chroma that comes first or second in the packing.
enum SampleKind
{
    LumaSample,
    FirstChromaSample,
    SecondChromaSample,
    kSampleKinds
};

//! The samples of a plane, in groups that repeat along a row.
struct PlanePacking
{
    static constexpr int kMax = 8;
    int length = 0;                //!< samples in a group
    SampleKind kinds[kMax] = {};   //!< of the samples of a group
    int count[kSampleKinds] = {};  //!< samples of a kind in a group
    int before[kMax] = {};         //!< samples of the same kind before each in a group
    int cols = 0;                  //!< pixels across that a group spans
    bool luma = false;             //!< it has all rows of the image, not only those of chroma

    //! How many groups a row of `pixels` pixels has. The last group may lack pixels.
    constexpr int64 groupsOf(int64 pixels) const { return (pixels + cols - 1) / cols; }
};

//! All planes of a layout.
struct YuvPacking
{
    static constexpr int kMaxPlanes = 3;
    PlanePacking planes[kMaxPlanes];
    int planeCount = 0;
    int cols = 1, rows = 1;  //!< pixels across and down that a chroma sample spans
    bool chroma = false;
    bool vFirst = false;  //!< the first chroma is V

    //! True if a picture may have this width. In several planes, blocks at the right and lower edge may lack a column
    //! or a row; their chroma is the mean of the pixels that they have.
    constexpr bool takes(int64 width) const { return planeCount > 1 || width % cols == 0; }
    //! Rows of a plane that belong to the first `count` rows of the picture.
    constexpr int64 rowsOf(int plane, int64 count) const
    {
        return planes[plane].luma ? count : (count + rows - 1) >> (rows - 1);  // one or two rows share chroma
    }

    //! True if each of several planes has a group for each pixel, or for each block of two columns.
    constexpr bool planesHaveBlocks() const
    {
        bool all = true;
        for (int p = 0; planeCount > 1 && p < planeCount; ++p)
            all = all && cols <= 2 && planes[p].cols == (planes[p].luma ? 1 : cols);
        return all;
    }

    constexpr bool valid() const
    {
        int counts[kSampleKinds] = {};
        for (int p = 0; p < planeCount; ++p) {
            const PlanePacking& plane = planes[p];
            const bool both = plane.luma && plane.length > plane.count[LumaSample];
            if (plane.length < 1 || plane.cols < 1 || (both && rows != 1))
                return false;
            for (int k = 0; k < kSampleKinds; ++k) {
                const int span = k == LumaSample ? 1 : cols;
                if (plane.count[k] && plane.count[k] * span != plane.cols)
                    return false;
                counts[k] += plane.count[k] > 0;
            }
        }
        return counts[LumaSample] == 1 && counts[FirstChromaSample] == int(chroma) &&
               counts[SecondChromaSample] == int(chroma) && rows <= 2 && cols <= 4;
    }
};

constexpr YuvPacking packingOf(const LayoutRow& row)
{
    YuvPacking packing;
    packing.cols = row.cols;
    packing.rows = row.rows;
    packing.planeCount = 1;
    for (const char* c = row.packing; *c; ++c) {
        if (*c == ' ') {
            ++packing.planeCount;
            continue;
        }
        if (*c != 'Y' && !packing.chroma) {
            packing.chroma = true;
            packing.vFirst = *c == 'V';
        }
        PlanePacking& plane = packing.planes[packing.planeCount - 1];
        const bool first = (*c == 'V') == packing.vFirst;
        const SampleKind kind = *c == 'Y' ? LumaSample : first ? FirstChromaSample : SecondChromaSample;
        plane.before[plane.length] = plane.count[kind]++;
        plane.kinds[plane.length++] = kind;
        plane.luma = plane.luma || kind == LumaSample;
    }
    for (int p = 0; p < packing.planeCount; ++p) {
        PlanePacking& plane = packing.planes[p];
        plane.cols = plane.luma ? plane.count[LumaSample] : plane.count[plane.kinds[0]] * packing.cols;
    }
    return packing;
}

struct AllPackings
{
    YuvPacking of[kLayoutCount];
    constexpr AllPackings() : of()
    {
        for (int i = 0; i < kLayoutCount; ++i)
            of[i] = packingOf(kLayoutRows[i]);
    }
};
inline constexpr AllPackings kPackings;

constexpr const YuvPacking& packingOf(int layout)
{
    return kPackings.of[layout];
}

constexpr bool allPackingsValid()
{
    for (int i = 0; i < kLayoutCount; ++i) {
        if (!packingOf(i).valid() || !packingOf(i).planesHaveBlocks())
            return false;
    }
    return true;
}
static_assert(allPackingsValid(),
              "a layout has luma once, both chromas or none, as many samples as its spans say, and "
              "luma apart from chroma that spans two rows; of several planes, each has a group for a "
              "pixel or for a block of at most two columns");

//! True if the layouts are equal, or differ only in which chroma comes first.
constexpr bool samePacking(const YuvPacking& a, const YuvPacking& b)
{
    if (a.planeCount != b.planeCount || a.cols != b.cols || a.rows != b.rows)
        return false;
    for (int p = 0; p < a.planeCount; ++p) {
        if (a.planes[p].length != b.planes[p].length)
            return false;
        for (int i = 0; i < a.planes[p].length; ++i) {
            if (a.planes[p].kinds[i] != b.planes[p].kinds[i])
                return false;
        }
    }
    return true;
}

//! The first layout with the same packing, whose kernels this layout uses.
constexpr int kernelLayout(int layout)
{
    for (int i = 0; i < layout; ++i) {
        if (samePacking(packingOf(i), packingOf(layout)))
            return i;
    }
    return layout;
}

//! Which bits of a sample are used.
struct SampleBits
{
    int depth = 0;
    int shift = 0;  //!< unused bits below them
};

//! The depths of a layout: at most four.
struct LayoutDepths
{
    SampleBits bits[4];
    int count = 0;
};

constexpr LayoutDepths depthsOf(int layout)
{
    LayoutDepths depths;
    int number = 0;
    for (const char* c = kLayoutRows[layout].depths;; ++c) {
        if (*c >= '0' && *c <= '9') {
            number = number * 10 + (*c - '0');
            continue;
        }
        SampleBits& bits = depths.bits[depths.count];
        (bits.depth ? bits.shift : bits.depth) = number;
        number = 0;
        if (*c == '<')
            ++c;
        else
            ++depths.count;
        if (!*c)
            return depths;
    }
}

//! Bits below a sample of this depth.
constexpr int unusedBitsOf(int layout, int depth)
{
    const LayoutDepths depths = depthsOf(layout);
    int unused = 0;
    for (int i = 0; i < depths.count; ++i)
        unused = depths.bits[i].depth == depth ? depths.bits[i].shift : unused;
    return unused;
}

//! True if the layout has a depth of 8 bits or, if `eight` is false, one of more bits.
constexpr bool hasDepths(int layout, bool eight)
{
    const LayoutDepths depths = depthsOf(layout);
    for (int i = 0; i < depths.count; ++i) {
        if ((depths.bits[i].depth == 8) == eight)
            return true;
    }
    return false;
}

}}  // namespace cv::cudastripe
