// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "image_operation.hpp"

namespace opencv_test {
namespace {

constexpr int kStripeCounts[] = {0, 1, 2, 3, 7, 9, 1000};  // 0 lets the plan choose; 9 is as many as rows

ImageShape randomShape(RNG& rng, bool device)
{
    ImageShape shape;
    shape.placement = device ? static_cast<Placement>(rng.uniform(0, 3)) : Placement::Ordinary;
    // Elements must lie at multiples of their size: the offset is scaled by the caller.
    shape.offset = rng.uniform(0, 4);
    shape.padding = rng.uniform(0, 3) == 0 ? 0 : rng.uniform(1, 40);
    return shape;
}

ImageShape inElements(ImageShape shape, int type)
{
    const int size = static_cast<int>(CV_ELEM_SIZE1(type));
    shape.offset *= size;
    shape.padding *= size;
    return shape;
}

}  // namespace

void PrintTo(const ImageOperation& operation, std::ostream* out)
{
    *out << operation.name;
}

Mat randomImage(Size size, int type, RNG& rng)
{
    Mat image(size, type);
    const int depth = CV_MAT_DEPTH(type);
    const double most = depth == CV_8U ? 255 : depth == CV_16U ? 65535 : 1;
    rng.fill(image, RNG::UNIFORM, Scalar::all(0), Scalar::all(depth == CV_32F ? most : most + 1));
    for (int r = 0; r < size.height; r += 3) {
        for (int c = rng.uniform(0, 5); c < size.width; c += rng.uniform(1, 7)) {
            const Scalar extreme(most * rng.uniform(0, 2), most * rng.uniform(0, 2), most * rng.uniform(0, 2), most);
            image(Rect(c, r, 1, 1)).setTo(extreme);
        }
    }
    return image;
}

std::string differences(const Mat& expected, const Mat& actual, double tolerance)
{
    if (expected.size() != actual.size() || expected.type() != actual.type())
        return "size or type differ";
    if (cv::norm(expected, actual, NORM_INF) <= tolerance)
        return std::string();
    const Mat e = expected.reshape(1), a = actual.reshape(1);
    Mat wrong;
    absdiff(e, a, wrong);
    wrong = wrong > tolerance;
    const int count = countNonZero(wrong);
    for (int r = 0; r < wrong.rows; ++r) {
        for (int c = 0; c < wrong.cols; ++c) {
            if (!wrong.at<uchar>(r, c))
                continue;
            Mat pair(1, 2, e.type());
            e(Rect(c, r, 1, 1)).copyTo(pair.col(0));
            a(Rect(c, r, 1, 1)).copyTo(pair.col(1));
            pair.convertTo(pair, CV_64F);
            return format("%d of %d values differ, the first in row %d, column %d, channel %d: expected %g, is %g",
                          count, int(wrong.total()), r, c / expected.channels(), c % expected.channels(),
                          pair.at<double>(0), pair.at<double>(1));
        }
    }
    return "NaN";
}

void checkOnce(const ImageOperation& operation, const Backend& backend, Striper& striper, const Mat& src,
               const ImageShape& srcShape, const ImageShape& dstShape)
{
    const int dstType = operation.dstType(src.type());
    PlacedImage from(backend, inElements(srcShape, src.type()), src.size(), src.type());
    PlacedImage to(backend, inElements(dstShape, dstType), operation.dstSize(src.size()), dstType);
    from.set(src);
    operation.run(from.input(), to.output(), StreamRef(), striper);
    const std::string wrong = differences(operation.reference(src), to.get(), operation.tolerance(src.depth()));
    ASSERT_EQ(std::string(), wrong) << operation.name << ", " << src.cols << " x " << src.rows << " of "
                                    << typeToString(src.type()) << ", offsets " << srcShape.offset << " and "
                                    << dstShape.offset << ", padding " << srcShape.padding << " and "
                                    << dstShape.padding << ", placements " << int(srcShape.placement) << " and "
                                    << int(dstShape.placement);
    ASSERT_TRUE(to.guardsIntact()) << operation.name;
    ASSERT_EQ(0, cv::norm(src, from.get(), NORM_INF)) << "the source was written";
}

void checkShapes(const ImageOperation& operation, const Backend& backend, std::uint64_t seed, int cuts)
{
    RNG rng(seed + 1);
    std::vector<std::unique_ptr<Striper>> alone, shared;
    for (int stripes : kStripeCounts) {
        StriperParams params;
        params.stripes = stripes;
        params.order = static_cast<IssueOrder>(alone.size() % 3);
        params.streams = stripes % 4;
        alone.push_back(backend.striper(params));
        params.order = static_cast<IssueOrder>((alone.size() + 1) % 3);
        params.hostShare = true;
        shared.push_back(backend.striper(params));
    }
    // Memory of different devices cannot meet in one call, so with several only host memory is used.
    const bool oneDevice = backend.devices().size() == 1;
    int turn = static_cast<int>(seed % 7);
    for (int height = operation.block.height; height <= operation.most.height; height += operation.block.height) {
        for (int width = operation.block.width; width <= operation.most.width; width += operation.block.width) {
            const int type = operation.srcTypes[static_cast<size_t>(rng.uniform(0, int(operation.srcTypes.size())))];
            const Mat src = randomImage(Size(width, height), type, rng);
            const ImageShape srcShape = randomShape(rng, oneDevice), dstShape = randomShape(rng, oneDevice);
            const auto& stripers = rng.uniform(0, 2) ? alone : shared;
            for (int cut = 0; cut < cuts; ++cut) {
                Striper& striper = *stripers[static_cast<size_t>(turn++) % stripers.size()];
                checkOnce(operation, backend, striper, src, srcShape, dstShape);
                if (testing::Test::HasFatalFailure())
                    return;
            }
        }
    }
}

void checkCuttings(const ImageOperation& operation, const Backend& backend)
{
    RNG rng(7);
    for (int type : operation.srcTypes) {
        const Size odd(67, 33);
        const Mat src = randomImage(
            Size(odd.width - odd.width % operation.block.width, odd.height - odd.height % operation.block.height), type,
            rng);
        Mat whole;
        const auto host = makeStriper({});
        operation.run(src, whole, StreamRef(), *host);
        for (int stripes = 1; stripes <= src.rows + 1; ++stripes) {
            for (const Placement placement : {Placement::Ordinary, Placement::PageLocked}) {
                if (placement != Placement::Ordinary && !backend.device())
                    continue;
                StriperParams params;
                params.stripes = stripes;
                params.slots = 2 + stripes % 3;
                params.order = static_cast<IssueOrder>(stripes % 3);
                params.streams = 1 + stripes % 5;
                params.hostShare = stripes % 2 == 0;
                const auto striper = backend.striper(params);
                ImageShape shape;
                shape.placement = placement;
                PlacedImage from(backend, shape, src.size(), type);
                PlacedImage to(backend, shape, whole.size(), whole.type());
                from.set(src);
                operation.run(from.input(), to.output(), StreamRef(), *striper);
                const Mat cut = to.get();
                ASSERT_EQ(0, std::memcmp(whole.data, cut.data, whole.total() * whole.elemSize()))
                    << operation.name << " with " << stripes << " stripes";
            }
        }
    }
}

}  // namespace opencv_test
