// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The kernel body that shuffles samples from one YUV layout into another one.

#pragma once

#include <cstdint>
#include <utility>

#include "../../plane_view.hpp"
#include "../../word_bytes.hpp"
#include "../kernels.hpp"
#include "numbers.hpp"

namespace cv { namespace cudastripe {

/** @brief What one thread does: eight neighbouring pixels of all rows that share chroma in either layout.

Which layouts these are is data, so that there is one kernel for each pair of types: all threads take the same branch to
one of the loads, which spread chroma over its pixels, and then to one of the stores. Loads and stores are wide if
planes are aligned. */
template <class Src, class Dst>
struct YuvShuffleBody
{
    static constexpr int kPixels = 8;
    static constexpr int kRows = 2;

    YuvShuffle shuffle;
    PlaneView in[YuvPacking::kMaxPlanes], out[YuvPacking::kMaxPlanes];
    int from, to;  //!< the first layouts with these packings
    int rows;      //!< of a thread: 1 or 2
    unsigned cols, lastRow;
    bool wide;

    //! Threads for a row of `cols` pixels.
    static int64 items(int64 cols) { return (cols + kPixels - 1) / kPixels; }

    //! True if a thread's samples can be loaded, or stored, as words.
    template <class Sample>
    static bool aligned(const YuvPacking& packing, const PlaneView* planes, int64 rows)
    {
        bool all = true;
        for (int p = 0; p < packing.planeCount; ++p) {
            const int bytes = kPixels / packing.planes[p].cols * packing.planes[p].length * int(sizeof(Sample));
            all = all && planes[p].aligned(wordBytes(bytes), rows);
        }
        return all;
    }

    CV_CUDASTRIPE_HD void operator()(int64 longX, int64 longY) const
    {
        constexpr auto layouts = std::make_integer_sequence<int, kLayoutCount>();
        const unsigned first = static_cast<unsigned>(longX) * kPixels, y = static_cast<unsigned>(longY);
        const bool whole = wide && first + kPixels <= cols;
        Codes codes;
        load(codes, first, y, whole, layouts);
        store(codes, first, y, whole, layouts);
    }

private:
    //! Codes of the source; chroma is that of each pixel.
    struct Codes
    {
        int luma[kRows][kPixels];
        int chroma[2][kRows][kPixels];
    };

    //! Facts about a layout as static members, since nvcc warns of calls of host functions in device code.
    template <int Layout>
    struct Of
    {
        static constexpr YuvPacking packing = packingOf(Layout);
        static constexpr bool loads = kernelLayout(Layout) == Layout && kernelTakes<Src>(Layout);
        static constexpr bool stores = kernelLayout(Layout) == Layout && kernelTakes<Dst>(Layout);
    };

    //! The planes of a layout, or none if it has no kernel of its own.
    template <int Layout, bool Used>
    using Planes = std::make_integer_sequence<int, Used ? Of<Layout>::packing.planeCount : 0>;

    template <int... Layouts>
    CV_CUDASTRIPE_HD void load(Codes& codes, unsigned first, unsigned y, bool whole,
                               std::integer_sequence<int, Layouts...>) const
    {
        (loadLayout<Layouts>(codes, first, y, whole, Planes<Layouts, Of<Layouts>::loads>()), ...);
    }

    template <int... Layouts>
    CV_CUDASTRIPE_HD void store(const Codes& codes, unsigned first, unsigned y, bool whole,
                                std::integer_sequence<int, Layouts...>) const
    {
        (storeLayout<Layouts>(codes, first, y, whole, Planes<Layouts, Of<Layouts>::stores>()), ...);
    }

    template <int Layout, int... Numbers>
    CV_CUDASTRIPE_HD void loadLayout(Codes& codes, unsigned first, unsigned y, bool whole,
                                     std::integer_sequence<int, Numbers...>) const
    {
        if constexpr (sizeof...(Numbers) > 0) {
            if (from != Layout)
                return;
            (loadPlane<Layout, Numbers>(codes, first, y, whole), ...);
            if constexpr (!Of<Layout>::packing.chroma) {
                for (int i = 0; i < 2 * kRows * kPixels; ++i)
                    codes.chroma[i / kPixels / kRows][i / kPixels % kRows][i % kPixels] = shuffle.fromNeutral;
            }
        }
    }

    template <int Layout, int... Numbers>
    CV_CUDASTRIPE_HD void storeLayout(const Codes& codes, unsigned first, unsigned y, bool whole,
                                      std::integer_sequence<int, Numbers...>) const
    {
        if constexpr (sizeof...(Numbers) > 0) {
            if (to == Layout)
                (storePlane<Layout, Numbers>(codes, first, y, whole), ...);
        }
    }

    //! A thread's samples of a plane; `spans`: a row of the plane belongs to two rows of the picture.
    template <int Layout, int Plane>
    struct PlaneOfLayout
    {
        static constexpr YuvPacking packing = packingOf(Layout);
        static constexpr PlanePacking plane = packing.planes[Plane];
        static_assert(kPixels % plane.cols == 0, "a thread does whole groups");
        static constexpr int groups = kPixels / plane.cols;
        static constexpr int count = groups * plane.length;
        static constexpr bool spans = !plane.luma && packing.rows == kRows;
    };

    //! The number of a thread's row; the last row of the image stands for one that a group lacks.
    CV_CUDASTRIPE_HD unsigned rowOf(unsigned y, int r) const
    {
        const unsigned row = y * unsigned(rows) + unsigned(r);
        return row > lastRow ? lastRow : row;
    }

    //! Samples of a plane from pixel `first` to the end of a row.
    template <int Layout, int Plane>
    CV_CUDASTRIPE_HD unsigned samplesLeft(unsigned first) const
    {
        constexpr PlanePacking plane = PlaneOfLayout<Layout, Plane>::plane;
        return (cols - first + plane.cols - 1) / plane.cols * plane.length;
    }

    template <int Layout, int Plane>
    CV_CUDASTRIPE_HD void loadPlane(Codes& codes, unsigned first, unsigned y, bool whole) const
    {
        using S = PlaneOfLayout<Layout, Plane>;
        constexpr PlanePacking plane = S::plane;
        constexpr int count = S::count, span = Of<Layout>::packing.cols;
        for (int r = 0; r < (S::spans ? 1 : kRows); ++r) {
            if (r >= rows)
                break;
            const Src* const row = reinterpret_cast<const Src*>(in[Plane].rowOfImage(S::spans ? y : rowOf(y, r)));
            Src samples[count];
            loadSamples<count, plane.length>(row + size_t(first / plane.cols) * plane.length, samples, whole,
                                             samplesLeft<Layout, Plane>(first));
            for (int g = 0; g < S::groups; ++g) {
                int seen[kSampleKinds] = {g * plane.count[0], g * plane.count[1], g * plane.count[2]};
                for (int i = 0; i < plane.length; ++i) {
                    const int kind = plane.kinds[i], index = seen[kind]++;
                    const int code = shuffle.codeOf(samples[g * plane.length + i]);
                    if (kind == LumaSample) {
                        codes.luma[r][index] = code;
                        continue;
                    }
                    for (int k = index * span; k < (index + 1) * span; ++k) {
                        codes.chroma[kind - FirstChromaSample][r][k] = code;
                        if (S::spans)
                            codes.chroma[kind - FirstChromaSample][kRows - 1][k] = code;
                    }
                }
            }
        }
    }

    template <int Layout, int Plane>
    CV_CUDASTRIPE_HD void storePlane(const Codes& codes, unsigned first, unsigned y, bool whole) const
    {
        using S = PlaneOfLayout<Layout, Plane>;
        constexpr PlanePacking plane = S::plane;
        constexpr int count = S::count;
        for (int r = 0; r < (S::spans ? 1 : kRows); ++r) {
            if (r >= rows)
                break;
            Dst samples[count];
            for (int g = 0; g < S::groups; ++g) {
                int seen[kSampleKinds] = {g * plane.count[0], g * plane.count[1], g * plane.count[2]};
                for (int i = 0; i < plane.length; ++i) {
                    const int kind = plane.kinds[i], index = seen[kind]++;
                    const int code = kind == LumaSample
                                         ? shuffle.luma.of(codes.luma[r][index], 0)
                                         : ofBlock<Layout, S::spans>(codes, kind - FirstChromaSample, r, index);
                    samples[g * plane.length + i] = shuffle.template sampleOf<Dst>(code);
                }
            }
            Dst* const row = reinterpret_cast<Dst*>(out[Plane].rowOfImage(S::spans ? y : rowOf(y, r)));
            storeSamples<count>(samples, row + size_t(first / plane.cols) * plane.length, whole,
                                samplesLeft<Layout, Plane>(first));
        }
    }

    //! The chroma of a block: the mean of the pixels that the siting names.
    template <int Layout, bool Spans>
    CV_CUDASTRIPE_HD int ofBlock(const Codes& codes, int which, int row, int block) const
    {
        constexpr int span = Of<Layout>::packing.cols, colBits = span == 4 ? 2 : span == 2 ? 1 : 0;
        int sum = 0;
        for (int r = row; r < (Spans ? kRows : row + 1); ++r) {
            if (r > row && !shuffle.sumRows)
                break;
            for (int k = 0; k < span; ++k) {
                const int at = block * span + k;
                const int code = shuffle.swapped ? codes.chroma[1 - which][r][at] : codes.chroma[which][r][at];
                sum += k == 0 || shuffle.sumCols ? code : 0;
            }
        }
        return shuffle.chroma.of(sum, (shuffle.sumCols ? colBits : 0) + (Spans && shuffle.sumRows ? 1 : 0));
    }

    //! Behind the row its last group of `Length` samples is repeated.
    template <int Count, int Length, class Sample>
    CV_CUDASTRIPE_HD static void loadSamples(const Sample* from, Sample (&samples)[Count], bool whole, unsigned left)
    {
        if (whole) {
            alignas(16) Sample loaded[Count];
            copyWords<Count* int(sizeof(Sample))>(loaded, from);
            for (int i = 0; i < Count; ++i)
                samples[i] = loaded[i];
            return;
        }
        for (int i = 0; i < Count; ++i)
            samples[i] = from[unsigned(i) < left ? unsigned(i) : left - unsigned(Length) + unsigned(i % Length)];
    }

    template <int Count, class Sample>
    CV_CUDASTRIPE_HD static void storeSamples(const Sample (&samples)[Count], Sample* to, bool whole, unsigned left)
    {
        if (whole) {
            alignas(16) Sample stored[Count];
            for (int i = 0; i < Count; ++i)
                stored[i] = samples[i];
            storeWords<Count* int(sizeof(Sample))>(to, stored);
            return;
        }
        for (int i = 0; i < Count; ++i) {
            if (unsigned(i) < left)
                to[i] = samples[i];
        }
    }
};

}}  // namespace cv::cudastripe
