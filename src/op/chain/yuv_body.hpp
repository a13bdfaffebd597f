// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The kernel body of chains that end in a YUV format.

#pragma once

#include "../plane_view.hpp"
#include "../yuv/formula.hpp"
#include "../yuv/packing.hpp"
#include "memory.hpp"

namespace cv { namespace cudastripe {

/** @brief What one thread of a chain that ends in a YUV format does: four pixels of all rows that share chroma. The
packing is data here; what that costs hides behind the bus, for which chains are made. */
template <class T>
struct ChainYuvBody
{
    using Word = std::uint64_t;
    using Tables = SomeTables;
    static constexpr int kPixels = 4;
    static constexpr int kMostRows = 2;
    static constexpr int kBlocks = 1;  //!< of threads that a multiprocessor must hold

    PlaneView src, second;
    PlaneView out[YuvPacking::kMostPlanes];
    std::int64_t cols;
    bool srcAligned, secondAligned;
    YuvPacking packing;
    YuvFormula<T> formula;
    ChainProgram program;
    Tables tables;

    //! Of a body without tables: so much of it is copied.
    size_t usedBytes() const { return offsetof(ChainYuvBody, program) + program.usedBytes(); }

    CV_CUDASTRIPE_HD void operator()(std::int64_t x, std::int64_t y) const { run(x, y, tables.get()); }

    CV_CUDASTRIPE_HD void run(std::int64_t x, std::int64_t y, const uchar* tableBytes) const
    {
        Codes codes;
        int sums[kPixels][3] = {};
        for (int r = 0; r < kMostRows; ++r) {
            if (r >= packing.rows)
                break;
            ChainGroup<Word> group = {};
            interpret(group, x, y * packing.rows + r, tableBytes);
            for (int p = 0; p < kPixels; ++p) {
                int pixel[3];
                for (int c = 0; c < 3; ++c) {
                    pixel[c] = valueOf<int>(group.values[p][c]);
                    if (counts(p, r))
                        sums[p / packing.cols][c] += pixel[c];
                }
                codes.luma[r][p] = formula.ofLuma(pixel[0], pixel[1], pixel[2]);
            }
        }
        for (int b = 0; b < kPixels; ++b) {
            for (int which = 0; which < 2; ++which)
                codes.chroma[which][b] = formula.ofChroma(which, sums[b][0], sums[b][1], sums[b][2]);
        }
        for (int p = 0; p < packing.planeCount; ++p)
            storePlane(p, codes, x, y);
    }

private:
    //! Codes that are still to be saturated.
    struct Codes
    {
        int luma[kMostRows][kPixels];
        int chroma[2][kPixels];
    };

    //! True if chroma is a mean of this pixel, too.
    CV_CUDASTRIPE_HD bool counts(int pixel, int row) const
    {
        return (formula.sumCols || pixel % packing.cols == 0) && (formula.sumRows || row == 0);
    }

    CV_CUDASTRIPE_HD void interpret(ChainGroup<Word>& group, std::int64_t x, std::int64_t row,
                                    const uchar* tableBytes) const
    {
        ChainGroup<Word> other = {};
        const auto place = [&](int channels) {
            return QuadPlace{x * kPixels * channels, 4, channels, cols * channels};
        };
        loadGroup(program.srcDepth, src.row(row), place(program.srcChannels), srcAligned, group);
        if (program.secondChannels)
            loadGroup(program.secondDepth, second.row(row), place(program.secondChannels), secondAligned, other);
#ifdef __CUDA_ARCH__
#pragma unroll 1
#endif
        for (int i = 0; i < program.count; ++i)
            cudastripe::runInstruction(program.instructions[i], program.secondDepth, tableBytes, group, other);
    }

    CV_CUDASTRIPE_HD void storePlane(int number, const Codes& codes, std::int64_t x, std::int64_t y) const
    {
        const PlanePacking& plane = packing.planes[number];
        const int rows = plane.luma ? packing.rows : 1;
        const std::int64_t left = cols - x * kPixels;
        const int pixels = left < kPixels ? static_cast<int>(left) : kPixels;
        for (int r = 0; r < rows; ++r) {
            T* to = reinterpret_cast<T*>(out[number].row(y * rows + r)) + x * kPixels / plane.cols * plane.length;
            for (int g = 0; g * plane.cols < pixels; ++g) {
                int seen[kSampleKinds];
                for (int k = 0; k < kSampleKinds; ++k)
                    seen[k] = g * plane.count[k];
                for (int i = 0; i < plane.length; ++i) {
                    const int kind = plane.kinds[i], index = seen[kind]++;
                    const int code =
                        kind == LumaSample ? codes.luma[r][index] : codes.chroma[kind - FirstChromaSample][index];
                    const int most = sizeof(T) == 1 ? 255 : 65535;
                    *to++ = static_cast<T>(code < 0 ? 0 : code > most ? most : code);
                }
            }
        }
    }
};

}}  // namespace cv::cudastripe
