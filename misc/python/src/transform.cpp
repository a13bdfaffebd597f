// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// transform: a chain on an image, on two, and on lists of them, also into one tensor.

#include <nanobind/stl/optional.h>

#include "batch.hpp"
#include "bindings.hpp"
#include "call.hpp"

namespace cudastripe_python {
namespace {

using namespace cv::cudastripe;
using cv::OutputArray;

//! The images that a chain reads.
struct Sources
{
    Sources(const Call& call, ImagesArg src, ImagesArg other, ArrayArg masking) : first(call.read(src.object, "src"))
    {
        if (!other.object.is_none())
            second.emplace(call.read(other.object, "second"));
        if (!masking.object.is_none())
            mask.emplace(call.read(masking.object, "mask"));
    }
    int secondType() const { return second && !second->mats().empty() ? second->mats().front().type() : -1; }

    Images first;
    std::optional<Images> second, mask;
};

void run(const Call& call, const Sources& images, OutputArray to, const Chain& chain)
{
    const cv::_InputArray mask = images.mask ? images.mask->input() : cv::_InputArray(cv::noArray());
    if (images.second)
        transform(images.first.input(), images.second->input(), to, chain, mask, call.stream(), call.striper());
    else
        transform(images.first.input(), to, chain, mask, call.stream(), call.striper());
}

Access accessOf(const Chain& chain)
{
    if (!chain.endsInTensor())
        return Access::Write;
    return chain.tensorLayout() == TensorLayout::CHW ? Access::WriteChw : Access::WriteHwc;
}

// The shape of a tensor of all pictures if they are like the first one, which the library checks.
nb::tuple shapeOf(const Sources& images, const Chain& chain)
{
    const auto& mats = images.first.mats();
    const cv::Mat& first = mats.front();
    const cv::Size size =
        chain.resultSize(chain.beginsInYuv() ? chain.sourceFormat().sourceSize(first.size()) : first.size());
    const int type = chain.beginsInYuv() ? chain.sourceType() : first.type();
    const int channels = CV_MAT_CN(chain.resultType(type, images.secondType()));
    if (chain.tensorLayout() == TensorLayout::Patches) {
        const int side = chain.patches().side;
        return nb::make_tuple(mats.size() * size_t(size.width / side) * size_t(size.height / side),
                              channels * chain.patches().repeats * side * side);
    }
    return chain.tensorLayout() == TensorLayout::CHW ? nb::make_tuple(mats.size(), channels, size.height, size.width)
                                                     : nb::make_tuple(mats.size(), size.height, size.width, channels);
}

// To the library a list of YUV images could be planes. A list of results, one for each picture, says that it is not.
void fillTensor(const Call& call, const Sources& images, const cv::Mat& tensor, const Chain& chain)
{
    if (!chain.beginsInYuv())
        return run(call, images, tensor, chain);
    std::vector<cv::Mat> pictures;
    const bool patches = chain.tensorLayout() == TensorLayout::Patches;
    const int count = patches ? int(images.first.mats().size()) : tensor.size[0], rows = tensor.size[0] / count;
    if (tensor.size[0] % count != 0)
        throwValueError(cv::format("dst has %d rows, which are no patches of %d pictures", tensor.size[0], count));
    for (int i = 0; i < count; ++i) {
        pictures.push_back(patches ? tensor.rowRange(i * rows, (i + 1) * rows)
                                   : tensorImage(tensor, i, chain.tensorLayout()));
    }
    run(call, images, static_cast<const std::vector<cv::Mat>&>(pictures), chain);
}

bool isPictureOf(const Chain& chain, const cv::Mat& image)
{
    return image.type() == chain.sourceFormat().imageType() && !chain.sourceFormat().sourceSize(image.size()).empty();
}

//! True unless the chain cuts a picture of this image that has no whole patches.
bool hasPatches(const Chain& chain, const cv::Mat& image)
{
    if (chain.tensorLayout() != TensorLayout::Patches)
        return true;
    const cv::Size picture = chain.beginsInYuv() ? chain.sourceFormat().sourceSize(image.size()) : image.size();
    const cv::Size size = chain.resultSize(picture);
    const int span = chain.patches().span();
    return size.width % span == 0 && size.height % span == 0;
}

nb::any runBatch(const Call& call, const Sources& images, const Output& output, const Chain& chain)
{
    const size_t count = images.first.mats().size();
    const auto runAll = [&](OutputArray to) { run(call, images, to, chain); };
    if (count == 0)  // the library refuses it
        return call.writeBatch({{nb::none()}, output.out, output.like}, count, runAll);
    if (!chain.endsInTensor() || isList(output.dst.object))
        return call.writeBatch(output, count, runAll);
    const bool given = !output.dst.object.is_none();
    // For what is no picture, or no patches, there is no shape: the library refuses it.
    const cv::Mat& first = images.first.mats().front();
    if (!given && ((chain.beginsInYuv() && !isPictureOf(chain, first)) || !hasPatches(chain, first)))
        return call.writeBatch(output, count, runAll);
    return call.writeTensor(output, given ? nb::tuple() : shapeOf(images, chain), chain.tensorDepth(),
                            [&](const cv::Mat& tensor) { fillTensor(call, images, tensor, chain); });
}

bool isBatchOf(const Sources& images, const Chain& chain, nb::handle dst, std::optional<bool> wanted)
{
    BatchChoice choice{"cudastripe.transform", wanted, dst, std::nullopt};
    if (chain.beginsInYuv())
        choice.planes = chain.sourceFormat();
    // One tensor may be of one picture or of many.
    if (chain.endsInTensor() && !isList(dst))
        choice.dst = Py_None;
    if (!chain.beginsInYuv() || !chain.endsInYuv())
        return isBatch(images.first, choice);
    if (wanted.value_or(false)) {
        throwValueError(cv::format("%s: batch is True, but lists are planes where a chain begins and ends in YUV",
                                   choice.function));
    }
    requireNoFrames(images.first, choice.function);
    return false;
}

nb::any pyTransform(ImagesArg src, const SharedChain& shared, ImagesArg second, ImagesArg dst, ArrayArg mask,
                    bool planes, std::optional<bool> batch, KindArg out, StreamArg stream, Striper* striper)
{
    const Call call("cudastripe.transform", stream, striper);
    const std::shared_ptr<const Chain> chain = shared.chain;
    const Sources images(call, src, second, mask);
    const Output output{dst, out, src.object, accessOf(*chain), chain->tensorDepth()};
    if (!chain->beginsInYuv() && !chain->framing().empty())
        requireOnePlane(images.first, src.object, call.function());
    if (isBatchOf(images, *chain, dst.object, batch)) {
        requireNoPlanes(planes && chain->endsInYuv(), call.function());
        return runBatch(call, images, output, *chain);
    }
    const int count = planes && chain->endsInYuv() ? chain->yuvFormat().planes() : 0;
    return call.write(output, count, [&](OutputArray to) { run(call, images, to, *chain); });
}

constexpr const char* kTransform = R"(Applies a chain of operators to each pixel, in one pass.

src: (rows, columns) or (rows, columns, 1 to 4) of uint8 to float64; what from_yuv takes if the chain begins in YUV. A
    list of such images, of any sizes, is one call for all: a batch.
second: the second image of the chain's steps, of the result's rows and columns; for a batch a list of one for each.
mask: (rows, columns) of uint8 or bool; where it is 0, dst keeps its value, and a new result is 0. Not for batches.
planes: True for a new result that is a list of planes, if the chain ends in YUV.
dst: where to write, or a list; else the result is new. After to_tensor it is (pictures, channels, rows, columns), or
    with channels last: all pictures of a batch, of one size unless the chain resizes, or a list with one picture each.
batch, out, stream, striper: as in cvt_color.)";

}  // namespace

void bindTransform(nb::module_& m)
{
    using nb::arg;
    m.def("transform", &pyTransform, arg("src"), arg("chain"), arg("second").none() = nb::none(), nb::kw_only(),
          arg("dst").none() = nb::none(), arg("mask").none() = nb::none(), arg("planes") = false,
          arg("batch").none() = nb::none(), arg("out").none() = nb::none(), arg("stream").none() = nb::none(),
          arg("striper").none() = nb::none(), kTransform);
}

}  // namespace cudastripe_python
