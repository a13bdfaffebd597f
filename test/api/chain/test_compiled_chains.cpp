// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <unistd.h>

#include <cstdio>
#include <fstream>

#include "../../../src/api/chain/compiled_chain.hpp"
#include "../../../src/device/nvrtc/compile.hpp"
#include "../../support/operations/from_yuv_operations.hpp"
#include "../../support/operations/operator_operation.hpp"
#include "../../support/operations/random_chain.hpp"
#include "../../support/process/file_size_limit.hpp"
#include "../../support/process/refusal.hpp"

// Chains that are compiled at run time.

namespace opencv_test { namespace {

constexpr int kArchitecture = 90;  // for which NVRTC compiles without a GPU

const char* whyNotCompiled()
{
    static const bool missing =
        refusalOf([] { compileKernels("", kArchitecture, "test"); }).code == Error::StsNotImplemented;
    return missing ? "libnvrtc.so is not found, or this build has no CUDA" : nullptr;
}

Chain someChain()
{
    return Chain().add(Scalar(1, 2, 3, 4)).multiply(1.5).absdiff(Scalar::all(90));
}

//! Chains that take another kernel than one for images.
std::vector<Chain> specialChains()
{
    const YuvFormat nv12 = YuvFormat::hd();
    return {Chain::fromYuv(nv12).convertTo(CV_32F, 1 / 255.),
            Chain::fromYuv(nv12).convertTo(CV_32F).toTensor(TensorLayout::CHW, CV_16F),
            Chain::fromYuv(nv12).add(5).toYuv(nv12),
            Chain().multiply(2).toYuv(nv12),
            Chain().convertTo(CV_32F, 0.5).toTensor(),
            Chain::fromYuv(nv12).convertTo(CV_32F).toTensor(TensorLayout::HWC),
            Chain::fromYuv(nv12).gray().toTensor(),
            Chain().convertTo(CV_32F, 0.5).toTensor(TensorLayout::CHW, CV_16F, ChannelOrder::RGB),
            Chain().convertTo(CV_32F, 0.5).toTensor(TensorLayout::HWC, CV_32F, ChannelOrder::RGB),
            Chain::fromYuv(nv12, ChannelOrder::BGR, 3, ChromaUpsampling::Linear).convertTo(CV_32F).toTensor(),
            Chain::fromYuv(nv12, ChannelOrder::BGR, 4, ChromaUpsampling::Linear).add(5),
            Chain::fromYuv(nv12, ChannelOrder::BGR, 3, ChromaUpsampling::Linear).add(5).toYuv(nv12)};
}

class CUDASTRIPE_CompiledDepths : public testing::TestWithParam<int>
{
};

TEST_P(CUDASTRIPE_CompiledDepths, areCompiledWithoutAGpu)
{
    if (whyNotCompiled())
        CUDASTRIPE_SKIP(whyNotCompiled());
    RNG rng(static_cast<std::uint64_t>(GetParam()) + 1);
    for (int channels : {1, 3, 4}) {
        const RandomChain random = randomChain(rng, false, CV_MAKETYPE(GetParam(), channels));
        SCOPED_TRACE(random.chain.toString());
        EXPECT_NO_THROW(compileFor(kArchitecture, random.chain, random.srcType, random.secondType));
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_CompiledDepths, testing::Range(int(CV_8U), int(CV_64F) + 1));

TEST(CUDASTRIPE_CompiledChains, beginAndEndInFormatsAndTensors)
{
    if (whyNotCompiled())
        CUDASTRIPE_SKIP(whyNotCompiled());
    for (const Chain& chain : specialChains()) {
        SCOPED_TRACE(chain.toString());
        EXPECT_NO_THROW(compileFor(kArchitecture, chain, chain.beginsInYuv() ? chain.sourceType() : CV_8UC3, -1));
    }
}

TEST(CUDASTRIPE_CompiledChains, areUsedAsChains)
{
    if (whyNotCompiled())
        CUDASTRIPE_SKIP(whyNotCompiled());
    const CompiledChain compiled = compileFor(kArchitecture, someChain(), CV_8UC4, -1);
    EXPECT_EQ(kArchitecture, compiled.architecture());
    EXPECT_EQ(someChain().toString(), compiled.chain().toString());
    const Backend backend(BackendKind::Simulated);
    RNG rng(3);
    for (int type : {CV_8UC4, CV_16UC3}) {  // also for types that it was not compiled for
        const Mat src = randomImage(Size(50, 20), type, rng);
        Mat expected, actual;
        transform(src, expected, someChain());
        transform(src, actual, compiled, StreamRef(), *backend.striper());
        EXPECT_EQ(std::string(), differences(expected, actual, 0));
    }
    Mat longer, expected;
    const Mat src = randomImage(Size(50, 20), CV_8UC4, rng);
    transform(src, longer, Chain(compiled).max(7));
    transform(src, expected, someChain().max(7));
    EXPECT_EQ(std::string(), differences(expected, longer, 0));
}

// The steps of a part that is no block of the format get an image, for which no code was compiled.
TEST(CUDASTRIPE_CompiledChains, mayCropAFormat)
{
    const Backend backend(BackendKind::Cuda);
    CUDASTRIPE_SKIP_WITHOUT(backend);
    if (whyNotCompiled())
        CUDASTRIPE_SKIP(whyNotCompiled());
    RNG rng(109);
    const auto striper = backend.striper();
    for (const YuvFormat& format : {YuvFormat::hd(), YuvFormat::uhd()}) {
        const Mat src = randomYuvImage(format.imageSize(Size(40, 20)), format.imageType(), rng, format);
        for (const Rect& part : {Rect(0, 0, 40, 20), Rect(3, 1, 20, 9), Rect(-2, -3, 44, 26)}) {
            Chain chain = Chain::fromYuv(format).crop(part, Scalar(7, 8, 9));
            chain.convertTo(CV_32F, 0.3).sqrt().toTensor();
            Mat expected, actual;
            cudastripe::transform(src, expected, chain, noArray(), StreamRef(), *striper);
            cudastripe::transform(src, actual, chain.compile(chain.sourceType(), *striper), noArray(), StreamRef(),
                                  *striper);
            EXPECT_EQ(std::string(), differences(tensorImage(expected, 0), tensorImage(actual, 0), 0)) << part;
        }
    }
}

TEST(CUDASTRIPE_CompiledChains, needADevice)
{
    for (BackendKind kind : {BackendKind::Host, BackendKind::Simulated}) {
        const auto striper = Backend(kind).striper();
        expectRefusal([&] { someChain().compile(CV_8UC4, *striper); }, {"Chain::compile", "no CUDA device"});
        expectRefusal([&] { someChain().blendOver(secondImage).compile(CV_16UC4, CV_16UC4, *striper); },
                      {"Chain::compile", "blendOver"});
    }
}

class CUDASTRIPE_CompiledFiles : public testing::Test
{
protected:
    void SetUp() override
    {
        if (whyNotCompiled())
            return;
        compileFor(kArchitecture, someChain(), CV_8UC4, -1).write(name_);
        std::ifstream file(name_, std::ios::binary);
        content_.assign(std::istreambuf_iterator<char>(file), {});
    }
    CompiledChain read(int architecture = 0) const
    {
        return CompiledChain::read(name_, someChain(), CV_8UC4, -1, architecture);
    }
    void expectRefused(const std::string& content, std::initializer_list<const char*> words) const
    {
        std::ofstream(name_, std::ios::binary) << content;
        expectRefusal([&] { read(); }, words);
    }

    ~CUDASTRIPE_CompiledFiles() override { std::remove(name_.c_str()); }

    const String name_ = cv::tempfile(".yml");
    std::string content_;
};

TEST_F(CUDASTRIPE_CompiledFiles, areReadAgain)
{
    if (whyNotCompiled())
        CUDASTRIPE_SKIP(whyNotCompiled());
    EXPECT_EQ(kArchitecture, read().architecture());
    EXPECT_EQ(kArchitecture, read(kArchitecture).architecture());
    read().write(name_);
    std::ifstream file(name_, std::ios::binary);
    EXPECT_EQ(content_, std::string(std::istreambuf_iterator<char>(file), {}));
}

TEST_F(CUDASTRIPE_CompiledFiles, stayAsTheyWereOnAFullDisk)
{
    if (whyNotCompiled())
        CUDASTRIPE_SKIP(whyNotCompiled());
    const CompiledChain compiled = read();
    const String link = name_ + ".link.yml";
    ASSERT_EQ(0, symlink(name_.c_str(), link.c_str()));
    for (const String& name : {name_, link}) {
        for (size_t bytes : {size_t(0), content_.size() / 2, content_.size() - 1}) {
            {
                const FileSizeLimit limit(bytes);
                expectRefusal([&] { compiled.write(name); }, {name.c_str(), "cannot be written"});
            }
            std::ifstream file(name_, std::ios::binary);
            EXPECT_EQ(content_, std::string(std::istreambuf_iterator<char>(file), {}));
        }
    }
    compiled.write(link);
    EXPECT_EQ(kArchitecture, read().architecture());
    std::remove(link.c_str());
#ifdef __linux__
    expectRefusal([&] { compiled.write("/dev/full"); }, {"CompiledChain::write", "/dev/full", "cannot be written"});
#endif
}

TEST_F(CUDASTRIPE_CompiledFiles, areRefusedByName)
{
    if (whyNotCompiled())
        CUDASTRIPE_SKIP(whyNotCompiled());
    const char* const name = name_.c_str();
    expectRefusal([&] { read(80); }, {name, "architecture 90", "80"});
    expectRefusal([&] { CompiledChain::read(name_, Chain().add(1), CV_8UC4); }, {name, "another chain", "absdiff"});
    expectRefusal([&] { CompiledChain::read(name_, someChain(), CV_8UC3); }, {name, "other types"});
    expectRefusal([&] { CompiledChain::read(name_ + ".gone.yml", someChain(), CV_8UC4); }, {"gone", "cannot be read"});
    expectRefusal([&] { read().write("/no/such/folder/chain.yml"); }, {"chain.yml", "cannot be written"});
    expectRefused("", {name});
    expectRefused("a picture", {name});
    expectRefused("%YAML:1.0\n---\nrates: 3\n", {name, "was not written by CompiledChain::write"});
    // A map without a name in it: OpenCV's parser throws std::length_error.
    expectRefused("%YAML:1.0\n---\na:\n   b: 1\n   : 2\n", {name, "cannot be read"});
    for (size_t part : {9, 7, 3, 1}) {
        SCOPED_TRACE(part);
        expectRefused(content_.substr(0, content_.size() * part / 10), {name});
    }
    std::string damaged = content_;
    size_t changed = damaged.size() - 400;  // in the code
    while (damaged[changed] == 'A' || !isalnum(static_cast<uchar>(damaged[changed])))
        --changed;
    damaged[changed] = 'A';
    expectRefused(damaged, {name});
}

TEST(CUDASTRIPE_CompiledOnCuda, giveTheBitsOfTheInterpreter)
{
    const Backend backend(BackendKind::Cuda);
    CUDASTRIPE_SKIP_WITHOUT(backend);
    if (whyNotCompiled())
        CUDASTRIPE_SKIP(whyNotCompiled());
    const auto striper = backend.striper();
    RNG rng(139);
    const auto check = [&](const Chain& chain, int srcType, int secondType, const Mat& src, const Mat& second) {
        SCOPED_TRACE(chain.toString());
        const CompiledChain compiled = chain.compile(srcType, secondType, *striper);
        for (Placement placement : {Placement::OnDevice, Placement::PageLocked}) {
            ImageShape shape;
            shape.placement = placement;
            PlacedImage from(backend, shape, src.size(), src.type());
            PlacedImage other(backend, shape, src.size(), second.empty() ? src.type() : second.type());
            from.set(src);
            if (!second.empty())
                other.set(second);
            const int type = chain.resultType(srcType, secondType);
            PlacedImage expected(backend, shape, src.size(), type), actual(backend, shape, src.size(), type);
            const _InputArray b = second.empty() ? _InputArray(noArray()) : other.input();
            runChain(chain, {from.input(), b}, expected.output(), StreamRef(), *striper);
            runChain(compiled, {from.input(), b}, actual.output(), StreamRef(), *striper);
            EXPECT_TRUE(sameBytes(expected.get(), actual.get()));
        }
    };
    for (int i = 0; i < 40; ++i) {
        const RandomChain random = randomChain(rng, false);
        const Size size(rng.uniform(1, 300), rng.uniform(1, 40));
        const Mat src = finiteImage(size, random.srcType, rng);
        check(random.chain, random.srcType, random.secondType, src,
              random.secondType < 0 ? Mat() : finiteImage(size, random.secondType, rng));
    }
}

TEST(CUDASTRIPE_CompiledOnCuda, giveTheBitsOfTheInterpreterForFormatsAndTensors)
{
    const Backend backend(BackendKind::Cuda);
    CUDASTRIPE_SKIP_WITHOUT(backend);
    if (whyNotCompiled())
        CUDASTRIPE_SKIP(whyNotCompiled());
    StriperParams params;
    params.route = Route::Striped;
    const auto striper = backend.striper(params);
    RNG rng(149);
    for (const Chain& chain : specialChains()) {
        SCOPED_TRACE(chain.toString());
        const Size size(322, 124);
        const bool yuv = chain.beginsInYuv();
        const Mat src = randomImage(yuv ? chain.sourceFormat().imageSize(size) : size, yuv ? CV_8UC1 : CV_8UC3, rng);
        Mat expected, actual;
        transform(src, expected, chain, StreamRef(), *striper);
        transform(src, actual, chain.compile(yuv ? chain.sourceType() : CV_8UC3, *striper), StreamRef(), *striper);
        ASSERT_EQ(expected.total() * expected.elemSize(), actual.total() * actual.elemSize());
        EXPECT_EQ(0, std::memcmp(expected.data, actual.data, expected.total() * expected.elemSize()));
    }
}

}}  // namespace opencv_test
