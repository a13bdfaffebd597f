// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include <cstdio>

#include "../support/codes/color_operations.hpp"
#include "../support/codes/packed_yuv_operations.hpp"
#include "../support/operations/cvt_yuv_operations.hpp"
#include "../support/operations/from_yuv_operations.hpp"
#include "../support/operations/operator_operation.hpp"
#include "../support/operations/yuv_operations.hpp"

namespace opencv_test { namespace {

// Prints a hash of the results of each kind of operation, which scripts/compilers.sh compares between compilers and
// processors. The content is the same everywhere, since it is made by integers and by our own arithmetic.
class CUDASTRIPE_SameBits : public testing::Test
{
protected:
    void add(const ImageOperation& operation)
    {
        RNG rng(7);
        for (int type : operation.srcTypes) {
            // Others may differ between processors, as they do between host and device.
            if (!operation.sameBits(type))
                continue;
            const Size size(77 - 77 % operation.block.width, 36 - 36 % operation.block.height);
            const Sample sample = randomSample(operation, size, type, rng, false);
            Mat dst;
            operation.run({sample.src, sample.second}, dst, StreamRef(), *striper_);
            ASSERT_EQ(operation.dstType(type), dst.type()) << operation.name;
            for (const Mat& image : {sample.src, sample.second, dst})
                add(image);
        }
    }

    void add(const std::vector<ImageOperation>& operations)
    {
        for (const ImageOperation& operation : operations)
            add(operation);
    }

    void print(const std::string& kind)
    {
        std::printf("hash of %s: %016llx\n", kind.c_str(), static_cast<unsigned long long>(hash_));
        hash_ = kFirst;
    }

private:
    // FNV-1a
    void add(const Mat& image)
    {
        if (image.empty())  // its elemSize() is an error in debug builds of OpenCV
            return;
        for (size_t i = 0; i < image.total() * image.elemSize(); ++i)
            hash_ = (hash_ ^ image.data[i]) * 0x100000001b3u;
    }

    static constexpr std::uint64_t kFirst = 0xcbf29ce484222325u;
    std::uint64_t hash_ = kFirst;
    const std::unique_ptr<Striper> striper_ = makeStriper({});
};

TEST_F(CUDASTRIPE_SameBits, hashesOfColours)
{
    add(packedYuvOperations());
    print("packed codes");
    add(colorOperations());
    add(bayerOperations());
    print("other codes");
    add(yuvCodeOperations());
    print("codes to YUV");
    for (const DecodingCode& code : decodingCodes())
        add(decodingCodeOperation(code));
    print("codes from YUV");
    for (const YuvFormat& format : YuvFormat::all()) {
        for (ChannelOrder order : {ChannelOrder::BGR, ChannelOrder::RGB})
            add(yuvFormatOperation(format, order));
    }
    print("colours to all formats");
    add(fromYuvLayoutOperations());
    print("formats to colours");
    add(linearYuvOperations());
    print("formats to colours with linear chroma");
    add(cvtYuvOperations());
    print("formats to formats");
}

TEST_F(CUDASTRIPE_SameBits, hashesOfOperators)
{
    for (const OperatorInfo& info : operatorTable()) {
        for (int type : operatorTypes(info)) {
            for (const Chain& chain : operatorCases(info.code, type))
                add(operatorOperation(chain, {type}));
        }
        print(info.name);
    }
}

}}  // namespace opencv_test
