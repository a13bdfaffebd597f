// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../reference/operator_reference.hpp"
#include "../../support/operations/operator_operation.hpp"
#include "../../support/operations/random_chain.hpp"

namespace opencv_test { namespace {

class CUDASTRIPE_RandomChains : public testing::TestWithParam<BackendKind>
{
protected:
    std::unique_ptr<Striper> randomStriper(RNG& rng) const
    {
        StriperParams params;
        params.stripes = rng.uniform(0, 9);
        params.order = static_cast<IssueOrder>(rng.uniform(0, 3));
        params.streams = rng.uniform(0, 4);
        params.route = rng.uniform(0, 2) == 1 ? Route::Shared : Route::Striped;
        return backend_.striper(params);
    }

    Backend backend_{GetParam(), 127};
};

TEST_P(CUDASTRIPE_RandomChains, equalTheCallsOneAfterTheOther)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    RNG rng(131);
    for (int i = 0; i < 400; ++i) {
        const RandomChain random = randomChain(rng, true);
        const Size size(rng.uniform(1, 60), rng.uniform(1, 12));
        const ImageOperation operation = randomChainOperation(random);
        checkOnce(operation, backend_, *randomStriper(rng),
                  randomSample(operation, size, random.srcType, rng, backend_.devices().size() == 1));
        ASSERT_FALSE(HasFatalFailure()) << i;
    }
}

// Functions with a bound, too. What runs in one place is compared on simulated devices alone, which use the host's.
TEST_P(CUDASTRIPE_RandomChains, giveTheBitsOfTheHost)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    RNG rng(137);
    const auto host = makeStriper({});
    int compared = 0;
    for (int i = 0; i < 300; ++i) {
        const RandomChain random = randomChain(rng, false);
        if (GetParam() == BackendKind::Cuda && !random.chain.sameBits(random.srcType, random.secondType))
            continue;
        const Size size(rng.uniform(1, 60), rng.uniform(1, 12));
        const Mat src = finiteImage(size, random.srcType, rng);
        const Mat second = random.secondType < 0 ? Mat() : finiteImage(size, random.secondType, rng);
        Mat expected, actual;
        runChain(random.chain, {src, second}, expected, StreamRef(), *host);
        runChain(random.chain, {src, second}, actual, StreamRef(), *randomStriper(rng));
        ASSERT_EQ(expected.type(), actual.type());
        ASSERT_EQ(0, std::memcmp(expected.data, actual.data, expected.total() * expected.elemSize()))
            << random.chain.toString() << ": " << differences(expected, actual, 0);
        ++compared;
    }
    EXPECT_GT(compared, 100);
}

TEST_P(CUDASTRIPE_RandomChains, giveTheSameBitsInEveryCutting)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    RNG rng(139);
    for (int i = 0; i < 20; ++i) {
        checkCuttings(randomChainOperation(randomChain(rng, i % 2 == 0)), backend_);
        ASSERT_FALSE(HasFatalFailure());
    }
}

// As many steps as a chain may have, whatever the steps are.
TEST_P(CUDASTRIPE_RandomChains, mayHaveSixteenOfEachOperator)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    RNG rng(149);
    const auto striper = backend_.striper();
    for (const OperatorInfo& info : operatorTable()) {
        for (int type : operatorTypes(info)) {
            RandomChain random = {Chain(), type, -1, true};
            const std::vector<Chain> cases = operatorCases(info.code, type);
            for (size_t i = 0; i < 200 && random.chain.steps().size() < size_t(Chain::kMaxSteps); ++i) {
                const Chain& one = cases[i % cases.size()];
                const int secondType = secondTypeOf(one.steps()[0], type);
                if (one.resultType(type, secondType) != type)
                    continue;
                random.chain.append(one.steps()[0]);
                random.secondType = std::max(random.secondType, secondType);
                random.exact = random.exact && !isReal(one.steps()[0], CV_MAT_DEPTH(type));
            }
            if (random.chain.steps().empty())
                continue;
            const ImageOperation operation = randomChainOperation(random);
            ASSERT_NO_THROW(
                checkOnce(operation, backend_, *striper, randomSample(operation, Size(23, 3), type, rng, false)))
                << info.name << " of " << typeToString(type);
            ASSERT_FALSE(HasFatalFailure());
        }
    }
}

// Tables that cannot become one, since channels change places between them: given ones, and those that other steps
// become.
TEST_P(CUDASTRIPE_RandomChains, mayLookUpInEveryOtherStep)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    RNG rng(191);
    const auto striper = backend_.striper();
    const auto check = [&](const Chain& chain) {
        const ImageOperation operation = randomChainOperation({chain, CV_8UC4, -1, true});
        ASSERT_NO_THROW(
            checkOnce(operation, backend_, *striper, randomSample(operation, Size(97, 5), CV_8UC4, rng, false)))
            << chain.toString();
    };
    Chain tables, products;
    for (int i = 0; i < 6; ++i) {
        Mat table(1, 256, CV_8UC4);
        rng.fill(table, RNG::UNIFORM, 0, 256);
        tables.lut(table).channels({1, 2, 3, 0});
    }
    check(tables);
    for (int i = 0; i < Chain::kMaxSteps / 2; ++i)
        products.divide(Scalar(0.3, 0.7, 1.1, 1.3), 1.01 + i).channels({1, 2, 3, 0});
    check(products);
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_RandomChains, testing::ValuesIn(kAllBackends), backendName);

}}  // namespace opencv_test
