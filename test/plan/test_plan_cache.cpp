// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include <thread>

#include "../../src/plan/stripe_plan.hpp"

namespace opencv_test { namespace {

using namespace cv::cudastripe;

//! All that a plan is made of.
struct PlanQuestion
{
    PlanInput input = {4320, 1, 1.3e8, 1e8, 2.3e8};
    StageList stages = {Stage::Upload, Stage::RunDevice, Stage::Download};
    PlanLimits limits;
    LinkRates rates;
};

void expectThePlan(PlanCache& cache, const PlanQuestion& q)
{
    EXPECT_EQ(planStripes(q.input, q.stages, q.limits, q.rates).sizes,
              cache.plan(q.input, q.stages, q.limits, q.rates).sizes);
}

TEST(CUDASTRIPE_PlanCache, asksAgainWhereAnythingDiffers)
{
    using Change = void (*)(PlanQuestion&);
    const Change changes[] = {
        [](PlanQuestion& q) { q.input.units = 4000; },
        [](PlanQuestion& q) { q.input.granule = 16; },
        [](PlanQuestion& q) { q.input.uploadBytes = 2e8; },
        [](PlanQuestion& q) { q.input.downloadBytes = 3e7; },
        [](PlanQuestion& q) { q.input.kernelBytes = 1e11; },
        [](PlanQuestion& q) { q.input.kernelCost = 400; },
        [](PlanQuestion& q) {
            q.stages = {Stage::Upload, Stage::RunDevice};
        },
        [](PlanQuestion& q) { q.limits.stripes = 7; },
        [](PlanQuestion& q) { q.limits.maxUnits = 100; },
        [](PlanQuestion& q) { q.limits.slack = 2e-2; },
        [](PlanQuestion& q) { q.rates.upload = 1e10; },
        [](PlanQuestion& q) { q.rates.download = 3e10; },
        [](PlanQuestion& q) { q.rates.kernel = 1e11; },
        [](PlanQuestion& q) { q.rates.gapSeconds = 2e-5; },
        [](PlanQuestion& q) {
            q.limits.stripes = 10;
            q.input.units = 45;
        },
        [](PlanQuestion& q) {
            q.limits.stripes = 10;
            q.input.units = 45;
            q.limits.roundUp = true;
        },
        [](PlanQuestion& q) { q.stages.add(Stage::StageIn); },
        [](PlanQuestion& q) {
            q.stages.add(Stage::StageIn);
            q.limits.threads = 16;
        },
    };
    PlanCache cache;
    for (int round = 0; round < 2; ++round) {
        for (const Change change : changes) {
            PlanQuestion question;
            expectThePlan(cache, question);
            change(question);
            expectThePlan(cache, question);
            expectThePlan(cache, question);
        }
    }
}

TEST(CUDASTRIPE_PlanCache, remembersNothingOfAPlanThatCouldNotBeMade)
{
    PlanCache cache;
    PlanQuestion question;
    question.input.granule = 0;
    for (int i = 0; i < 2; ++i)
        EXPECT_THROW(cache.plan(question.input, question.stages, question.limits, question.rates), cv::Exception);
    question.input.granule = 1;
    expectThePlan(cache, question);
}

TEST(CUDASTRIPE_PlanCache, servesAnyNumberOfThreads)
{
    PlanCache cache;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&cache, t] {
            for (int i = 0; i < 500; ++i) {
                PlanQuestion question;
                question.input.units = 1000 + (i * (t + 1)) % 23;
                expectThePlan(cache, question);
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
}

}}  // namespace opencv_test
