// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "opencv2/cudastripe/functor.hpp"

#include "../op/flat_op.hpp"
#include "striper_impl.hpp"

namespace cv { namespace cudastripe { namespace detail {
namespace {

const char* const kFunction = "cudastripe::transform";

}  // namespace

void runFlat(const FlatWork& work, const StreamRef& stream, Striper& striper)
{
    if (work.count < 0) {
        CV_Error_(Error::StsOutOfRange, ("%s: count is %lld; it must be 0 or more", kFunction, (long long)work.count));
    }
    if (work.count == 0)
        return;
    static const char* const one[] = {"src"};
    static const char* const two[] = {"a", "b"};
    const char* const* names = work.inputCount == 1 ? one : two;
    std::vector<ImageAccess> src;
    for (int i = 0; i < work.inputCount; ++i)
        src.push_back(
            openPointer(work.inputs[i], work.count, work.inputBytes[i], work.inputAlignment[i], kFunction, names[i]));
    const auto openDst = [&] {
        const ImageAccess dst =
            openPointer(work.output, work.count, work.outputBytes, work.outputAlignment, kFunction, "dst");
        for (const ImageAccess& from : src)
            requireNoOverlap(from, dst, kFunction);
        return std::vector<ImageAccess>{dst};
    };
    const auto makeOp = [&](const std::vector<ImageAccess>&) { return std::make_unique<FlatOp>(work); };
    striper.impl().run({kFunction, src, openDst, makeOp, stream});
}

}}}  // namespace cv::cudastripe::detail
