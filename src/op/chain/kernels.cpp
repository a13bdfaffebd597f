// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The choice of a kernel for a chain.

#include "kernels.hpp"

#include <climits>
#include <cstring>

#include "body/body.hpp"
#include "body/byte_functions.hpp"

namespace cv { namespace cudastripe {
namespace {

// Copies only the instructions in use, since a whole program has 4 KB.
void setProgram(ChainProgram& to, const ChainProgram& from)
{
    std::memcpy(&to, &from, from.usedBytes());
}

template <class Body>
KernelRef kernelOf(const LoweredChain& chain, const ChainWork& work, const KernelRef::Accesses& accesses)
{
    Body body;
    const ChainProgram& program = chain.program;
    setProgram(body.program, program);
    body.src = work.src;
    body.second = work.second;
    body.mask = work.mask;
    body.old = work.old;
    body.dst = work.dst;
    body.cols = work.cols;
    // Vectors are possible if each of their values always has the same channel, or if the program is uniform.
    body.vectors = !work.mask.base && program.channelwise && !program.unlikeThree();
    body.srcAligned = vectorsAligned(work.src, program.srcDepth, work.rows);
    body.secondAligned = vectorsAligned(work.second, program.secondDepth, work.rows);
    body.dstAligned = vectorsAligned(work.dst, program.dstDepth, work.rows);
    return chainKernelOf(body, chain, body.items(), work.rows, accesses);
}

template <class Word>
KernelRef withTables(const LoweredChain& chain, const ChainWork& work, const KernelRef::Accesses& accesses)
{
    if (chain.tables.empty())
        return kernelOf<ChainBody<Word, NoTables>>(chain, work, accesses);
    return kernelOf<ChainBody<Word, SomeTables>>(chain, work, accesses);
}

void setProgram(ShortProgram& to, const ChainProgram& from)
{
    const ChainInstruction& in = from.instructions[0];
    to = {from.secondChannels, bytesOf(in.x), bytesOf(in.y), {in}};
}

template <class Body>
KernelRef wordKernelOf(const LoweredChain& chain, const ChainWork& work, const KernelRef::Accesses& accesses)
{
    Body body;
    body.src = work.src;
    body.second = work.second;
    body.dst = work.dst;
    setProgram(body.program, chain.program);
    body.values = work.cols * chain.program.srcChannels;
    body.aligned = true;
    for (const PlaneView& view : {work.src, work.second, work.dst})
        body.aligned = body.aligned && view.aligned(16, work.rows);
    return chainKernelOf(body, chain, body.items(), work.rows, accesses);
}

template <class T, bool Three>
KernelRef wordsWithTables(const LoweredChain& chain, const ChainWork& work, const KernelRef::Accesses& accesses)
{
    if constexpr (sizeof(T) == 1) {
        if (!chain.tables.empty())
            return wordKernelOf<WordBody<T, Three, SomeTables>>(chain, work, accesses);
    }
    return wordKernelOf<WordBody<T, Three, NoTables>>(chain, work, accesses);
}

template <class T>
KernelRef wordKernel(const LoweredChain& chain, const ChainWork& work, const KernelRef::Accesses& accesses)
{
    if (chain.program.unlikeThree())
        return wordsWithTables<T, true>(chain, work, accesses);
    if (std::is_same<T, uchar>::value && chain.program.count == 1) {
        const ChainInstruction& in = chain.program.instructions[0];
#define CUDASTRIPE_BYTES(NAME, OPERAND)                                                                     \
    if (in.code == ChainCode::NAME && in.operand == ChainOperand::OPERAND) {                                \
        return wordKernelOf<OneInstructionBody<Chain##NAME, ChainOperand::OPERAND>>(chain, work, accesses); \
    }
#define CUDASTRIPE_WORDS(NAME, OPERAND, ...)                                                                     \
    if (in.code == ChainCode::NAME && in.operand == ChainOperand::OPERAND && areBytes(in.x) && areBytes(in.y)) { \
        return wordKernelOf<WordInstructionBody<Chain##NAME, ChainOperand::OPERAND>>(chain, work, accesses);     \
    }
        CUDASTRIPE_CHAIN_BYTE_WORDS(CUDASTRIPE_WORDS)
        CUDASTRIPE_CHAIN_BYTE_FUNCTIONS(CUDASTRIPE_BYTES)
#undef CUDASTRIPE_WORDS
#undef CUDASTRIPE_BYTES
    }
    return wordsWithTables<T, false>(chain, work, accesses);
}

}  // namespace

ChainWork chainWork(const StripePlanes& planes, int srcPlanes, const ChainProgram& program, Masking masking, int64 cols,
                    int64 rows)
{
    const PlaneView* next = planes.in + srcPlanes;
    const auto other = [&](bool used) { return used ? *next++ : PlaneView(); };
    const PlaneView second = other(program.secondChannels > 0), mask = other(masking != Masking::None);
    return {planes.in[0], second, mask, other(masking == Masking::KeepsOld), planes.out[0], cols, rows};
}

KernelRef makeChainKernel(const LoweredChain& chain, const ChainWork& work, const KernelRef::Accesses& accesses)
{
    const ChainProgram& program = chain.program;
    if (fitsWords(program) && !work.mask.base) {
#define CUDASTRIPE_WORD_KERNEL(T)                  \
    if constexpr (!std::is_same<T, double>::value) \
    return wordKernel<T>(chain, work, accesses)
        CUDASTRIPE_FOR_DEPTH(program.srcDepth, CUDASTRIPE_WORD_KERNEL)
#undef CUDASTRIPE_WORD_KERNEL
    }
    if (program.wide)
        return withTables<std::uint64_t>(chain, work, accesses);
    return withTables<std::uint32_t>(chain, work, accesses);
}

}}  // namespace cv::cudastripe
