// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The loops of the formulas of one pixel: included for each instruction set after its `Simd` and `Floats`.

//! The numbers of as many pixels as a vector holds.
struct ManyPixels
{
    typedef int Int __attribute__((vector_size(sizeof(Simd::Type))));
    typedef unsigned short Word __attribute__((vector_size(sizeof(Simd::Type))));
    typedef float Real __attribute__((vector_size(sizeof(Simd::Type))));

    static Int ints(int x) { return Int{} + x; }
    static Word words(unsigned short x) { return Word{} + x; }
    static Real reals(float x) { return x - Real{}; }  // a sum with 0 would lose the sign of -0
    static Real real(Int x) { return __builtin_convertvector(x, Real); }
    static Int truncated(Real x) { return __builtin_convertvector(x, Int); }
    static Int rounded(Real x) { return (Int)(x + 12582912.f) - 0x4b400000; }
    static Int lookUp(const int* table, Int at) { return (Int)Simd::lookUp(table, (Simd::Type)at); }
    static Real nearQuotient(Real a, Real b) { return a / b; }
    static Real byteQuotient(Real a, Real b) { return a / b; }
};

//! Loads pixels of bytes as a vector for each channel.
template <int In>
struct Planes
{
    static constexpr ByteOrders kOrders[4] = {planarOrder(In, 0), planarOrder(In, 1), planarOrder(In, 2),
                                              planarOrder(In, 3)};
    Simd::Type orders[4];

    Planes()
    {
        for (int i = 0; i < 4; ++i)
            orders[i] = Simd::every(kOrders[i].bytes);
    }

    void read(const uchar* in, Simd::Type (&planes)[In]) const
    {
        Simd::Type parts[4];
        for (int i = 0; i < 4; ++i)
            parts[i] = Simd::reorder(Simd::part<In>(in, i), orders[i]);
        const auto lower = Simd::lowerInts(parts[0], parts[1]), lowerEnd = Simd::lowerInts(parts[2], parts[3]);
        const auto upper = Simd::upperInts(parts[0], parts[1]), upperEnd = Simd::upperInts(parts[2], parts[3]);
        planes[0] = Simd::neighbours<In>(Simd::lowerHalves(lower, lowerEnd));
        planes[1] = Simd::neighbours<In>(Simd::upperHalves(lower, lowerEnd));
        planes[2] = Simd::neighbours<In>(Simd::lowerHalves(upper, upperEnd));
        if constexpr (In == 4)
            planes[In - 1] = Simd::neighbours<In>(Simd::upperHalves(upper, upperEnd));
    }
};

template <>
struct Planes<1>
{
    Planes() {}
    void read(const uchar* in, Simd::Type (&planes)[1]) const { planes[0] = Simd::load(in); }
};

//! Stores a vector of bytes for each channel as pixels.
template <int Out>
struct Pixels
{
    Merge<1> merge;

    Pixels() {}
    void store(uchar* to, const Simd::Type (&planes)[3]) const { merge.template store<3>(to, planes, false); }
};

template <>
struct Pixels<4>
{
    Pixels() {}
    void store(uchar* to, const Simd::Type (&planes)[4]) const { storeFour<1>(to, planes, false); }
};

template <>
struct Pixels<1>
{
    Pixels() {}
    void store(uchar* to, const Simd::Type (&planes)[1]) const { Simd::store(to, planes, false); }
};

//! Values of `Size` bytes widened by zeros: those of the lower or of the upper halves of chunks.
template <int Size>
static inline Simd::Type widened(Simd::Type values, int half)
{
    const auto zero = Simd::setInt(0);
    return half == 0 ? Simd::lower<Size>(values, zero) : Simd::upper<Size>(values, zero);
}

//! Runs a formula of ints on planes of bytes.
template <class Formula, int In, int Out>
static inline void runOnInts(const Formula& formula, const Simd::Type (&planes)[In], Simd::Type (&results)[Out])
{
    using Int = ManyPixels::Int;
    Simd::Type words[2][Out];
    for (int half = 0; half < 2; ++half) {
        Simd::Type ints[2][Out];
        for (int quarter = 0; quarter < 2; ++quarter) {
            Int c[In], o[Out];
            for (int k = 0; k < In; ++k)
                c[k] = (Int)widened<2>(widened<1>(planes[k], half), quarter);
            formula.template run<ManyPixels>(c, o);
            for (int k = 0; k < Out; ++k)
                ints[quarter][k] = (Simd::Type)o[k];
        }
        for (int k = 0; k < Out; ++k)
            words[half][k] = Simd::packSignedInts({ints[0][k], ints[1][k]});
    }
    for (int k = 0; k < Out; ++k)
        results[k] = Simd::packUnsigned({words[0][k], words[1][k]});
}

//! Formulas of bytes.
template <class Formula, int In, int Out, class = void>
struct ColorLoop
{
    static constexpr int kPixels = Simd::kCount * kChunkBytes;
    Planes<In> planes;
    Pixels<Out> pixels;

    ColorLoop() {}
    void convert(const Formula& formula, const uchar* in, uchar* to) const
    {
        Simd::Type from[In], results[Out];
        planes.read(in, from);
        runOnInts(formula, from, results);
        pixels.store(to, results);
    }
};

//! Grey three times.
template <>
struct ColorLoop<RepeatFormula, 1, 3>
{
    static constexpr int kPixels = Simd::kCount * kChunkBytes;
    Pixels<3> pixels;

    ColorLoop() {}
    void convert(const RepeatFormula&, const uchar* in, uchar* to) const
    {
        const auto gray = Simd::load(in);
        pixels.store(to, {gray, gray, gray});
    }
};

//! Grey of bytes: products of pairs, in the same units as the formula.
template <int In>
struct ColorLoop<GrayFormula<uchar>, In, 1>
{
    static constexpr int kPixels = Simd::kCount * kChunkBytes;
    Planes<In> planes;

    ColorLoop() {}
    void convert(const GrayFormula<uchar>& formula, const uchar* in, uchar* to) const
    {
        const auto pair = Simd::setPair(int(formula.weights[0]), int(formula.weights[1]));
        const auto third = Simd::setPair(int(formula.weights[2]), 1 << 14), one = Simd::set(1);
        Simd::Type from[In], words[2];
        planes.read(in, from);
        for (int half = 0; half < 2; ++half) {
            const auto first = widened<1>(from[0], half), second = widened<1>(from[1], half);
            const auto last = widened<1>(from[2], half);
            const auto sum = [&](Simd::Type two, Simd::Type rest) {
                return Simd::shiftIntsRightBy<15>(
                    Simd::addInts(Simd::multiplyAdd(two, pair), Simd::multiplyAdd(rest, third)));
            };
            words[half] = Simd::packSignedInts({sum(Simd::lower<2>(first, second), Simd::lower<2>(last, one)),
                                                sum(Simd::upper<2>(first, second), Simd::upper<2>(last, one))});
        }
        Simd::store(to, {Simd::packUnsigned(words)}, false);
    }
};

//! Words of 16 bits from bytes.
template <int In>
struct ColorLoop<ToBitsFormula, In, 2>
{
    static constexpr int kPixels = Simd::kCount * kChunkBytes;
    Planes<In> planes;

    ColorLoop() {}
    void convert(const ToBitsFormula& formula, const uchar* in, uchar* to) const
    {
        using Word = ManyPixels::Word;
        Simd::Type from[In], words[2];
        planes.read(in, from);
        for (int half = 0; half < 2; ++half) {
            Word c[In];
            for (int k = 0; k < In; ++k)
                c[k] = (Word)widened<1>(from[k], half);
            words[half] = (Simd::Type)formula.bits<ManyPixels>(c);
        }
        Simd::arrange(words);
        Simd::store(to, words, false);
    }
};

//! Bytes from words of 16 bits.
template <int Out>
struct ColorLoop<OfBitsFormula, 2, Out>
{
    static constexpr int kPixels = Simd::kCount * kChunkBytes;
    Pixels<Out> pixels;

    ColorLoop() {}
    void convert(const OfBitsFormula& formula, const uchar* in, uchar* to) const
    {
        Simd::Type from[2], words[2][Out], results[Out];
        Simd::loadHalves(in, from);
        for (int half = 0; half < 2; ++half)
            ofWords(formula, from[half], words[half]);
        for (int k = 0; k < Out; ++k)
            results[k] = Simd::packUnsigned({words[0][k], words[1][k]});
        pixels.store(to, results);
    }

private:
    static void ofWords(const OfBitsFormula& formula, Simd::Type bits, Simd::Type (&words)[Out])
    {
        if constexpr (Out == 1) {
            ManyPixels::Int grays[2][1];
            for (int half = 0; half < 2; ++half)
                formula.ofWord<ManyPixels>((ManyPixels::Int)widened<2>(bits, half), grays[half]);
            words[0] = Simd::packSignedInts({(Simd::Type)grays[0][0], (Simd::Type)grays[1][0]});
        } else {
            ManyPixels::Word o[Out];
            formula.ofWord<ManyPixels>((ManyPixels::Word)bits, o);
            for (int k = 0; k < Out; ++k)
                words[k] = (Simd::Type)o[k];
        }
    }
};

//! Formulas of floats. A fourth channel of the result is opaque.
template <class Formula, int In, int Out>
struct ColorLoop<Formula, In, Out, std::enable_if_t<Formula::kReal>>
{
    static constexpr int kPixels = Simd::kCount * kChunkBytes / 4;
    Floats<In> floats;
    ColourMerge<4, 4> four;

    ColorLoop() {}
    void convert(const Formula& formula, const uchar* in, uchar* to) const
    {
        using Real = ManyPixels::Real;
        Simd::Type from[3], results[3];
        floats.read(in, from);
        Real c[3], o[3];
        for (int k = 0; k < 3; ++k)
            c[k] = (Real)from[k];
        formula.template run<ManyPixels>(c, o);
        for (int k = 0; k < 3; ++k)
            results[k] = Simd::canonical((Simd::Type)o[k], kCanonicalNaN);
        if constexpr (Out == 4)
            four.store(to, results, false);
        else
            floats.store(to, results, false);
    }
};

template <class Formula, int In, int Out>
static inline void convertBlocks(const Formula& original, const uchar* from, int64 pixels, uchar* to)
{
    using Loop = ColorLoop<Formula, In, Out>;
    constexpr int size = int(sizeof(typename Formula::Value));
    const Formula formula = original;  // a copy, which no store can change
    const Loop loop;
    for (int64 x = 0; x < pixels; x += Loop::kPixels) {
        fetchAhead(from + x * In * size, Loop::kPixels * In * size);
        loop.convert(formula, from + x * In * size, to + x * Out * size);
    }
}

//! Defines colorBlocks() for a formula.
#define CUDASTRIPE_DEFINE_BLOCKS(FORMULA, IN, OUT)                                                       \
    template <>                                                                                          \
    void colorBlocks<FORMULA, IN, OUT>(const FORMULA& formula, const FORMULA::Value* from, int64 pixels, \
                                       FORMULA::Value* to)                                               \
    {                                                                                                    \
        convertBlocks<FORMULA, IN, OUT>(formula, reinterpret_cast<const uchar*>(from), pixels,           \
                                        reinterpret_cast<uchar*>(to));                                   \
    }
