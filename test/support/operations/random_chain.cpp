// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "random_chain.hpp"

#include "../../reference/operator_reference.hpp"
#include "operator_operation.hpp"

namespace opencv_test {
namespace {

template <class T>
const T& anyOf(const std::vector<T>& list, RNG& rng)
{
    return list[static_cast<size_t>(rng.uniform(0, static_cast<int>(list.size())))];
}

int typeAfter(const Operator& step, int type, int secondType)
{
    const Mat src(1, 1, type, Scalar::all(1));
    return documentedReference(step, src, secondType < 0 ? Mat() : Mat(1, 1, secondType, Scalar::all(1))).type();
}

}  // namespace

RandomChain randomChain(RNG& rng, bool exact, int srcType)
{
    RandomChain random;
    random.srcType = srcType < 0 ? CV_MAKETYPE(rng.uniform(0, 7), rng.uniform(1, 5)) : srcType;
    const int otherDepth = rng.uniform(0, 2) ? CV_MAT_DEPTH(random.srcType) : rng.uniform(0, 7);
    const int secondType = CV_MAKETYPE(otherDepth, CV_MAT_CN(random.srcType));
    const size_t count = static_cast<size_t>(rng.uniform(2, 17));
    random.exact = true;
    int type = random.srcType;
    while (random.chain.steps().size() < count) {
        const OperatorInfo& info = anyOf(operatorTable(), rng);
        const std::vector<int> types = operatorTypes(info);
        if (std::find(types.begin(), types.end(), type) == types.end())
            continue;
        const Operator step = anyOf(operatorCases(info.code, type), rng).steps()[0];
        if (step.second && secondTypeOf(step, type) != secondType)
            continue;
        const bool real = isReal(step, CV_MAT_DEPTH(type));
        if (real && exact)
            continue;
        random.exact = random.exact && !real;
        type = typeAfter(step, type, step.second ? secondType : -1);
        random.chain.append(step);
    }
    random.secondType = random.chain.usesSecond() ? secondType : -1;
    return random;
}

ImageOperation randomChainOperation(const RandomChain& random)
{
    const Chain chain = random.chain;
    const int secondType = random.secondType;
    std::function<int(int)> second;
    if (secondType >= 0)
        second = [=](int) { return secondType; };
    ImageOperation operation = chainOperation(chain, {random.srcType}, second);
    operation.name += " of " + typeToString(random.srcType);
    operation.content = valueImage;
    const bool exact = random.exact;
    operation.wrong = [=](const Mat& src, const Mat& other, const Mat& actual) {
        Mat undefined, expected = chainReference(chain, src, other, &undefined);
        if (expected.type() != actual.type())
            return "the result has type " + typeToString(actual.type());
        actual.copyTo(expected, exact ? undefined : Mat(src.size(), CV_8U, Scalar(1)));
        return differences(expected, actual, 0);
    };
    return operation;
}

}  // namespace opencv_test
