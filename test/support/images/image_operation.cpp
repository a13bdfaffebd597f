// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "image_operation.hpp"

#include "../device/stream_graph.hpp"
#include "placed_call.hpp"

namespace opencv_test {
namespace {

constexpr int kStripeCounts[] = {0, 1, 2, 3, 7, 9, 1000};  // 0 lets the plan choose; 9 is as many as rows

ImageShape randomShape(RNG& rng, bool device)
{
    ImageShape shape;
    shape.placement = device ? static_cast<Placement>(rng.uniform(0, 3)) : Placement::Pageable;
    shape.offset = rng.uniform(0, 4);
    shape.padding = rng.uniform(0, 3) == 0 ? 0 : rng.uniform(1, 40);
    return shape;
}

}  // namespace

bool sameBytes(const Mat& a, const Mat& b)
{
    return a.size() == b.size() && a.type() == b.type() && a.isContinuous() && b.isContinuous() &&
           std::memcmp(a.data, b.data, a.total() * a.elemSize()) == 0;
}

void PrintTo(const ImageOperation& operation, std::ostream* out)
{
    *out << operation.name;
}

Mat randomImage(Size size, int type, RNG& rng)
{
    Mat image(size, type);
    const int depth = CV_MAT_DEPTH(type);
    const double most = depth == CV_8U ? 255 : depth == CV_16U ? 65535 : 1;
    if (depth == CV_32F) {
        // RNG::fill rounds differently on other processors.
        Mat_<float> values = image.reshape(1);
        for (float& value : values)
            value = rng.uniform(0.f, 1.f);
    } else {
        rng.fill(image, RNG::UNIFORM, Scalar::all(0), Scalar::all(most + 1));
    }
    for (int r = 0; r < size.height; r += 3) {
        for (int c = rng.uniform(0, 5); c < size.width; c += rng.uniform(1, 7)) {
            // In braces the order of the calls is fixed, so that compilers agree on the content.
            const Scalar extreme{most * rng.uniform(0, 2), most * rng.uniform(0, 2), most * rng.uniform(0, 2), most};
            image(Rect(c, r, 1, 1)).setTo(extreme);
        }
    }
    return image;
}

std::string differences(const Mat& expected, const Mat& actual, double tolerance)
{
    if (expected.size() != actual.size() || expected.type() != actual.type())
        return "size or type differ: expected " + typeToString(expected.type()) + ", is " + typeToString(actual.type());
    if (expected.depth() < CV_32F && cv::norm(expected, actual, NORM_INF) <= tolerance)
        return std::string();
    Mat e, a;
    expected.reshape(1).convertTo(e, CV_64F);
    actual.reshape(1).convertTo(a, CV_64F);
    int count = 0;
    std::string first;
    for (int r = 0; r < e.rows; ++r) {
        for (int c = 0; c < e.cols; ++c) {
            const double x = e.at<double>(r, c), y = a.at<double>(r, c);
            if (x == y || (x != x && y != y) || std::abs(x - y) <= tolerance)
                continue;
            if (count++ == 0)
                first = format("the first in row %d, column %d, channel %d: expected %.17g, is %.17g", r,
                               c / expected.channels(), c % expected.channels(), x, y);
        }
    }
    return count == 0 ? first : format("%d of %d values differ, ", count, int(e.total())) + first;
}

Sample randomSample(const ImageOperation& operation, Size size, int type, RNG& rng, bool anyMemory)
{
    Sample sample;
    sample.src = operation.content(size, type, rng);
    sample.srcShape = randomShape(rng, anyMemory);
    sample.dstShape = randomShape(rng, anyMemory);
    if (!operation.gapsOnDevice && sample.dstShape.placement == Placement::OnDevice)
        sample.dstShape.padding = 0;
    if (operation.secondType) {
        sample.second = operation.content(operation.otherSize(size), operation.secondType(type), rng);
        sample.secondShape = randomShape(rng, anyMemory);
    }
    if (operation.masked) {
        sample.mask = Mat(operation.otherSize(size), rng.uniform(0, 2) ? CV_8UC1 : CV_8SC1);
        rng.fill(sample.mask, RNG::UNIFORM, 0, 3);  // whole words of zeros are rare, but not in the first rows
        sample.mask.rowRange(0, sample.mask.rows / 3).setTo(rng.uniform(0, 2));
        sample.maskShape = randomShape(rng, anyMemory);
    }
    return sample;
}

void checkOnce(const ImageOperation& operation, const Backend& backend, Striper& striper, const Sample& sample)
{
    PlacedCall call(operation, backend, sample);
    call.run(StreamRef(), striper);
    const Mat& src = sample.src;
    ASSERT_EQ(std::string(), call.wrong())
        << operation.name << ", " << src.cols << " x " << src.rows << " of " << typeToString(src.type()) << ", from "
        << sample.srcShape << " and " << sample.secondShape << " to " << sample.dstShape << ", mask in "
        << sample.maskShape;
}

void checkOnce(const ImageOperation& operation, const Backend& backend, Striper& striper, const Mat& src,
               const ImageShape& srcShape, const ImageShape& dstShape)
{
    Sample sample;
    sample.src = src;
    sample.srcShape = srcShape;
    sample.dstShape = dstShape;
    checkOnce(operation, backend, striper, sample);
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
        params.route = Route::Shared;
        shared.push_back(backend.striper(params));
    }
    // Memory of different devices cannot meet in one call, so with several only host memory is used.
    const bool oneDevice = backend.devices().size() == 1;
    int turn = static_cast<int>(seed % 7);
    for (int height = operation.block.height; height <= operation.most.height; height += operation.block.height) {
        for (int width = operation.block.width; width <= operation.most.width; width += operation.block.width) {
            const int type = operation.srcTypes[static_cast<size_t>(rng.uniform(0, int(operation.srcTypes.size())))];
            const Sample sample = randomSample(operation, Size(width, height), type, rng, oneDevice);
            const auto& stripers = rng.uniform(0, 2) ? alone : shared;
            for (int cut = 0; cut < cuts; ++cut) {
                Striper& striper = *stripers[static_cast<size_t>(turn++) % stripers.size()];
                checkOnce(operation, backend, striper, sample);
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
        const Size odd(67 - 67 % operation.block.width, 33 - 33 % operation.block.height);
        const Sample sample = randomSample(operation, odd, type, rng, false);
        const Mat& src = sample.src;
        const int dstType = operation.dstType(type);
        const auto cut = [&](const Backend& on, const StriperParams& params, Placement placement,
                             bool captured = false) {
            const auto striper = on.striper(params);
            ImageShape shape;
            shape.placement = placement;
            const bool two = !sample.second.empty();
            PlacedImage from(on, shape, odd, type);
            PlacedImage second(on, shape, two ? sample.second.size() : odd, two ? sample.second.type() : type);
            PlacedImage to(on, shape, operation.dstSize(odd), dstType);
            from.set(src);
            if (two)
                second.set(sample.second);
            const Sources sources(from.input(), two ? second.input() : _InputArray(noArray()), sample.mask);
            if (captured) {
                const OwnedStream stream(*on.device(), "captured");
                StreamGraph graph(on, stream);
                operation.run(sources, to.output(), StreamHandle(stream.id().get()), *striper);
                graph.end();
                graph.run();
            } else {
                operation.run(sources, to.output(), StreamRef(), *striper);
            }
            return to.get();
        };
        Mat whole;
        if (operation.sameBits(type))
            whole = cut(Backend(BackendKind::Host), {}, Placement::Pageable);
        for (int stripes = 1; stripes <= src.rows + 1; ++stripes) {
            for (const Placement placement : {Placement::Pageable, Placement::PageLocked}) {
                if (placement != Placement::Pageable && !backend.device())
                    continue;
                StriperParams params;
                params.stripes = stripes;
                params.slots = 2 + stripes % 3;
                params.order = static_cast<IssueOrder>(stripes % 3);
                params.streams = 1 + stripes % 5;
                params.route = stripes % 2 == 0 ? Route::Shared : Route::Striped;
                const Mat result = cut(backend, params, placement);
                if (whole.empty())
                    whole = result;
                ASSERT_TRUE(sameBytes(whole, result)) << operation.name << " with " << stripes << " stripes";
            }
        }
        for (int stripes : {0, 1, 5}) {
            if (backend.devices().size() != 1 || operation.masked)
                break;
            for (const Placement placement : {Placement::PageLocked, Placement::OnDevice}) {
                StriperParams params;
                params.stripes = stripes;
                const Mat result = cut(backend, params, placement, true);
                ASSERT_TRUE(sameBytes(whole, result)) << operation.name << " in a graph, " << stripes << " stripes";
            }
        }
    }
}

}  // namespace opencv_test
