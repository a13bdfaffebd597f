// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "resize_operations.hpp"

#include "../../reference/resize/resize_formulas.hpp"

namespace opencv_test {
namespace {

using cudastripe::Resampling;

Size atLeastOne(int width, int height)
{
    return Size(std::max(width, 1), std::max(height, 1));
}

//! How a result's size follows from a source's. Sides of sources are multiples of `block`.
struct ResizeKind
{
    const char* name;
    Size (*sizeOf)(Size);
    Size block = Size(1, 1);
};

const ResizeKind kKinds[] = {
    {"up", [](Size s) { return Size(s.width * 13 / 10 + 1, s.height * 7 / 4 + 2); }},
    {"down", [](Size s) { return atLeastOne(s.width * 3 / 5, s.height * 4 / 7); }},
    {"doubled", [](Size s) { return s * 2; }},
    {"halved", [](Size s) { return s / 2; }, Size(2, 2)},
    {"by integers", [](Size s) { return Size(s.width / 3, s.height / 4); }, Size(3, 4)},
    {"half across", [](Size s) { return Size(s.width / 2, s.height); }, Size(2, 1)},
    {"wider and lower", [](Size s) { return atLeastOne(s.width * 2 + 1, s.height / 2); }},
    {"narrower and higher", [](Size s) { return atLeastOne(s.width / 2, s.height * 2 + 1); }},
    {"to a pixel", [](Size) { return Size(1, 1); }},
    {"to a row", [](Size s) { return Size(s.width + 3, 1); }},
    {"to a column", [](Size s) { return Size(1, s.height * 2); }},
    {"to the same size", [](Size s) { return s; }},
};

//! Factors of a call without a size; with these blocks no side of a result is 0.
struct ResizeFactors
{
    const char* name;
    double fx, fy;
    Size block = Size(1, 1);
};

const ResizeFactors kFactors[] = {
    {"by 1.7, 2.3", 1.7, 2.3},           {"by 0.6, 0.7", 0.6, 0.7},
    {"by halves", 0.5, 0.5, Size(3, 3)}, {"by 1/3, 1/4", 1 / 3., 0.25, Size(3, 3)},
    {"by 2, 1/2", 2, 0.5, Size(1, 3)},
};

ImageOperation named(ImageOperation operation, const std::string& kind, Size block)
{
    operation.name += " " + kind;
    operation.block = block;
    return operation;
}

ImageOperation byFactors(const ResizeMode& mode, double fx, double fy)
{
    const auto sizeOf = [fx, fy](Size s) {
        return Size(saturate_cast<int>(s.width * fx), saturate_cast<int>(s.height * fy));
    };
    ImageOperation operation = resizeOperation(mode, sizeOf);
    const int interpolation = mode.resampling.interpolation();
    operation.namesSize = false;
    operation.run = [=](const Sources& src, OutputArray dst, const StreamRef& stream, Striper& striper) {
        cudastripe::resize(src.image, dst, Size(), fx, fy, interpolation, stream, striper);
    };
    if (interpolation != INTER_NEAREST_EXACT) {  // which has no coordinates but those of the sizes
        operation.reference = [=](const Mat& src, const Mat&) {
            Mat dst;
            cv::resize(src, dst, Size(), fx, fy, interpolation);
            return dst;
        };
    }
    return operation;
}

//! A part of a source, and the size that it gets.
struct BoxKind
{
    const char* name;
    Rect2d (*boxOf)(Size);
    Size (*sizeOf)(Size);
};

Rect2d fractionalBox(Size s)
{
    return Rect2d(s.width * 0.13, s.height * 0.21, s.width * 0.7, s.height * 0.55);
}

Size middleSize(Size s)
{
    return atLeastOne(s.width / 2, s.height / 2);
}

const BoxKind kBoxes[] = {
    {"box down", fractionalBox, [](Size s) { return atLeastOne(s.width / 3, s.height / 2); }},
    {"box up", fractionalBox, [](Size s) { return s; }},
    {"box without a scale", [](Size s) { return Rect2d(Point(s.width / 3, s.height / 4), Size2d(middleSize(s))); },
     middleSize},
    {"box across", [](Size s) { return Rect2d(0, s.height * 0.25, s.width, s.height * 0.5); },
     [](Size s) { return s; }},
    {"box of all", [](Size s) { return Rect2d(0, 0, s.width, s.height); }, [](Size s) { return s; }},
};

ImageOperation inBox(const ResizeMode& mode, const BoxKind& box)
{
    ImageOperation operation = named(resizeOperation(mode, box.sizeOf), box.name, Size(1, 1));
    operation.run = [=](const Sources& src, OutputArray dst, const StreamRef& stream, Striper& striper) {
        const Size size = sizeOfFirst(src.image);
        cudastripe::resize(src.image, dst, box.sizeOf(size), mode.resampling.inBox(box.boxOf(size)), stream, striper);
    };
    operation.reference = [=](const Mat& src, const Mat&) {
        return resizeReference(src, box.sizeOf(src.size()), mode.resampling.inBox(box.boxOf(src.size())));
    };
    operation.mayReplaceSource = false;
    return operation;
}

}  // namespace

Size sizeOfFirst(InputArray images)
{
    if (images.kind() == _InputArray::STD_VECTOR_CUDA_GPU_MAT)
        return static_cast<const std::vector<cuda::GpuMat>*>(images.getObj())->front().size();
    return images.isMatVector() ? images.size(0) : images.size();
}

ImageOperation resizeOperation(const ResizeMode& mode, const std::function<Size(Size)>& sizeOf)
{
    ImageOperation operation;
    operation.name = mode.name;
    const Resampling resampling = mode.resampling;
    operation.run = [=](const Sources& src, OutputArray dst, const StreamRef& stream, Striper& striper) {
        cudastripe::resize(src.image, dst, sizeOf(sizeOfFirst(src.image)), resampling, stream, striper);
    };
    operation.reference = [=](const Mat& src, const Mat&) {
        return resizeReference(src, sizeOf(src.size()), resampling);
    };
    operation.srcTypes = mode.types;
    operation.dstType = [](int type) { return type; };
    operation.tolerance = [](int) { return 0; };
    operation.dstSize = sizeOf;
    operation.namesSize = true;
    operation.needsBlocks = false;
    operation.most = Size(36, 8);
    operation.mayReplaceSource = sizeOf(Size(12, 12)) == Size(12, 12);
    return operation;
}

std::vector<ImageOperation> opencvResizeOperations()
{
    std::vector<ImageOperation> operations;
    for (const ResizeMode& mode : opencvModes()) {
        for (const ResizeKind& kind : kKinds)
            operations.push_back(named(resizeOperation(mode, kind.sizeOf), kind.name, kind.block));
        for (const ResizeFactors& factors : kFactors)
            operations.push_back(named(byFactors(mode, factors.fx, factors.fy), factors.name, factors.block));
    }
    return operations;
}

std::vector<ImageOperation> pillowResizeOperations()
{
    // The height shrinks so much more than the width that the versions differ in what they do first.
    const auto lower = [](Size s) { return atLeastOne(s.width - 1, s.height / 4); };
    std::vector<ImageOperation> operations;
    for (const ResizeMode& mode : pillowModes()) {
        for (const ResizeKind& kind : kKinds) {
            if (mode.resampling.alpha() == Resampling::Alpha::Straight || kind.block == Size(1, 1))
                operations.push_back(named(resizeOperation(mode, kind.sizeOf), kind.name, kind.block));
        }
        for (const BoxKind& box : kBoxes)
            operations.push_back(inBox(mode, box));
        for (const int version : {12, 13}) {
            ResizeMode of = mode;
            of.resampling = Resampling::pillow(mode.resampling.filter(), mode.resampling.alpha(), version);
            operations.push_back(named(resizeOperation(of, lower), format("lower by %d", version), Size(1, 1)));
        }
    }
    return operations;
}

std::vector<ImageOperation> resizesToCut()
{
    std::vector<ImageOperation> operations;
    for (ResizeMode mode : allResizeModes()) {
        mode.types = {mode.types.front(), mode.types[mode.types.size() / 2], mode.types.back()};
        for (const ResizeKind& kind : {kKinds[0], kKinds[1]})
            operations.push_back(named(resizeOperation(mode, kind.sizeOf), kind.name, kind.block));
    }
    return operations;
}

std::vector<ImageOperation> resizeOperations()
{
    std::vector<ImageOperation> operations = opencvResizeOperations();
    for (ImageOperation& operation : pillowResizeOperations())
        operations.push_back(std::move(operation));
    return operations;
}

}  // namespace opencv_test
