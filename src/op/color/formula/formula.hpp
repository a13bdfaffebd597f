// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// What the formulas of one pixel share, and those without a colour space: orders, bits, alpha.

#pragma once

#include <type_traits>

#include "../../rounding_cast.hpp"
#include "opencv2/core/cvdef.h"

// A formula takes the channels of a pixel in the order in which they lie in memory, and gives those of the result, not
// yet saturated. Its numbers are those of OnePixel, or vectors for as many pixels, which have the same operators: so it
// selects by `?:` and has no branches.

//! A function of formulas is compiled for the instruction set of the loop that calls it.
#define CUDASTRIPE_FORMULA CV_CUDASTRIPE_HD inline __attribute__((always_inline))

namespace cv { namespace cudastripe {

//! The numbers of one pixel.
struct OnePixel
{
    using Int = int;
    using Word = int;  //!< 16 bits of it count
    using Real = float;

    CUDASTRIPE_FORMULA static Int ints(int x) { return x; }
    CUDASTRIPE_FORMULA static Word words(int x) { return x; }
    CUDASTRIPE_FORMULA static Real reals(float x) { return x; }
    CUDASTRIPE_FORMULA static Real real(Int x) { return static_cast<float>(x); }
    CUDASTRIPE_FORMULA static Int truncated(Real x) { return static_cast<int>(x); }
    //! To nearest, halves to even; for magnitudes up to 4000000.
    CUDASTRIPE_FORMULA static Int rounded(Real x)
    {
#ifdef __CUDA_ARCH__
        return __float2int_rn(x);
#else
        return roundShort(x);
#endif
    }
    CUDASTRIPE_FORMULA static Int lookUp(const int* table, Int at)
    {
        return table[at];
    }
    //! The quotient may be off by a few units in the last place.
    CUDASTRIPE_FORMULA static Real nearQuotient(Real a, Real b)
    {
#ifdef __CUDA_ARCH__
        return a * nearReciprocal(b);
#else
        return a / b;
#endif
    }
    //! The rounded quotient of numbers that HLS makes of bytes, as tested for all colours.
    CUDASTRIPE_FORMULA static Real byteQuotient(Real a, Real b)
    {
#ifdef __CUDA_ARCH__
        const Real reciprocal = nearReciprocal(b), near = a * reciprocal;
        return fusedOf(fusedOf(-b, near, a), reciprocal, near);
#else
        return a / b;
#endif
    }

#ifdef __CUDA_ARCH__
private:
    __device__ static Real nearReciprocal(Real x)
    {
        Real reciprocal;
        asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(reciprocal) : "f"(x));
        return reciprocal;
    }
#endif
};

//! T is the type of values in memory: uchar, ushort or float.
template <class T>
struct PixelFormula
{
    using Value = T;
    static constexpr bool kReal = std::is_same<T, float>::value;
    template <class L>
    using Term = std::conditional_t<kReal, typename L::Real, typename L::Int>;

    static constexpr T kOpaque = kReal ? T(1) : static_cast<T>(-1);  //!< an alpha of one

    template <class L>
    CUDASTRIPE_FORMULA static Term<L> opaque()
    {
        if constexpr (kReal)
            return L::reals(kOpaque);
        else
            return L::ints(kOpaque);
    }

    CUDASTRIPE_FORMULA static T saturated(Term<OnePixel> x)
    {
        if constexpr (kReal)
            return canonical(x);
        else
            return static_cast<T>(x < 0 ? 0 : x > kOpaque ? kOpaque : x);
    }
};

//! Channels in another order or number; a fourth channel that is missing is opaque. Floats keep their bits.
template <class T>
struct OrderFormula : PixelFormula<T>
{
    bool swaps;  //!< the first and the third channel change places

    static OrderFormula of(bool swaps) { return {{}, swaps}; }
    CUDASTRIPE_FORMULA static T saturated(typename PixelFormula<T>::template Term<OnePixel> x)
    {
        return static_cast<T>(x);
    }

    template <class L, class Term, int In, int Out>
    CUDASTRIPE_FORMULA void run(const Term (&c)[In], Term (&o)[Out]) const
    {
        constexpr int third = In == 1 ? 0 : 2;
        o[0] = swaps ? c[third] : c[0];
        o[1] = c[In == 1 ? 0 : 1];
        o[2] = swaps ? c[0] : c[third];
        if constexpr (Out == 4)
            o[3] = In == 4 ? c[In - 1] : PixelFormula<T>::template opaque<L>();
    }
};

//! Bytes of grey three times, which is faster than as another order of channels.
struct RepeatFormula : PixelFormula<uchar>
{
    template <class L, class Term>
    CUDASTRIPE_FORMULA void run(const Term (&c)[1], Term (&o)[3]) const
    {
        for (Term& channel : o)
            channel = c[0];
    }
};

//! cv::cvtColor's grey: integers in units of 2^-15 and rounded once, or floats in the order of the channels.
template <class T>
struct GrayFormula : PixelFormula<T>
{
    using Weight = std::conditional_t<PixelFormula<T>::kReal, float, unsigned>;

    static constexpr bool kRealWeights = PixelFormula<T>::kReal;
    static constexpr Weight kRed = kRealWeights ? Weight(0.299f) : Weight(9798);
    static constexpr Weight kGreen = kRealWeights ? Weight(0.587f) : Weight(19235);
    static constexpr Weight kBlue = kRealWeights ? Weight(0.114f) : Weight(3735);

    Weight weights[3];  //!< of the channels as they lie in memory

    static GrayFormula of(bool redFirst) { return {{}, {redFirst ? kRed : kBlue, kGreen, redFirst ? kBlue : kRed}}; }

    template <class L, class Term, int In>
    CUDASTRIPE_FORMULA void run(const Term (&c)[In], Term (&o)[1]) const
    {
        const Weight sum = weights[0] * Weight(c[0]) + weights[1] * Weight(c[1]) + weights[2] * Weight(c[2]);
        if constexpr (PixelFormula<T>::kReal)
            o[0] = sum;
        else
            o[0] = static_cast<int>((sum + (1u << 14)) >> 15);
    }
};

//! A pixel of 16 bits is two channels of bytes, but one word for these formulas.
struct BitsFormula : PixelFormula<uchar>
{
    bool redFirst;
    bool sixOfGreen;
};

//! Colours, or grey, to 16 bits, of which 5 or 6 are green's.
struct ToBitsFormula : BitsFormula
{
    template <class L, class Word, int In>
    CUDASTRIPE_FORMULA Word bits(const Word (&c)[In]) const
    {
        constexpr int last = In == 1 ? 0 : 2;
        const Word blue = redFirst ? c[last] : c[0], green = c[In == 1 ? 0 : 1], red = redFirst ? c[0] : c[last];
        if (sixOfGreen)
            return (blue >> 3) | ((green & 0xfc) << 3) | ((red & 0xf8) << 8);
        const Word colours = (blue >> 3) | ((green & 0xf8) << 2) | ((red & 0xf8) << 7);
        if constexpr (In == 4)
            return colours | (c[In - 1] > 0 ? L::words(0x8000) : L::words(0));
        else
            return colours;
    }

    template <class L, int In>
    CUDASTRIPE_FORMULA void run(const int (&c)[In], int (&o)[2]) const
    {
        const int word = bits<L>(c);
        o[0] = word & 255;
        o[1] = word >> 8;
    }
};

//! And back, to colours or to grey. The lower bits of colours are zero.
struct OfBitsFormula : BitsFormula
{
    template <class L, class Word, int Out>
    CUDASTRIPE_FORMULA void ofWord(const Word& bits, Word (&o)[Out]) const
    {
        const Word blue = (bits << 3) & 0xf8;
        const Word green = sixOfGreen ? (bits >> 3) & 0xfc : (bits >> 2) & 0xf8;
        const Word red = (sixOfGreen ? bits >> 8 : bits >> 7) & 0xf8;
        if constexpr (Out == 1) {
            o[0] = gray(blue, green, red);
        } else {
            o[0] = redFirst ? red : blue;
            o[1] = green;
            o[2] = redFirst ? blue : red;
            if constexpr (Out == 4)
                o[3] = sixOfGreen ? L::words(255) : ((bits & 0x8000) > 0 ? L::words(255) : L::words(0));
        }
    }

    template <class L, int Out>
    CUDASTRIPE_FORMULA void run(const int (&c)[2], int (&o)[Out]) const
    {
        ofWord<L>(c[0] | c[1] << 8, o);
    }

private:
    template <class Word>
    CUDASTRIPE_FORMULA static Word gray(const Word& blue, const Word& green, const Word& red)
    {
        using Gray = GrayFormula<uchar>;
        return (blue * int(Gray::kBlue) + green * int(Gray::kGreen) + red * int(Gray::kRed) + (1 << 14)) >> 15;
    }
};

//! Colours times alpha / 255, as OpenCV rounds: (x + 128) / 255.
struct PremultiplyFormula : PixelFormula<uchar>
{
    template <class L, class Int>
    CUDASTRIPE_FORMULA void run(const Int (&c)[4], Int (&o)[4]) const
    {
        for (int i = 0; i < 3; ++i) {
            const Int x = c[i] * c[3] + 128;
            o[i] = (x + 1 + (x >> 8)) >> 8;
        }
        o[3] = c[3];
    }
};

//! Colours times 255 / alpha, rounded and saturated; 0 if alpha is 0.
struct UnpremultiplyFormula : PixelFormula<uchar>
{
    template <class L, class Int>
    CUDASTRIPE_FORMULA void run(const Int (&c)[4], Int (&o)[4]) const
    {
        const Int alpha = c[3], divisor = alpha > 0 ? alpha : L::ints(1);
        for (int i = 0; i < 3; ++i) {
            // Half a unit more keeps the quotient away from integers, so its rounding does not matter.
            const auto quotient = L::nearQuotient(L::real(c[i] * 255 + (alpha >> 1)) + 0.5f, L::real(divisor));
            o[i] = alpha > 0 ? L::truncated(quotient) : L::ints(0);
        }
        o[3] = alpha;
    }
};

}}  // namespace cv::cudastripe
