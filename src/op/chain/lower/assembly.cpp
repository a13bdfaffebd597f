// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Lowered instructions as a program.

#include <cstring>

#include "../../depth_types.hpp"
#include "assembly.hpp"

namespace cv { namespace cudastripe {
namespace {

bool isUniform(const ChainInstruction& in)
{
    if (isLookup(in))
        return in.tableRows == 1;
    if (in.operand != ChainOperand::Immediate)
        return true;
    for (int c = 1; c < 4; ++c) {
        if (in.x[c].l != in.x[0].l)
            return false;
    }
    return true;
}

template <class T>
void appendEntries(const Mat& table, size_t entryBytes, std::vector<uchar>& bytes)
{
    const int rows = table.channels();
    for (int row = 0; row < rows; ++row) {
        for (int i = 0; i < 256; ++i) {
            const RegisterType<T> value = table.ptr<T>()[i * rows + row];
            uchar entry[sizeof(std::uint64_t)] = {};
            std::memcpy(entry, &value, sizeof(value));
            bytes.insert(bytes.end(), entry, entry + entryBytes);
        }
    }
}

void appendTable(const Mat& table, size_t entryBytes, std::vector<uchar>& bytes)
{
#define CUDASTRIPE_APPEND(T) appendEntries<T>(table, entryBytes, bytes)
    CUDASTRIPE_FOR_DEPTH(table.depth(), CUDASTRIPE_APPEND)
#undef CUDASTRIPE_APPEND
}

bool needsWide(const std::vector<LoweredStep>& steps, int srcType, int secondType, bool wideTables)
{
    bool wide = CV_MAT_DEPTH(srcType) == CV_64F || (secondType >= 0 && CV_MAT_DEPTH(secondType) == CV_64F);
    for (const LoweredStep& step : steps) {
        wide = wide || CV_MAT_DEPTH(step.toType) == CV_64F;
        for (const LoweredInstruction& in : step.instructions)
            wide = wide || isHeavy(in.code.code) || (wideTables && isLookup(in.code));
    }
    return wide;
}

}  // namespace

ChainProgram assemble(const std::vector<LoweredStep>& steps, int srcType, int secondType, bool wideTables,
                      std::vector<uchar>& tables)
{
    ChainProgram program;
    std::memset(&program, 0, sizeof(program));
    const int dstType = steps.empty() ? srcType : steps.back().toType;
    program.srcDepth = static_cast<uchar>(CV_MAT_DEPTH(srcType));
    program.srcChannels = static_cast<uchar>(CV_MAT_CN(srcType));
    program.dstDepth = static_cast<uchar>(CV_MAT_DEPTH(dstType));
    program.dstChannels = static_cast<uchar>(CV_MAT_CN(dstType));
    if (secondType >= 0) {
        program.secondDepth = static_cast<uchar>(CV_MAT_DEPTH(secondType));
        program.secondChannels = static_cast<uchar>(CV_MAT_CN(secondType));
    }
    program.wide = needsWide(steps, srcType, secondType, wideTables);
    program.channelwise = program.uniform = 1;
    program.sameDepth = program.srcDepth != CV_64F;
    for (const LoweredStep& step : steps) {
        program.sameDepth = program.sameDepth && CV_MAT_DEPTH(step.toType) == program.srcDepth;
        for (const LoweredInstruction& lowered : step.instructions) {
            CV_Assert(program.count < ChainProgram::kMaxInstructions);
            ChainInstruction& in = program.instructions[program.count++];
            in = lowered.code;
            program.channelwise = program.channelwise && (isOnValues(in.code) || isLookup(in));
            program.uniform = program.uniform && isUniform(in);
            program.sameDepth = program.sameDepth && keepsDepth(in, program.srcDepth);
            if (!isLookup(in))
                continue;
            in.table = static_cast<int>(tables.size());
            appendTable(lowered.table, program.wide ? sizeof(std::uint64_t) : sizeof(std::uint32_t), tables);
        }
    }
    program.tableBytes = static_cast<int>(tables.size());
    return program;
}

}}  // namespace cv::cudastripe
