// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "../reference/operator_reference.hpp"
#include "../support/operations/operator_operation.hpp"

namespace opencv_test { namespace {

// Where the table says that host and device give the same bits, they do: for denormals, infinities, zeros and NaN.
class CUDASTRIPE_OperatorBits : public testing::TestWithParam<std::tuple<BackendKind, int>>
{
protected:
    const OperatorInfo& info() const { return operatorTable()[static_cast<size_t>(std::get<1>(GetParam()))]; }

    template <class Compare>
    void compare(const Compare& compareBits)
    {
        RNG rng(179);
        const auto host = makeStriper({}), device = backend_.striper();
        for (int type : operatorTypes(info())) {
            for (const Chain& chain : operatorCases(info().code, type)) {
                const int secondType = secondTypeOf(chain.steps()[0], type);
                if (!chain.sameBits(type, secondType))
                    continue;
                const Size size(rng.uniform(50, 100), 23);
                const Mat src = valueImage(size, type, rng);
                const Mat second = secondType < 0 ? Mat() : valueImage(size, secondType, rng);
                Mat expected, actual;
                runChain(chain, {src, second}, expected, StreamRef(), *host);
                runChain(chain, {src, second}, actual, StreamRef(), *device);
                ASSERT_EQ(expected.type(), actual.type());
                ASSERT_TRUE(compareBits(expected, actual))
                    << chain.toString() << " of " << typeToString(type) << ": " << differences(expected, actual, 0);
            }
        }
    }

    Backend backend_{std::get<0>(GetParam())};
};

bool sameBits(const Mat& a, const Mat& b)
{
    return std::memcmp(a.data, b.data, a.total() * a.elemSize()) == 0;
}

TEST_P(CUDASTRIPE_OperatorBits, areTheHostsForNumbers)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    compare([](Mat& a, Mat& b) {
        if (a.depth() >= CV_32F) {
            const Mat unordered = whereNaN(a).reshape(1), same = whereNaN(b).reshape(1);
            if (cv::norm(unordered, same, NORM_INF) != 0)
                return false;
            for (Mat* image : {&a, &b})
                image->reshape(1).setTo(7, unordered);
        }
        return sameBits(a, b);
    });
}

TEST_P(CUDASTRIPE_OperatorBits, areTheHostsForNaN)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    compare(sameBits);
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_OperatorBits,
                       testing::Combine(testing::Values(BackendKind::Simulated, BackendKind::Cuda),
                                        testing::Range(0, static_cast<int>(operatorTable().size()))),
                       backendAndOperator);

class CUDASTRIPE_OperatorBounds : public testing::TestWithParam<BackendKind>
{
protected:
    void check(const Chain& chain, const Mat& src)
    {
        Mat dst;
        cudastripe::transform(src, dst, chain, noArray(), StreamRef(), *striper_);
        EXPECT_EQ(std::string(), wrongResult(chain.steps()[0], src, Mat(), dst)) << chain.toString();
    }

    Mat uniform(int depth, double low, double high)
    {
        Mat image(300, 500, depth);
        rng_.fill(image, RNG::UNIFORM, low, high);
        return image;
    }

    // Numbers of every size, each as likely as the others.
    Mat anyBits()
    {
        Mat image(300, 500, CV_32S);
        rng_.fill(image, RNG::UNIFORM, INT_MIN, INT_MAX);
        return Mat(300, 500, CV_32F, image.data).clone();
    }

    Backend backend_{GetParam()};
    std::unique_ptr<Striper> striper_ = backend_.striper();
    RNG rng_{181};
};

TEST_P(CUDASTRIPE_OperatorBounds, holdForManyNumbers)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    for (int depth : {CV_32F, CV_64F}) {
        const double most = depth == CV_32F ? 89 : 710, least = depth == CV_32F ? -105 : -746;
        check(Chain().exp(), uniform(depth, -1, 1));
        check(Chain().exp(), uniform(depth, least, most));
        check(Chain().log(), uniform(depth, 0, 3));
        check(Chain().log(), uniform(depth, 0.99, 1.01));
        for (double power : {1 / 3., 2.5, -7.3, 30., -1.})
            check(Chain().pow(power), uniform(depth, 0, 20));
        check(Chain().pow(5), uniform(depth, -20, 20));
    }
    for (const Chain& chain : {Chain().exp(), Chain().log(), Chain().pow(0.7), Chain().pow(-3), Chain().gamma(0.45)})
        check(chain, anyBits());
    for (double gamma : {0.1, 1 / 2.2, 0.9, 2.2, 7.5})
        check(Chain().gamma(gamma), uniform(CV_32F, 0, 1));
    for (double gamma : {0.1, 1 / 2.2, 1 / 1.8, 0.9, 1.1, 2.2, 7.5}) {
        check(Chain().gamma(gamma), uniform(CV_16U, 0, 65536));
        check(Chain().gamma(gamma), uniform(CV_8U, 0, 256));
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_OperatorBounds, testing::Values(BackendKind::Host, BackendKind::Cuda),
                       backendName);

}}  // namespace opencv_test
