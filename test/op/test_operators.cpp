// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "../support/operations/operator_operation.hpp"

namespace opencv_test { namespace {

class CUDASTRIPE_Operators : public testing::TestWithParam<std::tuple<BackendKind, int>>
{
protected:
    const OperatorInfo& info() const { return operatorTable()[static_cast<size_t>(std::get<1>(GetParam()))]; }

    // The forms with a scalar and with a second image, each with ordinary parameters.
    std::vector<ImageOperation> ordinary() const
    {
        const std::vector<int> types = operatorTypes(info());
        std::vector<ImageOperation> operations;
        for (const Chain& chain : operatorCases(info().code, types.front())) {
            if (operations.empty() || (chain.usesSecond() && !operations.front().secondType))
                operations.push_back(operatorOperation(chain, types));
            if (chain.usesSecond())
                break;
        }
        return operations;
    }

    Backend backend_{std::get<0>(GetParam()), 61};
};

TEST_P(CUDASTRIPE_Operators, areWhatTheyStandForWithEveryTypeAndParameter)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    RNG rng(67);
    std::vector<std::unique_ptr<Striper>> stripers;
    for (int i = 0; i < 6; ++i) {
        StriperParams params;
        params.stripes = i;
        params.order = static_cast<IssueOrder>(i % 3);
        params.route = i % 2 == 1 ? Route::Shared : Route::Striped;
        stripers.push_back(backend_.striper(params));
    }
    size_t turn = 0;
    for (int type : operatorTypes(info())) {
        for (const Chain& chain : operatorCases(info().code, type)) {
            const ImageOperation operation = operatorOperation(chain, {type});
            const Size size(rng.uniform(1, 40), rng.uniform(1, 8));
            checkOnce(operation, backend_, *stripers[turn++ % stripers.size()],
                      randomSample(operation, size, type, rng, backend_.devices().size() == 1));
            ASSERT_FALSE(HasFatalFailure());
        }
    }
    EXPECT_GT(turn, 0u) << info().name << " has no test case";
}

TEST_P(CUDASTRIPE_Operators, areWhatTheyStandForInAnyShapeAndCut)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    for (ImageOperation& operation : ordinary()) {
        operation.most = Size(37, 3);
        checkShapes(operation, backend_, 73 + static_cast<std::uint64_t>(std::get<1>(GetParam())), 1);
        ASSERT_FALSE(HasFatalFailure());
    }
}

TEST_P(CUDASTRIPE_Operators, giveTheSameBitsInEveryCutting)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    for (ImageOperation& operation : ordinary()) {
        const std::vector<int> all = operation.srcTypes;
        operation.srcTypes = {all.front(), all[all.size() / 2], all.back()};
        checkCuttings(operation, backend_);
        ASSERT_FALSE(HasFatalFailure());
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_Operators,
                       testing::Combine(testing::ValuesIn(kAllBackends),
                                        testing::Range(0, static_cast<int>(operatorTable().size()))),
                       backendAndOperator);

}}  // namespace opencv_test
