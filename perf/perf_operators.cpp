// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "perf_precomp.hpp"

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

//! Measures a chain on one image, or on two.
class ChainTest : public TestBase
{
protected:
    void measure(Memory memory, Size size, const Chain& chain, cudastripe::Striper& striper)
    {
        const int type = CV_8UC4;
        PlacedImage a(memory, size, type), b(memory, size, type), dst(memory, size, chain.resultType(type, type));
        declare.in(a.mat(), b.mat(), WARMUP_RNG).out(dst.mat());
        a.upload();
        b.upload();
        const cudastripe::StreamRef stream;
        const auto apply = [&] {
            if (chain.usesSecond())
                cudastripe::transform(a.array(), b.array(), dst.array(), chain, noArray(), stream, striper);
            else
                cudastripe::transform(a.array(), dst.array(), chain, noArray(), stream, striper);
        };

        TEST_CYCLE() apply();

        SANITY_CHECK_NOTHING();
    }
};

using Size_Chain_Memory = WithParams<ChainTest, Size, std::string, int>;

PERF_TEST_P(Size_Chain_Memory, Transform,
            testing::Combine(testing::Values(sz1080p, sz4320p), testing::ValuesIn(names()),
                             testing::Values(int(Memory::PageLocked), int(Memory::Device))))
{
    requireCuda();
    measure(static_cast<Memory>(GET_PARAM(2)), GET_PARAM(0), chainOf(GET_PARAM(1)), cudastripe::Striper::getDefault());
}

using Size_Chain = WithParams<ChainTest, Size, std::string>;

PERF_TEST_P(Size_Chain, TransformOnCpu, testing::Combine(testing::Values(sz1080p), testing::ValuesIn(names())))
{
    cudastripe::Striper striper{cudastripe::StriperParams()};
    measure(Memory::Pageable, GET_PARAM(0), chainOf(GET_PARAM(1)), striper);
}

}}  // namespace opencv_test
