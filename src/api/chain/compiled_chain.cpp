// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Chains with GPU code that was compiled at run time, and their files.

#include "compiled_chain.hpp"

#include <algorithm>

#include "../../device/nvrtc/compile.hpp"
#include "../../device/whole_file.hpp"
#include "../../op/chain/compiled/source.hpp"
#include "../striper/striper_impl.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr char kCompile[] = "cudastripe::Chain::compile";
constexpr char kFormat[] = "cudastripe compiled chain 1";

int architectureOf(Striper& striper)
{
    const auto devices = striper.impl().deviceSet().open();
    for (const auto& entry : *devices) {
        if (const int architecture = entry->device->facts().architecture)
            return architecture;
    }
    CV_Error_(Error::StsBadArg, ("%s: the striper has no CUDA device to compile for", kCompile));
}

// FileStorage ignores a full disk.
bool isWhole(const String& name, const ChainKernels& code)
{
    Mat found;
    try {
        FileStorage(name, FileStorage::READ)["code"] >> found;
    } catch (const std::exception&) {  // also std::length_error of OpenCV's parser
        found.release();
    }
    return found.total() == code.code.size() && std::equal(code.code.begin(), code.code.end(), found.ptr());
}

// The kernels of a chain. They are loaded on first use.
std::shared_ptr<const ChainKernels> makeChainKernels(const LoweredChain& lowered, int architecture,
                                                     std::vector<uchar> code)
{
    const auto made = std::make_shared<ChainKernels>();
    made->srcType = lowered.srcType;
    made->secondType = lowered.secondType;
    made->program = ChainKernels::bytesOf(lowered.program);
    made->architecture = architecture;
    made->code = code;
    made->kernels = loadedCode(std::move(code), architecture);
    return made;
}

}  // namespace

CompiledChain::CompiledChain(const Chain& chain, std::shared_ptr<const ChainKernels> code) : chain_(chain)
{
    chain_.forgetLowered();
    chain_.kernels_ = std::move(code);
}

int CompiledChain::architecture() const
{
    return chain_.kernels_->architecture;
}

CompiledChain compileFor(int architecture, const Chain& chain, int srcType, int secondType)
{
    if (chain.framing().changes()) {
        CV_Error_(
            Error::StsBadArg,
            ("%s: the chain resizes or places, for which no code is compiled: use it without compile()", kCompile));
    }
    const auto lowered = lowerChain(chain, srcType, secondType, kCompile);
    const std::string source = chainSource(chain, *lowered);
    return CompiledChain(chain,
                         makeChainKernels(*lowered, architecture, compileKernels(source, architecture, kCompile)));
}

CompiledChain Chain::compile(int srcType, int secondType, Striper& striper) const
{
    static_cast<void>(lowerChain(*this, srcType, secondType, kCompile));  // reports wrong types before a missing device
    return compileFor(architectureOf(striper), *this, srcType, secondType);
}

CompiledChain Chain::compile(int srcType, int secondType) const
{
    return compile(srcType, secondType, Striper::getDefault());
}

CompiledChain Chain::compile(int srcType, Striper& striper) const
{
    return compile(srcType, -1, striper);
}

void CompiledChain::write(const String& filename) const
{
    static const char function[] = "cudastripe::CompiledChain::write";
    const ChainKernels& code = *chain_.kernels_;
    const auto lowered = lowerChain(chain_, code.srcType, code.secondType, function);
    writeWhole(function, filename, [&](const String& name) {
        FileStorage file(name, FileStorage::WRITE | FileStorage::BASE64);
        if (!file.isOpened())
            return false;
        file << "format" << kFormat << "chain" << chain_.toString() << "source"
             << hashOf(chainSource(chain_, *lowered));
        file << "architecture" << code.architecture << "hash" << hashOf(code.code, code.architecture);
        file << "code" << Mat(code.code).reshape(1, 1);
        file.release();
        return isWhole(name, code);
    });
}

CompiledChain CompiledChain::read(const String& filename, const Chain& chain, int srcType, int secondType,
                                  int architecture)
{
    static const char function[] = "cudastripe::CompiledChain::read";
    const auto refuse = [&](const String& why) {
        CV_Error_(Error::StsBadArg, ("%s: %s %s", function, filename.c_str(), why.c_str()));
    };
    const auto lowered = lowerChain(chain, srcType, secondType, function);
    FileStorage file;
    Mat code;
    String kind, text, source, hash;
    int made = 0;
    String failure;
    try {
        if (!file.open(filename, FileStorage::READ))
            failure = "the file cannot be opened";
        else
            file["format"] >> kind;
        if (kind == kFormat) {
            file["chain"] >> text;
            file["source"] >> source;
            file["architecture"] >> made;
            file["hash"] >> hash;
            file["code"] >> code;
        }
    } catch (const cv::Exception& e) {
        failure = e.err;
    } catch (const std::exception& e) {  // OpenCV's parser lets std::length_error pass
        failure = e.what();
    }
    if (!failure.empty())
        refuse("cannot be read: " + failure);
    if (kind != kFormat)
        refuse("was not written by CompiledChain::write");
    if (code.empty() || code.type() != CV_8UC1 || !code.isContinuous())
        refuse("is incomplete");
    std::vector<uchar> bytes(code.datastart, code.dataend);
    if (made <= 0 || hashOf(bytes, made) != hash)
        refuse("is damaged");
    if (source != hashOf(chainSource(chain, *lowered)))
        refuse(format("has code of another chain, for other types or of another version of the library; it has \"%s\"",
                      text.c_str()));
    if (architecture != 0 && architecture != made)
        refuse(format("has code for architecture %d; the device has %d", made, architecture));
    return CompiledChain(chain, makeChainKernels(*lowered, made, std::move(bytes)));
}

}}  // namespace cv::cudastripe
