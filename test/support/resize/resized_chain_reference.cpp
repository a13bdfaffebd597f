// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../reference/resize/resize_formulas.hpp"
#include "../operations/operator_operation.hpp"
#include "resized_chains.hpp"

namespace opencv_test {
namespace {

Chain stepsOf(const Chain& whole)
{
    Chain chain;
    for (const Operator& step : whole.steps())
        chain.append(step);
    if (whole.endsInYuv())
        chain.toYuv(whole.yuvFormat(), whole.yuvOrder());
    if (whole.endsInTensor() && whole.tensorLayout() == TensorLayout::Patches)
        chain.toPatches(whole.patches(), whole.tensorDepth(), whole.tensorOrder());
    else if (whole.endsInTensor())
        chain.toTensor(whole.tensorLayout(), whole.tensorDepth(), whole.tensorOrder());
    return chain;
}

Mat partReference(const Framing& framing, const Mat& pixels)
{
    if (framing.part.empty() || !framing.beyond)
        return framing.part.empty() ? pixels : pixels(framing.part);
    Mat part(framing.part.size(), pixels.type(), *framing.beyond);
    const Rect inside = framing.part & Rect(Point(), pixels.size());
    pixels(inside).copyTo(part(inside - framing.part.tl()));
    return part;
}

Mat placedReference(const Chain& chain, const Mat& picture)
{
    const Framing& framing = chain.framing();
    if (framing.size.empty())
        return picture.clone();
    const Rect all(Point(), framing.size), seen = Rect(framing.at, picture.size()) & all;
    Mat image(all.size(), picture.type(), framing.border);
    picture(seen - framing.at).copyTo(image(seen));
    return image;
}

}  // namespace

Mat resizedChainReference(const Chain& chain, const Mat& pixels, const Mat& second)
{
    const auto host = makeStriper({});
    const Framing& framing = chain.framing();
    const Mat part = partReference(framing, pixels);
    Mat resized = part, dst;
    if (framing.resampling)
        resized = resizeReference(part, framing.resizedSize(pixels.size()), *framing.resampling);
    runChain(stepsOf(chain), {placedReference(chain, resized), second}, dst, StreamRef(), *host);
    return dst.dims > 2 ? tensorImage(dst, 0, chain.tensorLayout()).clone() : dst;
}

}  // namespace opencv_test
