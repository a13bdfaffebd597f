// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The source from which a chain is compiled at run time.

#include "source.hpp"

#include <sstream>

#include "../../depth_types.hpp"
#include "../../yuv/op.hpp"
#include "../kernels.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr char kHeaders[] =
#include "cudastripe_chain_headers.inc"
    ;

const char* depthType(int depth)
{
#define CUDASTRIPE_TYPE_NAME(T) return #T
    CUDASTRIPE_FOR_DEPTH(depth, CUDASTRIPE_TYPE_NAME);
#undef CUDASTRIPE_TYPE_NAME
}

void writeValues(std::ostream& out, const ChainValue (&values)[4])
{
    out << '{';
    for (const ChainValue& value : values)
        out << "{long(" << static_cast<std::uint64_t>(value.l) << "ul)},";
    out << '}';
}

void writeInstruction(std::ostream& out, const ChainInstruction& in)
{
    out << "operands.template run<ChainCode(" << int(in.code) << ")>({ChainCode(" << int(in.code) << "), ChainOperand("
        << int(in.operand) << ")," << int(in.channels) << ',' << int(in.tableRows) << ',' << in.table << ",int("
        << in.low << "l),int(" << in.high << "l),";
    writeValues(out, in.x);
    out << ',';
    writeValues(out, in.y);
    out << "});\n";
}

void writeProgram(std::ostream& out, const ChainProgram& program)
{
    out << "struct KnownProgram {\n";
    const auto constant = [&](const char* name, int value) {
        out << "static constexpr int " << name << " = " << value << ";\n";
    };
    constant("srcDepth", program.srcDepth);
    constant("srcChannels", program.srcChannels);
    constant("secondDepth", program.secondDepth);
    constant("secondChannels", program.secondChannels);
    constant("dstDepth", program.dstDepth);
    constant("dstChannels", program.dstChannels);
    constant("tableBytes", program.tableBytes);
    out << "template <class Operands> static void forEach(const Operands& operands) {\n";
    for (int i = 0; i < program.count; ++i)
        writeInstruction(out, program.instructions[i]);
    out << "}};\n";
}

//! @param blocks that a multiprocessor must hold, which limits registers
void writeKernel(std::ostream& out, const char* name, const std::string& body, int blocks)
{
    out << "extern \"C\" __global__ void __launch_bounds__(256, " << blocks << ") " << name
        << "(const __grid_constant__ " << body
        << " body, long itemsX, long itemsY) { runGrid(body, KnownProgram(), itemsX, itemsY); }\n";
}

std::string wordBodyOf(const LoweredChain& lowered)
{
    return std::string("WordBody<") + depthType(lowered.program.srcDepth) +
           (lowered.program.unlikeThree() ? ", true, " : ", false, ") +
           (lowered.tables.empty() ? "NoTables>" : "SomeTables>");
}

std::string groupBodyOf(const LoweredChain& lowered)
{
    return std::string("ChainBody<") + (lowered.program.wide ? "std::uint64_t, " : "std::uint32_t, ") +
           (lowered.tables.empty() ? "NoTables>" : "SomeTables>");
}

std::string yuvBodyOf(const Chain& chain, const LoweredChain& lowered)
{
    return std::string(lowered.program.wide ? "WideChainYuvBody<" : "NarrowChainYuvBody<") +
           (!chain.beginsInYuv()                                                 ? "ChainImageSource, "
            : interpolatesChroma(chain.sourceFormat(), chain.sourceUpsampling()) ? "ChainYuvLinearSource, "
                                                                                 : "ChainYuvSource, ") +
           (chain.endsInYuv()                                  ? "ChainYuvSink>"
            : !endsInImage(chain, lowered.program.dstChannels) ? "ChainTensorSink>"
                                                               : "ChainImageSink>");
}

}  // namespace

std::string chainSource(const Chain& chain, const LoweredChain& lowered)
{
    std::ostringstream out;
    out.imbue(std::locale::classic());
    out << kHeaders << "using namespace cv::cudastripe;\n";
    writeProgram(out, lowered.program);
    if (chain.beginsInYuv() || !endsInImage(chain, lowered.program.dstChannels)) {
        writeKernel(out, "rowsOfYuv", yuvBodyOf(chain, lowered), 1);
        return out.str();
    }
    writeKernel(out, "groups", groupBodyOf(lowered), 1);
    if (fitsWords(lowered.program))
        writeKernel(out, "words", wordBodyOf(lowered), lowered.program.unlikeThree() ? 4 : 8);  // measured on an H100
    return out.str();
}

}}  // namespace cv::cudastripe
