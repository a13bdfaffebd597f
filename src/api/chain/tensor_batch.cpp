// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Batches whose results are the pictures of one tensor.

#include <numeric>

#include "../../op/chain/lower/lower_chain.hpp"
#include "../../op/simd/float_mode.hpp"
#include "../batch/batch.hpp"
#include "opencv2/core/check.hpp"
#include "opencv2/cudastripe/elementwise.hpp"
#include "tensor.hpp"

namespace cv { namespace cudastripe {
namespace {

//! The header of the first picture. Throws unless all have its type, and the chain makes the same size of each.
ImageHeader commonOf(InputArray src, const Chain& chain, const char* function)
{
    requireSources(src, function);
    const ImageHeaders headers(src);
    const ImageHeader common = headers[0];
    for (size_t i = 0, count = imageCount(src); i < count; ++i) {
        const ImageHeader own = headers[i];
        if (!own.data || own.size().empty()) {
            std::vector<ImageAccess> opened;
            namingImage(i, function, [&] {
                withImage(src, i, [&](InputArray image) { openInput(opened, image, function, "src"); });
            });
        }
        if (chain.resultSize(own.size()) == chain.resultSize(common.size()) && own.type == common.type)
            continue;
        CV_Error_(Error::StsUnmatchedSizes,
                  ("%s: image %zu: src is %s; it must be %s as image 0, since all are pictures of one tensor", function,
                   i, shapeText(own.size(), own.type).c_str(), shapeText(common.size(), common.type).c_str()));
    }
    return common;
}

// If the caller's dst does not fit, it is replaced, but only at the end.
Mat blobFor(OutputArray dst, const std::vector<int>& sizes, const Tensor& tensor, const char* function)
{
    const int depth = tensor.depth;
    if (dst.kind() != _InputArray::MAT)
        CV_Error_(Error::StsBadArg,
                  ("%s: %s must be a Mat, a cuda::GpuMat, or an array of images", function, tensor.argument));
    const Mat old = dst.getMat();
    const std::vector<int> given(old.size.p, old.size.p + old.dims);
    if (old.type() == depth && given == sizes)
        return old;
    if (dst.fixedSize() || (dst.fixedType() && old.type() != depth)) {
        const String now = given.empty() ? "of " + String(typeToString(old.type())) : blobText(given, old.type());
        CV_Error_(old.type() == depth ? Error::StsUnmatchedSizes : Error::StsUnmatchedFormats,
                  ("%s: %s is %s and must not be changed; the tensor is %s", function, tensor.argument, now.c_str(),
                   blobText(sizes, depth).c_str()));
    }
    Mat blob;
    blob.allocator = old.allocator;
    blob.create(static_cast<int>(sizes.size()), sizes.data(), depth);
    return blob;
}

void requireFits(const cuda::GpuMat& mat, Size size, const Tensor& tensor, const char* function)
{
    const int type = tensor.type();
    if (!mat.empty() && (mat.size() != size || mat.type() != type || !mat.isContinuous())) {
        CV_Error_(
            Error::StsUnmatchedSizes,
            ("%s: %s is %s; the tensor is %s without gaps: create it with cuda::createContinuous, or give an "
             "empty GpuMat",
             function, tensor.argument, shapeText(mat.size(), mat.type()).c_str(), shapeText(size, type).c_str()));
    }
}

//! All pictures of a call, one below the other.
struct RowsOfPictures
{
    const Tensor& tensor;
    std::vector<int> of;  //!< of each picture
    int all;

    RowsOfPictures(const Tensor& picture, std::vector<int> rows, size_t count, const char* function)
        : tensor(picture), of(std::move(rows))
    {
        if (of.empty())
            of.assign(count, tensor.size().height);
        const int64 sum = std::accumulate(of.begin(), of.end(), int64(0));
        if (sum > INT_MAX) {
            CV_Error_(Error::StsOutOfRange, ("%s: the tensor has %zu pictures of %lld rows together; they may have %d",
                                             function, count, (long long)sum, INT_MAX));
        }
        all = static_cast<int>(sum);
    }
};

//! Tensors in host memory.
void runOnMat(InputArray src, OutputArray dst, const RowsOfPictures& rows, const char* function,
              const Describe& describe, const StreamRef& stream, Striper& striper, Repeats repeats)
{
    const Tensor& tensor = rows.tensor;
    const bool patches = tensor.layout == TensorLayout::Patches;
    const int count = static_cast<int>(rows.of.size());
    const std::vector<int> sizes = patches ? std::vector<int>{rows.all, tensor.size().width} : tensor.blobSizes(count);
    const Mat blob = blobFor(dst, sizes, tensor, function);
    std::vector<Mat> pictures;
    pictures.reserve(rows.of.size());
    int row = 0;
    for (int i = 0; i < count; row += rows.of[size_t(i++)])
        pictures.push_back(patches ? blob.rowRange(row, row + rows.of[size_t(i)])
                                   : tensorImage(blob, i, tensor.layout));
    if (runBatch(src, pictures, function, describe, stream, striper, nullptr, repeats) &&
        dst.getMatRef().data != blob.data)
        dst.getMatRef() = blob;
}

//! Tensors in device memory.
void runOnGpuMat(InputArray src, cuda::GpuMat& dst, const RowsOfPictures& rows, const char* function,
                 const Describe& describe, const StreamRef& stream, Striper& striper, Repeats repeats)
{
    const Tensor& tensor = rows.tensor;
    const Size size(tensor.size().width, rows.all);
    requireFits(dst, size, tensor, function);
    cuda::GpuMat all = dst;
    std::vector<cuda::GpuMat> pictures;
    // Copies of a header cost less than regions.
    const auto divide = [&] {
        pictures.assign(rows.of.size(), all.rowRange(0, 1));
        uchar* data = all.data;
        for (size_t i = 0; i < pictures.size(); ++i) {
            pictures[i].rows = rows.of[i];
            pictures[i].data = data;
            data += all.step * static_cast<size_t>(rows.of[i]);
        }
    };
    const auto allocate = [&] {
        cuda::createContinuous(size.height, size.width, tensor.type(), all);
        divide();
    };
    if (!dst.empty())
        divide();
    if (runBatch(src, pictures, function, describe, stream, striper,
                 dst.empty() ? std::function<void()>(allocate) : std::function<void()>(), repeats))
        dst = all;
}

}  // namespace

void runTensorBatch(InputArray src, const Tensor& tensor, OutputArray dst, const char* function,
                    const Describe& describe, const StreamRef& stream, Striper& striper, Repeats repeats,
                    std::vector<int> rows)
{
    const RowsOfPictures all(tensor, std::move(rows), imageCount(src), function);
    if (dst.isGpuMat())
        runOnGpuMat(src, dst.getGpuMatRef(), all, function, describe, stream, striper, repeats);
    else
        runOnMat(src, dst, all, function, describe, stream, striper, repeats);
}

void runTensorBatch(InputArray src, int secondType, OutputArray dst, const Chain& chain, const char* function,
                    const Describe& describe, const StreamRef& stream, Striper& striper)
{
    const FloatMode mode;  // sizes do not depend on the caller's
    const ImageHeader common = commonOf(src, chain, function);
    const int channels = CV_MAT_CN(lowerChain(chain, common.type, secondType, function)->resultType());
    const Tensor tensor = tensorOf(chain, channels, chain.resultSize(common.size()), function);
    runTensorBatch(src, tensor, dst, function, describe, stream, striper, Repeats::AreAlike);
}

}}  // namespace cv::cudastripe
