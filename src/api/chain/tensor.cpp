// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The images of a blob, and the destination of a chain that ends in a tensor.

#include "tensor.hpp"

#include <algorithm>
#include <climits>
#include "opencv2/core/check.hpp"
#include "opencv2/cudastripe/elementwise.hpp"

namespace cv { namespace cudastripe {
namespace {

bool isHostArray(const _OutputArray& dst)
{
    return dst.kind() == _InputArray::MAT || dst.kind() == _InputArray::UMAT;
}

//! The sizes of an array of more than two dimensions in host memory, else nothing.
std::vector<int> blobSizes(const _OutputArray& dst)
{
    std::vector<int> sizes;
    if (dst.needed() && isHostArray(dst) && !dst.empty() && dst.dims() > 2) {
        sizes.resize(static_cast<size_t>(dst.dims()));
        dst.sizend(sizes.data());
    }
    return sizes;
}

bool isBlob(const _OutputArray& dst, const Tensor& tensor)
{
    const std::vector<int> sizes = blobSizes(dst);
    return !sizes.empty() && dst.type() == CV_MAKETYPE(tensor.depth, 1) && sizes == tensor.blobSizes();
}

bool mayBecomeBlob(const _OutputArray& dst, const Tensor& tensor)
{
    const bool typeFits = !dst.fixedType() || dst.type() == CV_MAKETYPE(tensor.depth, 1);
    return isHostArray(dst) && !dst.fixedSize() && typeFits;
}

// A blob of several pictures is not replaced, since the caller probably meant one of them.
void requireReplaceable(const _OutputArray& dst, const Tensor& tensor, const char* function)
{
    const std::vector<int> sizes = blobSizes(dst), wanted = tensor.blobSizes();
    if (sizes.empty())
        return;
    const int type = CV_MAKETYPE(tensor.depth, 1);
    const bool pictures =
        dst.type() == type && std::equal(sizes.begin() + 1, sizes.end(), wanted.begin() + 1, wanted.end());
    if (pictures || !mayBecomeBlob(dst, tensor)) {
        CV_Error_(
            Error::StsUnmatchedSizes,
            ("%s: %s is %s; the tensor is %s, or %s as one image: give an empty Mat, or tensorImage(blob, n) for a "
             "picture of a blob",
             function, tensor.argument, blobText(sizes, dst.type()).c_str(), blobText(wanted, type).c_str(),
             shapeText(tensor.size(), tensor.type()).c_str()));
    }
}

void requireNoGaps(const _OutputArray& dst, const Tensor& tensor, const char* function)
{
    const cuda::GpuMat& mat = dst.getGpuMatRef();
    if (!mat.isContinuous()) {
        CV_Error_(Error::StsBadArg,
                  ("%s: %s is a GpuMat with %lld bytes from row to row, but its rows have %lld bytes; a tensor on a "
                   "device has no gaps: make it by cuda::createContinuous(%d, %d, type, dst), or give an empty GpuMat",
                   function, tensor.argument, (long long)mat.step, (long long)(mat.cols * int64(mat.elemSize())),
                   tensor.size().height, tensor.size().width));
    }
}

ImageAccess openAnywhere(const _OutputArray& dst, const Tensor& tensor, const char* function)
{
    const Size size = tensor.size();
    const int type = tensor.type();
    if (dst.needed() && dst.isGpuMat()) {
        if (fits(dst, size, type))
            requireNoGaps(dst, tensor, function);
        else if (!dst.fixedSize() && !dst.fixedType())
            cuda::createContinuous(size.height, size.width, type, dst);
    } else if (tensor.layout != TensorLayout::Patches && dst.needed() && isOneImage(dst) && !fits(dst, size, type)) {
        if (!isBlob(dst, tensor)) {
            requireReplaceable(dst, tensor, function);
            if (!mayBecomeBlob(dst, tensor))
                return openOutput(dst, size, type, function, tensor.argument);
            dst.create(4, tensor.blobSizes().data(), CV_MAKETYPE(tensor.depth, 1));
        }
        Mat image = tensorImage(dst.getMat(), 0, tensor.layout);
        return openOutput(image, size, type, function, tensor.argument);
    }
    return openOutput(dst, size, type, function, tensor.argument);
}

}  // namespace

String blobText(const std::vector<int>& sizes, int type)
{
    String text;
    for (int size : sizes)
        text += (text.empty() ? "" : " x ") + std::to_string(size);
    return text + " of " + typeToString(type);
}

Size Tensor::size() const
{
    if (layout == TensorLayout::Patches) {
        const int side = patches.side;
        return Size(channels * patches.repeats * side * side, picture.width / side * (picture.height / side));
    }
    return layout == TensorLayout::HWC ? picture : Size(picture.width, channels * picture.height);
}

std::vector<int> Tensor::blobSizes(int count) const
{
    if (layout == TensorLayout::Patches)
        return {count * size().height, size().width};
    if (layout == TensorLayout::HWC)
        return {count, picture.height, picture.width, channels};
    return {count, channels, picture.height, picture.width};
}

Tensor tensorOf(const Chain& chain, int channels, Size picture, const char* function)
{
    const PatchShape& patches = chain.patches();
    const bool cuts = chain.tensorLayout() == TensorLayout::Patches;
    if (cuts && (picture.width % patches.span() != 0 || picture.height % patches.span() != 0)) {
        CV_Error_(
            Error::StsBadSize,
            ("%s: toPatches: the picture is %d x %d; with patches of %d in groups of %d its sides must be multiples "
             "of %d: resize it",
             function, picture.width, picture.height, patches.side, patches.merge, patches.span()));
    }
    if (cuts && int64(picture.width / patches.side) * (picture.height / patches.side) > INT_MAX) {
        CV_Error_(Error::StsOutOfRange,
                  ("%s: the tensor has more than %d patches of %d x %d: resize the picture of %d x %d", function,
                   INT_MAX, patches.side, patches.side, picture.width, picture.height));
    }
    if (picture.height > INT_MAX / channels) {
        CV_Error_(Error::StsOutOfRange, ("%s: the tensor has %d planes of %d rows; together they may have %d", function,
                                         channels, picture.height, INT_MAX));
    }
    return {chain.tensorLayout(), arrayDepthOf(chain.tensorDepth()), channels, picture, patches};
}

bool fits(OutputArray dst, const Tensor& tensor)
{
    return fits(dst, tensor.size(), tensor.type()) || isBlob(dst, tensor);
}

ImageAccess openTensorOutput(OutputArray dst, const Tensor& tensor, const std::vector<ImageAccess>& src,
                             const char* function, bool mayBeSame)
{
    ImageAccess image = openAnywhere(dst, tensor, function);
    const PlaneView& all = image.plane;
    for (int64 c = 0; tensor.layout == TensorLayout::CHW && tensor.channels > 1 && c < tensor.channels; ++c)
        image.planes.push_back({all.base + c * tensor.picture.height * all.step, all.step, all.rowBytes});
    requireNoOverlap(src, image, function, mayBeSame);
    return image;
}

Mat tensorImage(const Mat& blob, int n, TensorLayout layout)
{
    const char* const function = "cudastripe::tensorImage";
    requireLayout(layout, function);
    if (blob.dims != 4 || blob.channels() != 1 || blob.empty()) {
        CV_Error_(Error::StsBadArg,
                  ("%s: blob has %d dimensions and %d channels; it must have 4 and 1, and not be empty", function,
                   blob.dims, blob.channels()));
    }
    if (n < 0 || n >= blob.size[0])
        CV_Error_(Error::StsOutOfRange, ("%s: n is %d; blob has %d images", function, n, blob.size[0]));
    const int channels = layout == TensorLayout::HWC ? blob.size[3] : 1;
    if (channels > CV_CN_MAX) {
        CV_Error_(Error::StsOutOfRange, ("%s: blob has %d channels in its last dimension; an image has at most %d",
                                         function, channels, CV_CN_MAX));
    }
    const Range ranges[] = {Range(n, n + 1), Range::all(), Range::all(), Range::all()};
    const Mat picture = blob(ranges);
    if (!picture.isContinuous())
        CV_Error_(Error::StsBadArg, ("%s: image %d of blob has gaps; it must be continuous", function, n));
    const bool interleaved = layout == TensorLayout::HWC;
    const int64 rows = interleaved ? blob.size[1] : int64(blob.size[1]) * blob.size[2];
    CV_Assert(rows <= INT_MAX);
    const int sizes[] = {static_cast<int>(rows), interleaved ? blob.size[2] : blob.size[3]};
    return picture.reshape(channels, 2, sizes);
}

}}  // namespace cv::cudastripe
