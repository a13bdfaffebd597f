// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include <algorithm>

#include "../../src/op/non_temporal_blocks.hpp"
#include "../../src/op/yuv/linear_body.hpp"
#include "../../src/op/yuv/op.hpp"
#include "../../src/op/yuv/rows/rows.hpp"
#include "../reference/yuv_linear_reference.hpp"
#include "../support/images/image_operation.hpp"

// The operation that interpolates chroma by itself: the rows that it asks for, and spans that no layout has.

namespace opencv_test { namespace {

// What a simulated device is told of a kernel, and what uploads copy.
TEST(CUDASTRIPE_FromYuvLinearOp, saysWhichRowsOfChromaItsUnitsRead)
{
    const Size size(8, 12);
    for (ChromaSiting siting : {ChromaSiting::Center, ChromaSiting::Left, ChromaSiting::TopLeft}) {
        const YuvFormat format = YuvFormat::hd().withSiting(siting);
        const auto op = makeYuvLinearOp(format, ChannelOrder::BGR, size, CV_8U, 3, 2);
        const int above = siting == ChromaSiting::TopLeft ? 0 : 1;
        std::vector<uchar> memory(8 * 18 + 8 * 12 * 3);
        StripePlanes planes;
        planes.in[0] = {memory.data(), 8, 8};
        planes.in[1] = {memory.data() + 8 * 12, 8, 8};
        planes.out[0] = {memory.data() + 8 * 18, 24, 24};
        for (int first = 0; first < 12; first += 2) {
            for (int units = 2; first + units <= 12; units += 2) {
                const int begin = std::max(first / 2 - above, 0), end = std::min((first + units) / 2 + 1, 6);
                const RowsRead luma = op->rowsRead(op->inputs()[0], first, units);
                const RowsRead chroma = op->rowsRead(op->inputs()[1], first, units);
                EXPECT_EQ(0, luma.above);
                EXPECT_EQ(units, luma.count);
                EXPECT_EQ(first / 2 - begin, chroma.above);
                EXPECT_EQ(end - begin, chroma.count);
                const int part = first / 4 * 2;  // a part of a part counts from the image's first unit, too
                const KernelRef kernel = op->kernel(op->from(op->from(planes, part), first - part), units);
                EXPECT_EQ(planes.in[0].row(first), kernel.accesses()[0].view.base);
                EXPECT_EQ(units, kernel.accesses()[0].rows);
                EXPECT_EQ(planes.in[1].row(begin), kernel.accesses()[1].view.base);
                EXPECT_EQ(end - begin, kernel.accesses()[1].rows);
                EXPECT_EQ(units, kernel.accesses()[2].rows);
            }
        }
    }
}

// The CPU does such an image in parts, some of which it stores past the caches.
TEST(CUDASTRIPE_FromYuvLinearOp, givesTheSameBitsInTheBlocksOfALargeImage)
{
    const int64 kept = NonTemporalBlocks::keptBytes(getNumThreads(), coreCache());
    const int cols = 1024, rows = static_cast<int>(double(kept) * 1.4 / (cols * 4.5)) / 2 * 2;
    const YuvFormat format = YuvFormat::hd();
    const auto op = makeYuvLinearOp(format, ChannelOrder::BGR, Size(cols, rows), CV_8U, 3, 2);
    RNG rng(257);
    Mat src(format.imageSize(Size(cols, rows)), CV_8U), byRows(rows, cols, CV_8UC3), byKernel(rows, cols, CV_8UC3);
    rng.fill(src, RNG::UNIFORM, 0, 256);
    StripePlanes planes;
    planes.in[0] = {src.data, cols, cols};
    planes.in[1] = {src.ptr(rows), cols, cols};
    planes.out[0] = {byRows.data, 3 * cols, 3 * cols};
    op->hostRun(planes, rows);
    planes.out[0].base = byKernel.data;
    op->kernel(planes, rows).emulate();
    EXPECT_EQ(std::string(), differences(byKernel, byRows, 0));
}

// No layout of the table has chroma that spans four pixels.
TEST(CUDASTRIPE_FromYuvLinearOp, interpolatesChromaThatSpansFourPixels)
{
    RNG rng(251);
    for (int cols = 4; cols <= 1100; cols += cols < 60 ? 4 : 516) {
        for (ChromaSiting siting : {ChromaSiting::Center, ChromaSiting::Left}) {
            const Size span(4, cols % 8 ? 2 : 1);
            Mat y(6, cols, CV_8U), chroma(6 / span.height, cols / 2, CV_8U), expected(6, cols, CV_8UC3);
            rng.fill(y, RNG::UNIFORM, 0, 256);
            rng.fill(chroma, RNG::UNIFORM, 0, 256);
            YuvLinearWork<uchar, uchar> work;
            // Y + U - 128, Y and Y + V - 128; "UV" in pairs.
            const int one = 1 << 20, half = one / 2;
            work.formula = {one, {{one, 0, 0}, {0, 0, one}}, {half - 128 * one, half, half - 128 * one}, 0, 128, 0};
            work.across = ChromaSpan::of(4, siting == ChromaSiting::Center);
            work.down = ChromaSpan::of(span.height, true);
            work.patterns[FirstChromaSample].length = work.patterns[SecondChromaSample].length = 2;
            work.patterns[SecondChromaSample].places[0] = 1;
            work.in[LumaSample] = {y.data, cols, cols};
            work.in[FirstChromaSample] = work.in[SecondChromaSample] = {chroma.data, chroma.cols, chroma.cols};
            work.chromaAbove = 0;
            work.lastChroma = chroma.rows - 1;
            work.cols = static_cast<unsigned>(cols);
            work.channels = 3;
            Mat pairs(chroma.rows, cols / 4, CV_8UC2, chroma.data), planes[2], byRows(6, cols, CV_8UC3),
                byBody = byRows.clone();
            pairs.convertTo(pairs, CV_16U);
            cv::split(pairs, planes);
            for (Point at; at.y < 6; ++at.y) {
                for (at.x = 0; at.x < cols; ++at.x) {
                    const double luma = y.at<uchar>(at);
                    const double values[] = {luma + chromaAt(planes[0], at, span, siting) - 128, luma,
                                             luma + chromaAt(planes[1], at, span, siting) - 128};
                    for (int c = 0; c < 3; ++c)
                        expected.at<Vec3b>(at)[c] =
                            static_cast<uchar>(std::min(255., std::max(0., std::floor(values[c] + 0.5))));
                }
            }
            work.dst = {byRows.data, 3 * cols, 3 * cols};
            linearYuvRows(work, 6, cols % 3 == 0);
            EXPECT_EQ(std::string(), differences(expected, byRows, 0)) << cols << " columns";
            work.dst.base = byBody.data;
            const YuvLinearBody<uchar, uchar> body(work, 6);
            for (int64 block = 0; block < chroma.rows; ++block) {
                for (int64 x = 0; x < body.items(); ++x)
                    body(x, block);
            }
            EXPECT_EQ(std::string(), differences(expected, byBody, 0)) << cols << " columns";
        }
    }
}

}}  // namespace opencv_test
