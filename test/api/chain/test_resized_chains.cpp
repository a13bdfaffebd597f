// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/resize/resized_chains.hpp"

// Chains that crop and resize, against one thing after the other.

namespace opencv_test { namespace {

const std::vector<ImageOperation>& operations()
{
    static const std::vector<ImageOperation> all = resizedChainOperations();
    return all;
}

class CUDASTRIPE_ResizedChains : public testing::TestWithParam<std::tuple<BackendKind, int>>
{
protected:
    const ImageOperation& operation() const { return operations()[static_cast<size_t>(std::get<1>(GetParam()))]; }
    Backend backend_{std::get<0>(GetParam()), 17};
};

TEST_P(CUDASTRIPE_ResizedChains, equalTheReferenceInAnyShapeAndCut)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    SCOPED_TRACE(operation().name);
    checkShapes(operation(), backend_, 23 + static_cast<std::uint64_t>(std::get<1>(GetParam())), 1);
}

class CUDASTRIPE_ResizedChainCuts : public CUDASTRIPE_ResizedChains
{
};

TEST_P(CUDASTRIPE_ResizedChainCuts, giveTheSameBits)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    SCOPED_TRACE(operation().name);
    checkCuttings(operation(), backend_);
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_ResizedChains,
                       testing::Combine(testing::ValuesIn(kAllBackends),
                                        testing::Range(0, static_cast<int>(operations().size()))),
                       backendAndNumber<int>);

// Every fourth.
CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_ResizedChainCuts,
                       testing::Combine(testing::ValuesIn(kAllBackends),
                                        testing::Range(0, static_cast<int>(operations().size()), 4)),
                       backendAndNumber<int>);

}}  // namespace opencv_test
