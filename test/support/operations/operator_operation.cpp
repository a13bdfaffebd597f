// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "operator_operation.hpp"

#include "../../reference/operator_reference.hpp"

namespace opencv_test {

void runChain(const Chain& chain, const Sources& sources, OutputArray dst, const StreamRef& stream, Striper& striper)
{
    if (chain.usesSecond())
        cudastripe::transform(sources.image, sources.second, dst, chain, sources.mask, stream, striper);
    else
        cudastripe::transform(sources.image, dst, chain, sources.mask, stream, striper);
}

ImageOperation chainOperation(const Chain& chain, const std::vector<int>& types,
                              const std::function<int(int)>& secondType)
{
    const auto second = [secondType](int type) { return secondType ? secondType(type) : -1; };
    ImageOperation operation;
    operation.name = chain.toString();
    operation.srcTypes = types;
    operation.secondType = secondType;
    operation.content = finiteImage;
    operation.tolerance = [](int) { return 0.; };
    operation.run = [chain](const Sources& sources, OutputArray dst, const StreamRef& stream, Striper& striper) {
        runChain(chain, sources, dst, stream, striper);
    };
    operation.reference = [chain](const Mat& x, const Mat& y) { return chainReference(chain, x, y); };
    operation.dstType = [=](int type) { return chain.resultType(type, second(type)); };
    operation.sameBits = [=](int type) { return chain.sameBits(type, second(type)); };
    return operation;
}

ImageOperation operatorOperation(const Chain& chain, const std::vector<int>& types)
{
    const Operator step = chain.steps().front();
    std::function<int(int)> second;
    if (step.second)
        second = [step](int type) { return secondTypeOf(step, type); };
    ImageOperation operation = chainOperation(chain, types, second);
    operation.content = valueImage;
    operation.wrong = [step](const Mat& x, const Mat& y, const Mat& actual) { return wrongResult(step, x, y, actual); };
    return operation;
}

}  // namespace opencv_test
