// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include <cmath>

#include "../support/device/backend.hpp"

namespace opencv_test { namespace {

class CUDASTRIPE_SpecialPowers : public testing::TestWithParam<BackendKind>
{
};

TEST_P(CUDASTRIPE_SpecialPowers, areTheCLibrarys)
{
    Backend backend(GetParam());
    CUDASTRIPE_SKIP_WITHOUT(backend);
    const auto striper = backend.striper();
    const float inf = INFINITY, nan = NAN, tiny = 1e-42f;
    const std::vector<float> values = {0.f, -0.f, 1.f, -1.f, 2.f, -2.f, 0.5f, -0.5f, tiny, -tiny, inf, -inf, nan};
    for (double power :
         {0., -0., 1., -1., 2., -2., 3., -3., 0.5, -0.5, 1e9, -1e9, double(inf), -double(inf), double(nan)}) {
        std::vector<float> result;
        cudastripe::transform(values, result, Chain().pow(power), noArray(), StreamRef(), *striper);
        for (size_t i = 0; i < values.size(); ++i) {
            const float expected = static_cast<float>(std::pow(static_cast<double>(values[i]), power));
            if (expected != expected)
                EXPECT_NE(result[i], result[i]) << values[i] << " to the " << power;
            else
                EXPECT_EQ(expected, result[i]) << values[i] << " to the " << power;
        }
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_SpecialPowers,
                       testing::Values(BackendKind::Host, BackendKind::Simulated, BackendKind::Cuda));

}}  // namespace opencv_test
