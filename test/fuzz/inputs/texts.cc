// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../../src/api/chain/compiled_chain.hpp"
#include "../../../src/op/chain/compiled/source.hpp"
#include "../../../src/op/chain/lower/lower_chain.hpp"
#include "../../support/device/simulated_frame.hpp"
#include "../../support/process/refusal.hpp"
#include "fuzz_inputs.hpp"

#include <cstdio>
#include <fstream>

namespace opencv_test {
namespace {

//! A file of its own for each process, removed at the end.
class TemporaryFile
{
public:
    explicit TemporaryFile(const char* suffix) : name_(cv::tempfile(suffix)) {}
    ~TemporaryFile() { std::remove(name_.c_str()); }

    const String& name() const { return name_; }
    void fill(const std::string& content) const { std::ofstream(name_, std::ios::binary) << content; }

private:
    const String name_;
};

//! The text with some parts replaced by what was drawn.
std::string damaged(std::string text, FuzzedDataProvider& data)
{
    for (int i = data.ConsumeIntegralInRange(0, 4); i > 0; --i) {
        const size_t at = data.ConsumeIntegralInRange<size_t>(0, text.size());
        const size_t length = data.ConsumeIntegralInRange<size_t>(0, std::min<size_t>(text.size() - at, 40));
        text.replace(at, length, data.ConsumeRandomLengthString(40));
    }
    return text;
}

//! What CompiledChain::write() makes for three channels of bytes, with code that no device runs.
std::string compiledFile(const Chain& chain)
{
    const std::vector<uchar> code = {1, 2, 3, 4, 5, 6, 7, 8};
    FileStorage file(".yml", FileStorage::WRITE | FileStorage::MEMORY);
    file << "format"
         << "cudastripe compiled chain 1"
         << "chain" << chain.toString() << "source" << hashOf(chainSource(chain, *lowerChain(chain, CV_8UC3, -1, "")))
         << "architecture" << 90 << "hash" << hashOf(code, 90) << "code" << Mat(code).reshape(1, 1);
    return file.releaseAndGetString();
}

template <class Value>
std::string written(const Value& value)
{
    FileStorage file(".yml", FileStorage::WRITE | FileStorage::MEMORY);
    file << "value" << value;
    return file.releaseAndGetString();
}

//! False if the text cannot be read as a file, or holds no such value.
template <class Value>
bool readInto(Value& value, const std::string& text)
{
    FileStorage file;
    try {
        file.open(text, FileStorage::READ | FileStorage::MEMORY);
    } catch (const std::exception&) {  // OpenCV's parser lets std::length_error pass
        return false;
    }
    try {
        if (!file.isOpened() || file["value"].empty())
            return false;
        file["value"] >> value;
        return true;
    } catch (const cv::Exception&) {
        return false;
    }
}

void readRates(FuzzedDataProvider& data)
{
    Rates rates;
    rates.links.resize(data.ConsumeIntegralInRange<size_t>(0, 2));
    if (!readInto(rates, damaged(written(rates), data)))
        return;
    Rates again;
    EXPECT_TRUE(readInto(again, written(rates)));
    EXPECT_EQ(written(rates), written(again));
    const Backend backend(BackendKind::Simulated);
    const auto striper = backend.striper();
    rates.links.resize(backend.devices().size());
    EXPECT_NO_THROW(striper->setRates(rates));
}

void readTuning(FuzzedDataProvider& data)
{
    Tuning tuning;
    if (!readInto(tuning, damaged(written(tuning), data)))
        return;
    EXPECT_FALSE(tuning.toString().empty());
    const Mat src(9, 8, CV_8UC3, Scalar(1, 2, 3));
    Mat expected, actual;
    cv::cvtColor(src, expected, COLOR_BGR2YUV);
    try {
        const Backend backend(BackendKind::Simulated);
        StriperParams params;
        cudastripe::cvtColor(src, actual, COLOR_BGR2YUV, StreamRef(), *backend.striper(params.use(tuning)));
    } catch (const cv::Exception&) {
        return;
    }
    EXPECT_EQ(std::string(), differences(expected, actual, 0));
}

const YuvFormat& anyFormat(FuzzedDataProvider& data)
{
    static const std::vector<YuvFormat> formats = YuvFormat::all();
    return anyOf(formats, data);
}

void readFormatName(FuzzedDataProvider& data)
{
    std::string whole = data.ConsumeBool() ? anyFormat(data).name() : std::string();
    if (whole.empty() && data.ConsumeBool())
        whole = anyFormat(data).ffmpegName() + data.PickValueInArray({"", ":tv", ":jpeg", ":bt470bg", ":rec709:pc"});
    const std::string name = damaged(whole, data);
    YuvFormat format;
    const cv::Exception refusal = refusalOf([&] { format = YuvFormat::fromName(name); });
    if (refusal.err.empty())
        EXPECT_EQ(format, YuvFormat::fromName(format.name())) << name;
    else
        EXPECT_EQ(Error::StsParseError, refusal.code) << refusal.err;
}

void readVideoTags(FuzzedDataProvider& data)
{
    const auto number = [&](int least, int most) {
        return data.ConsumeBool() ? data.ConsumeIntegralInRange(least, most) : data.ConsumeIntegral<int>();
    };
    VideoTags tags;
    tags.pixelFormat = anyFormat(data).ffmpegName();
    if (data.ConsumeBool())
        tags.pixelFormat = damaged(tags.pixelFormat, data);
    tags.matrix = number(0, 17);
    tags.range = number(-1, 1);
    tags.chromaLocation = number(-1, 5);
    tags.interlaced = data.ConsumeBool();
    tags.height = number(0, 1080);
    YuvFormat format;
    String assumed = "before";
    const cv::Exception refusal = refusalOf([&] { format = YuvFormat::fromTags(tags, &assumed); });
    if (!refusal.err.empty()) {
        EXPECT_EQ(Error::StsBadArg, refusal.code) << refusal.err;
        EXPECT_EQ("before", assumed);
        return;
    }
    EXPECT_EQ(format, YuvFormat::fromName(format.name())) << tags.pixelFormat;
    EXPECT_FALSE(tags.rgb()) << tags.pixelFormat;
    EXPECT_TRUE(tags.range < 0 || format.range() == static_cast<YuvRange>(tags.range));
    EXPECT_EQ(std::string::npos, assumed.find('\n'));
}

}  // namespace

void readFormat(FuzzedDataProvider& data)
{
    data.ConsumeBool() ? readFormatName(data) : readVideoTags(data);
}

void readSettings(FuzzedDataProvider& data)
{
    data.ConsumeBool() ? readRates(data) : readTuning(data);
}

void readCompiledChain(FuzzedDataProvider& data)
{
    static const Chain chain = Chain().add(3).multiply(1.5);
    static const TemporaryFile file(".yml");
    static const std::string content = compiledFile(chain);
    const std::string changed = damaged(content, data);
    file.fill(changed);
    const cv::Exception refusal = refusalOf([&] {
        const CompiledChain read = CompiledChain::read(file.name(), chain, CV_8UC3);
        EXPECT_EQ(90, read.architecture());
        EXPECT_EQ(chain.toString(), read.chain().toString());
    });
    if (changed == content)
        EXPECT_EQ("", refusal.err);
    else if (!refusal.err.empty())
        EXPECT_NE(std::string::npos, refusal.err.find(file.name())) << refusal.err;
}

}  // namespace opencv_test
