// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The kernel body of chains that never change the depth.

#pragma once

#include "../../depth_types.hpp"
#include "../../plane_view.hpp"
#include "../../word_bytes.hpp"
#include "byte_words.hpp"

namespace cv { namespace cudastripe {

//! True if a function works on values that are `Register` between load and store.
template <class Register, class Function>
constexpr bool runsOn =
    std::is_same<Register, typename Function::In>::value&& std::is_same<Register, typename Function::Out>::value;
template <>
inline constexpr bool runsOn<float, ChainAndI> = true;
template <>
inline constexpr bool runsOn<float, ChainOrI> = true;
template <>
inline constexpr bool runsOn<float, ChainXorI> = true;

//! For programs of any instructions.
struct AnyInstructions
{
    static constexpr bool kOfWords = false;
    static constexpr ChainOperand kOperand = ChainOperand::Second;  //!< some use the second image
};

//! For programs of one instruction, which is compiled in: interpreting it takes longer than loading and storing bytes.
template <class FunctionType, ChainOperand OperandType>
struct OneInstruction
{
    using Function = FunctionType;
    static constexpr bool kOfWords = false;
    static constexpr ChainOperand kOperand = OperandType;
};

/** @brief One thread takes 16 bytes of a row through all instructions. Between them values have the type that they have
in memory. So a thread needs few registers, and enough threads run at once to keep memory busy.

Three: pixels have three channels, so that threads begin with different channels. */
template <class T, bool Three, class TablesType, class Instructions = AnyInstructions>
struct WordBody
{
    using Tables = TablesType;
    using Register = RegisterType<T>;
    static constexpr int kValues = 16 / int(sizeof(T));
    static constexpr bool kAny = std::is_same<Instructions, AnyInstructions>::value;
    //! The name of its kernel compiled at run time; null if the instruction is built in.
    static constexpr const char* kName = kAny ? "words" : nullptr;
    static constexpr bool kUsesSecond = Instructions::kOperand == ChainOperand::Second;
    //! Blocks that a multiprocessor must hold, which limits registers: measured on an H200.
    static constexpr int kBlocks = kAny && Three ? 4 : kAny && sizeof(T) == 1 ? 6 : 8;

    using Program = std::conditional_t<kAny, ChainProgram, ShortProgram>;

    PlaneView src, second, dst;
    std::int64_t values;  //!< of a row
    bool aligned;         //!< all rows start at multiples of 16 bytes
    Program program;
    Tables tables;

    //! How many bytes of the body a kernel reads; only these are copied.
    size_t usedBytes() const { return usedBytesOf(*this); }
    //! Threads for a row.
    std::int64_t items() const { return (values + kValues - 1) / kValues; }

    CV_CUDASTRIPE_HD void operator()(std::int64_t x, std::int64_t y, PlaneShift by = PlaneShift()) const
    {
        runAs(program, x, y, tables.get(), by);
    }

    //! See @ref ChainBody::runAs.
    template <class Chain>
    CV_CUDASTRIPE_HD void runAs(const Chain& chain, std::int64_t x, std::int64_t y, const uchar* tableBytes,
                                PlaneShift by = PlaneShift()) const
    {
        // The number of a row's threads fits in 32 bits.
        const std::int64_t first = std::int64_t(static_cast<std::uint32_t>(x)) * kValues;
        const bool whole = aligned && first + kValues <= values;
        const int firstChannel = Three ? static_cast<int>(static_cast<std::uint32_t>(x) % 3 * (kValues % 3) % 3) : 0;
        constexpr bool interpreted = kAny && std::is_same<Chain, Program>::value;
        // Compiled instructions have a separate path for whole words: in one path for both, compilers split the words.
        if (interpreted || !whole)
            runValues<false>(chain, y, by, first, whole, firstChannel, tableBytes);
        else
            runValues<true>(chain, y, by, first, true, firstChannel, tableBytes);
    }

private:
    struct alignas(16) Values
    {
        T values[kValues];
    };

    //! Rows of images are never folded.
    CV_CUDASTRIPE_HD static uchar* rowOf(const PlaneView& view, std::int64_t y) { return view.base + y * view.step; }

    //! What instructions work on.
    struct Operands
    {
        int firstChannel;
        const uchar* tables;
        Values& current;
        const Values& other;

        //! For an instruction that the compiler knows.
        template <ChainCode code>
        CV_CUDASTRIPE_HD void run(const ChainInstruction& in) const
        {
            if constexpr (isOnValues(code)) {
                using Function = typename ChainFunctionOf<code>::Type;
                if (!ranOnWords<Function, ChainOperand::Immediate>(in, current, other) &&
                    !ranOnWords<Function, ChainOperand::Second>(in, current, other))
                    apply<Function>(in, firstChannel, current, other);
            } else {
                lookUp(in, firstChannel, tables, current);
            }
        }
    };

    template <bool Whole, class Chain>
    CV_CUDASTRIPE_HD void runValues(const Chain& chain, std::int64_t y, PlaneShift by, std::int64_t first, bool known,
                                    int firstChannel, const uchar* tableBytes) const
    {
        const bool whole = Whole || known;
        Values current, other = {};
        load(rowOf(src, y) + by.in, first, whole, current);
        if constexpr (kUsesSecond) {
            if (!kAny || chain.secondChannels)
                load(rowOf(second, y) + by.in, first, whole, other);
        }
        if constexpr (!std::is_same<Chain, Program>::value) {
            chain.forEach(Operands{firstChannel, tableBytes, current, other});
        } else if constexpr (kAny) {
#ifdef __CUDA_ARCH__
#pragma unroll 1
#endif
            for (int i = 0; i < chain.count; ++i)
                runInstruction(chain.instructions[i], firstChannel, tableBytes, current, other);
        } else if constexpr (Instructions::kOfWords) {
            applyToWords<Instructions>(program.x, program.y, current, other);
        } else {
            applyTo<typename Instructions::Function, Instructions::kOperand>(program.instructions[0], firstChannel,
                                                                             current, other);
        }
        store(rowOf(dst, y) + by.out, first, whole, current);
    }

    CV_CUDASTRIPE_HD void load(const uchar* row, std::int64_t first, bool whole, Values& loaded) const
    {
        const T* from = reinterpret_cast<const T*>(row) + first;
        if (whole) {
            copyWords<16>(loaded.values, from);
            return;
        }
        for (int i = 0; i < kValues; ++i)
            loaded.values[i] = first + i < values ? from[i] : T(0);
    }

    CV_CUDASTRIPE_HD void store(uchar* row, std::int64_t first, bool whole, const Values& loaded) const
    {
        T* to = reinterpret_cast<T*>(row) + first;
        if (whole) {
            copyWords<16>(to, loaded.values);
            return;
        }
        for (int i = 0; i < kValues; ++i) {
            if (first + i < values)
                to[i] = loaded.values[i];
        }
    }

    CV_CUDASTRIPE_HD static void runInstruction(const ChainInstruction& in, int firstChannel, const uchar* tableBytes,
                                                Values& current, const Values& other)
    {
#define CUDASTRIPE_CASE(NAME, ...)                            \
    case ChainCode::NAME:                                     \
        apply<Chain##NAME>(in, firstChannel, current, other); \
        break;
        switch (in.code) {
            CUDASTRIPE_CHAIN_LIGHT_MATH(CUDASTRIPE_CASE)
        default:
            if constexpr (sizeof(T) == 1 && std::is_same<Tables, SomeTables>::value)
                lookUp(in, firstChannel, tableBytes, current);
        }
#undef CUDASTRIPE_CASE
    }

    template <class OfWords>
    CV_CUDASTRIPE_HD static void applyToWords(std::uint32_t x, std::uint32_t y, Values& current, const Values& other)
    {
        std::uint32_t words[4], others[4];
        memcpy(words, current.values, 16);
        memcpy(others, other.values, 16);
        for (int i = 0; i < 4; ++i)
            words[i] = OfWords::of(words[i], OfWords::kOperand == ChainOperand::Second ? others[i] : x, y);
        memcpy(current.values, words, 16);
    }

    //! False if the instruction does not work on words.
    template <class Function, ChainOperand Operand>
    CV_CUDASTRIPE_HD static bool ranOnWords(const ChainInstruction& in, Values& current, const Values& other)
    {
        using OfWords = WordInstruction<Function, Operand>;
        if constexpr (std::is_same<T, uchar>::value && !Three && OfWords::kOfWords) {
            if (in.operand == Operand && areBytes(in.x) && areBytes(in.y)) {
                applyToWords<OfWords>(bytesOf(in.x), bytesOf(in.y), current, other);
                return true;
            }
        }
        return false;
    }

    //! Immediates repeat after three values if pixels have three channels, else after four.
    static constexpr int kImmediates = Three ? 3 : 4;

    template <class Function>
    CV_CUDASTRIPE_HD static void apply(const ChainInstruction& in, int firstChannel, Values& current,
                                       const Values& other)
    {
        if constexpr (runsOn<Register, Function>) {
            if (Function::kOperands != ChainOperands::One && in.operand == ChainOperand::Second)
                applyTo<Function, ChainOperand::Second>(in, firstChannel, current, other);
            else if (Function::kOperands == ChainOperands::Any && in.operand == ChainOperand::Self)
                applyTo<Function, ChainOperand::Self>(in, firstChannel, current, current);
            else
                applyTo<Function, ChainOperand::Immediate>(in, firstChannel, current, current);
        }
    }

    template <class Function, ChainOperand Operand>
    CV_CUDASTRIPE_HD static void applyTo(const ChainInstruction& in, int firstChannel, Values& current,
                                         const Values& other)
    {
        using In = typename Function::In;
        In x[kImmediates], y[kImmediates];
        for (int c = 0; c < kImmediates; ++c) {
            const int channel = Three ? (c + firstChannel) % 3 : c;
            x[c] = ChainValueOf<In>::of(in.x[channel]);
            y[c] = ChainValueOf<In>::of(in.y[channel]);
        }
        const auto result = [&](int i, const ChainInstruction& with) {
            const In b = Operand == ChainOperand::Immediate ? x[i % kImmediates] : valueAs<In>(other.values[i]);
            return Function::of(valueAs<In>(current.values[i]), b, y[i % kImmediates], with);
        };
        if constexpr (std::is_same<T, uchar>::value) {
            // A GPU saturates four values with two instructions.
            ChainInstruction unlimited = in;
            unlimited.low = INT_MIN;
            unlimited.high = INT_MAX;
            for (int i = 0; i < kValues; i += 4) {
                const std::uint32_t word = saturatedBytes(result(i, unlimited), result(i + 1, unlimited),
                                                          result(i + 2, unlimited), result(i + 3, unlimited));
                memcpy(current.values + i, &word, sizeof(word));
            }
        } else {
            for (int i = 0; i < kValues; ++i)
                current.values[i] = storedOf(result(i, in));
        }
    }

    CV_CUDASTRIPE_HD static void lookUp(const ChainInstruction& in, int firstChannel, const uchar* tableBytes,
                                        Values& current)
    {
        const std::uint32_t* table = reinterpret_cast<const std::uint32_t*>(tableBytes + in.table);
        for (int i = 0; i < kValues; ++i) {
            const int channel = in.tableRows == 1 ? 0 : Three ? (i + firstChannel) % 3 : i & (in.tableRows - 1);
            const int value = static_cast<int>(table[channel * 256 + static_cast<uchar>(current.values[i])]);
            current.values[i] = static_cast<T>(value);
        }
    }

    template <class In>
    CV_CUDASTRIPE_HD static In valueAs(T value)
    {
        if constexpr (std::is_same<In, Register>::value)
            return static_cast<In>(value);
        else
            return bitsAs<In>(static_cast<Register>(value));
    }

    template <class Out>
    CV_CUDASTRIPE_HD static T storedOf(Out value)
    {
        if constexpr (std::is_same<Out, Register>::value)
            return static_cast<T>(value);
        else
            return bitsAs<Register>(value);
    }
};

}}  // namespace cv::cudastripe
