// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "placed_image.hpp"

namespace opencv_test { namespace {

using cudastripe::Chain;
using cudastripe::secondImage;

struct NamedChain
{
    std::string name;
    Chain chain;
};

// Each way a chain can go: a kernel of its own, a table, the interpreter, another depth.
const std::vector<NamedChain>& namedChains()
{
    static const std::vector<NamedChain> chains = {
        {"add", Chain().add(Scalar(1, 2, 3, 4))},
        {"absdiff_images", Chain().absdiff(secondImage)},
        {"gamma", Chain().gamma(1 / 2.2)},
        {"five", Chain()
                     .absdiff(Scalar::all(9))
                     .multiply(Scalar::all(1.5))
                     .add(Scalar::all(7))
                     .threshold(90, 255, THRESH_TOZERO)
                     .bitwiseXor(Scalar::all(85))},
        {"normalize", Chain().convertTo(CV_32F, 1 / 255.).subtract(Scalar::all(0.5)).divide(Scalar::all(0.25))}};
    return chains;
}

std::vector<std::string> names()
{
    std::vector<std::string> list;
    for (const NamedChain& named : namedChains())
        list.push_back(named.name);
    return list;
}

const Chain& chainOf(const std::string& name)
{
    const auto& chains = namedChains();
    return std::find_if(chains.begin(), chains.end(), [&](const NamedChain& c) { return c.name == name; })->chain;
}

void apply(const Chain& chain, PlacedImage& a, PlacedImage& b, PlacedImage& dst, cudastripe::Striper& striper)
{
    if (chain.usesSecond())
        cudastripe::transform(a.array(), b.array(), dst.array(), chain, noArray(), cudastripe::StreamRef(), striper);
    else
        cudastripe::transform(a.array(), dst.array(), chain, noArray(), cudastripe::StreamRef(), striper);
}

typedef std::tuple<Size, std::string, int> Size_Chain_Memory_t;
typedef perf::TestBaseWithParam<Size_Chain_Memory_t> Size_Chain_Memory;

PERF_TEST_P(Size_Chain_Memory, Transform,
            testing::Combine(testing::Values(sz1080p, sz4320p), testing::ValuesIn(names()),
                             testing::Values(int(Memory::PageLocked), int(Memory::Device))))
{
    if (cuda::getCudaEnabledDeviceCount() <= 0)
        throw cvtest::SkipTestException("there is no CUDA device");
    if (!PERF_RUN_CUDA())
        throw cvtest::SkipTestException("the implementation variant is not cuda");
    const Size size = GET_PARAM(0);
    const Chain& chain = chainOf(GET_PARAM(1));
    const Memory memory = static_cast<Memory>(GET_PARAM(2));
    const int type = CV_8UC4;
    PlacedImage a(memory, size, type), b(memory, size, type), dst(memory, size, chain.resultType(type, type));
    declare.in(a.mat(), b.mat(), WARMUP_RNG).out(dst.mat());
    a.upload();
    b.upload();

    TEST_CYCLE() apply(chain, a, b, dst, cudastripe::Striper::getDefault());

    SANITY_CHECK_NOTHING();
}

DEF_PARAM_TEST(Size_Chain, Size, std::string);

PERF_TEST_P(Size_Chain, TransformOnCpu, testing::Combine(testing::Values(sz1080p), testing::ValuesIn(names())))
{
    const Size size = GET_PARAM(0);
    const Chain& chain = chainOf(GET_PARAM(1));
    cudastripe::Striper striper{cudastripe::StriperParams()};
    const int type = CV_8UC4;
    PlacedImage a(Memory::Pageable, size, type), b(Memory::Pageable, size, type);
    PlacedImage dst(Memory::Pageable, size, chain.resultType(type, type));
    declare.in(a.mat(), b.mat(), WARMUP_RNG).out(dst.mat());

    TEST_CYCLE() apply(chain, a, b, dst, striper);

    SANITY_CHECK_NOTHING();
}

}}  // namespace opencv_test
