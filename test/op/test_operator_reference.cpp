// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "../reference/operator_reference.hpp"
#include "../support/operations/operator_operation.hpp"

namespace opencv_test { namespace {

// What is documented where OpenCV's results depend on the CPU agrees with OpenCV where they do not.
TEST(CUDASTRIPE_OperatorReference, isOpenCVsOnPageableNumbers)
{
    RNG rng(89);
    const Size size(173, 31);
    for (const OperatorInfo& info : operatorTable()) {
        for (int type : operatorTypes(info)) {
            const Mat src = finiteImage(size, type, rng), second = finiteImage(size, type, rng);
            for (const Chain& chain : operatorCases(info.code, type)) {
                const Operator& step = chain.steps().front();
                if (isReal(step, src.depth()) || isLoose(step, src.depth()) || info.code == OperatorCode::BlendOver)
                    continue;
                ASSERT_EQ(std::string(),
                          differences(operatorReference(step, src, second), documentedReference(step, src, second), 0))
                    << chain.toString() << " of " << typeToString(type);
            }
        }
    }
}

// OpenCV's own functions are good to a millionth or so, and cv::pow of large powers to less.
TEST(CUDASTRIPE_OperatorReference, isCloseToOpenCVsFunctions)
{
    RNG rng(97);
    for (int depth : {CV_32F, CV_64F}) {
        Mat x(50, 50, depth), y(50, 50, depth), xs, ys, results;
        rng.fill(x, RNG::UNIFORM, 0.1, 3);
        rng.fill(y, RNG::UNIFORM, -3, 3);
        x.convertTo(xs, CV_64F);
        y.convertTo(ys, CV_64F);
        for (OperatorCode code : {OperatorCode::Exp, OperatorCode::Log, OperatorCode::Pow, OperatorCode::Magnitude}) {
            for (const Chain& chain : operatorCases(code, depth)) {
                const Operator& step = chain.steps().front();
                operatorReference(step, x, y).convertTo(results, CV_64F);
                for (int i = 0; i < 2500; ++i) {
                    const double real = double(realReference(step, depth, xs.ptr<double>()[i], ys.ptr<double>()[i]));
                    ASSERT_NEAR(real, results.ptr<double>()[i], 1e-5 * std::max(1., std::abs(real)))
                        << chain.toString();
                }
            }
        }
    }
}

}}  // namespace opencv_test
