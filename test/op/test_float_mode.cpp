// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "../support/device/backend.hpp"
#include "opencv2/cudastripe/functor.hpp"

#ifdef __SSE2__
#include <xmmintrin.h>

namespace opencv_test { namespace {

//! Denormal numbers taken for zero, results that are denormal become zero, and numbers are rounded down.
constexpr unsigned kHostile = 0x1f80 | 0x8000 | 0x40 | 0x2000, kFlags = 0x3f;

class HostileMode
{
public:
    HostileMode() { _mm_setcsr(kHostile); }
    ~HostileMode() { _mm_setcsr(previous_); }

private:
    unsigned previous_ = _mm_getcsr();
};

//! x / 2 - 1e-40, of which both steps see denormal numbers.
struct HalfLess
{
    CV_CUDASTRIPE_HD float operator()(float x) const { return x / 2 - 1e-40f; }
};

//! Denormal numbers, and others whose products and sums must be rounded.
Mat delicateImage(int type)
{
    Mat image(515, 640, type);
    RNG rng(7);
    const int depth = image.depth();
    for (size_t i = 0; i < image.total() * static_cast<size_t>(image.channels()); ++i) {
        const double least = depth == CV_32F ? 1e-38 : 1e-308;
        const double value = rng.uniform(-1., 1.) * (rng.uniform(0, 2) ? least : 1);
        if (depth == CV_32F)
            image.ptr<float>()[i] = static_cast<float>(value);
        else
            image.ptr<double>()[i] = value;
    }
    return image;
}

class CUDASTRIPE_FloatMode : public testing::TestWithParam<BackendKind>
{
protected:
    ~CUDASTRIPE_FloatMode() { setNumThreads(threads_); }

    using Work = std::function<void(const Mat&, Mat&, Striper&)>;
    void check(const char* name, int type, const Work& work)
    {
        CUDASTRIPE_SKIP_WITHOUT(backend_);
        const Mat src = delicateImage(type);
        const auto striper = backend_.striper();
        Mat expected;
        setNumThreads(1);
        work(src, expected, *striper);
        for (int threads : {1, 2, 4}) {
            setNumThreads(threads);
            for (int call = 0; call < 4; ++call) {
                Mat actual;
                {
                    const HostileMode hostile;
                    work(src, actual, *striper);
                    ASSERT_EQ(kHostile, _mm_getcsr() & ~kFlags) << name;
                }
                ASSERT_EQ(0, std::memcmp(expected.data, actual.data, expected.total() * expected.elemSize()))
                    << name << " by " << threads << " threads";
            }
        }
    }

    Backend backend_{GetParam()};
    int threads_ = getNumThreads();
};

TEST_P(CUDASTRIPE_FloatMode, ofTheCallerChangesNoChain)
{
    for (int type : {CV_32FC1, CV_32FC3, CV_64FC1}) {
        const std::pair<const char*, Chain> chains[] = {
            {"multiply", Chain().multiply(Scalar::all(0.3))},
            {"scaled by a denormal number", Chain().convertTo(-1, 1e-41, 1e-40)},
            {"several", Chain().add(Scalar::all(1e-40)).multiply(Scalar::all(0.7)).pow(3)},
            {"to doubles", Chain().convertTo(CV_64F)},
            {"to bytes", Chain().convertTo(CV_8U, 99.7, 77.3)}};
        for (const auto& chain : chains) {
            check(chain.first, type, [&](const Mat& src, Mat& dst, Striper& striper) {
                cudastripe::transform(src, dst, chain.second, noArray(), StreamRef(), striper);
            });
        }
    }
}

TEST_P(CUDASTRIPE_FloatMode, ofTheCallerChangesNoColor)
{
    for (int type : {CV_32FC3, CV_32FC4}) {
        check("cvtColor", type, [](const Mat& src, Mat& dst, Striper& striper) {
            cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), striper);
        });
    }
}

TEST_P(CUDASTRIPE_FloatMode, ofTheCallerChangesNoFunctor)
{
    if (GetParam() == BackendKind::Cuda)
        CUDASTRIPE_SKIP("the functor is compiled for the host only");
    check("functor", CV_32FC1, [](const Mat& src, Mat& dst, Striper& striper) {
        cudastripe::transform(src, dst, HalfLess(), SameBits::Yes, StreamRef(), striper);
    });
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_FloatMode,
                       testing::Values(BackendKind::Host, BackendKind::Simulated, BackendKind::Cuda));

}}  // namespace opencv_test

#endif
