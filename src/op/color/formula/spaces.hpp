// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The formulas of XYZ, HSV and HLS, as cv::cvtColor computes a row of one pixel.

#pragma once

#include "formula.hpp"

// OpenCV computes HSV to colours and colours to HLS in one way in vectors and in another one at the end of a row, so
// its results depend on the pixel's column. These formulas are those of the end of a row, each operation rounded by
// itself; where OpenCV's compiler fuses a product and a sum, one sample in 30,000 is off by one.

namespace cv { namespace cudastripe {

//! Three sums of three products: integers in units of 2^-12, rounded once, or floats, each operation rounded.
template <class T>
struct MatrixFormula : PixelFormula<T>
{
    std::conditional_t<std::is_same<T, float>::value, float, int> weights[9];  //!< a row for each channel of the result

    template <class L, class Term, int In, int Out>
    CUDASTRIPE_FORMULA void run(const Term (&c)[In], Term (&o)[Out]) const
    {
        for (int i = 0; i < 3; ++i) {
            const Term sum = c[0] * weights[3 * i] + c[1] * weights[3 * i + 1] + c[2] * weights[3 * i + 2];
            if constexpr (PixelFormula<T>::kReal)
                o[i] = sum;
            else
                o[i] = (sum + (1 << 11)) >> 12;
        }
        if constexpr (Out == 4)
            o[3] = PixelFormula<T>::template opaque<L>();
    }
};

//! The greatest and the smallest colour.
template <class Term>
struct ColorRange
{
    Term blue, green, red, most, least;

    CUDASTRIPE_FORMULA ColorRange(const Term& c0, const Term& c1, const Term& c2, bool redFirst)
        : blue(redFirst ? c2 : c0), green(c1), red(redFirst ? c0 : c2)
    {
        most = blue > green ? blue : green;
        most = most > red ? most : red;
        least = blue < green ? blue : green;
        least = least < red ? least : red;
    }

    //! Selects by the greatest colour: of equal ones red, then green.
    CUDASTRIPE_FORMULA Term select(const Term& ofRed, const Term& ofGreen, const Term& ofBlue) const
    {
        const Term other = most == green ? ofGreen : ofBlue;
        return most == red ? ofRed : other;
    }
};

//! HSV of bytes, in OpenCV's integers: quotients in units of 2^-12.
struct HsvBytesFormula : PixelFormula<uchar>
{
    float hues;  //!< 2^12 times a sixth of the circle
    int circle;  //!< 180 or 256
    bool redFirst;

    static HsvBytesFormula of(bool redFirst, bool full)
    {
        const int circle = full ? 256 : 180;
        return {{}, static_cast<float>(circle * 4096) / 6, circle, redFirst};
    }

    //! No quotient is so near to the middle of two integers that its last places matter.
    template <class L, class Int>
    CUDASTRIPE_FORMULA static Int quotient(float a, const Int& b)
    {
        return L::rounded(L::nearQuotient(L::reals(a), L::real(b > 0 ? b : L::ints(1))));
    }

    template <class L, class Int, int In>
    CUDASTRIPE_FORMULA void run(const Int (&c)[In], Int (&o)[3]) const
    {
        const ColorRange<Int> of(c[0], c[1], c[2], redFirst);
        const Int difference = of.most - of.least;
        const Int ofGreen = of.blue - of.red + 2 * difference, ofBlue = of.red - of.green + 4 * difference;
        const Int sixths = of.select(of.green - of.blue, ofGreen, ofBlue);
        const Int hue = (sixths * quotient<L>(hues, difference) + (1 << 11)) >> 12;
        o[0] = hue < 0 ? hue + circle : hue;
        o[1] = (difference * quotient<L>(255.f * 4096, of.most) + (1 << 11)) >> 12;
        o[2] = of.most;
    }
};

//! What HSV and HLS of both depths share: bytes are in units of 1/255, hue is not.
template <class T>
struct HueFormula : PixelFormula<T>
{
    using PixelFormula<T>::kReal;
    static constexpr float kEpsilon = 1.1920929e-7f;  //!< FLT_EPSILON
    static constexpr float kMostSixths = 1e6f;  //!< with more, a float has too few digits for a place within a sixth

    float hueScale;  //!< to sixths of the circle, or from degrees
    bool redFirst;

    template <class L, class Term>
    CUDASTRIPE_FORMULA static typename L::Real real(const Term& x)
    {
        if constexpr (kReal)
            return x;
        else
            return L::real(x) * (1.f / 255);
    }
    template <class L, class Real>
    CUDASTRIPE_FORMULA static auto stored(const Real& x)
    {
        if constexpr (kReal)
            return x;
        else
            return L::rounded(x * 255.f);
    }

    //! Hue in degrees. `quotient`: 60 / (most - least).
    template <class L, class Real>
    CUDASTRIPE_FORMULA static Real degrees(const ColorRange<Real>& of, const Real& quotient)
    {
        const Real apart = of.select(of.green - of.blue, of.blue - of.red, of.red - of.green);
        const Real hue = apart * quotient + of.select(L::reals(-0.f), L::reals(120), L::reals(240));  // x + -0 is x
        return hue < 0 ? hue + 360.f : hue;
    }

    //! The sixth of the circle, 0 to 5, and where in it.
    template <class L, class Term>
    CUDASTRIPE_FORMULA typename L::Int sector(const Term& hue, typename L::Real& within) const
    {
        using Int = typename L::Int;
        using Real = typename L::Real;
        if constexpr (kReal) {
            const Real sixths = hue * hueScale;
            const Real bounded = sixths * sixths <= kMostSixths * kMostSixths ? sixths : L::reals(0);
            const Int near = L::truncated(bounded);
            const Int whole = bounded < L::real(near) ? near - 1 : near;
            within = bounded - L::real(whole);
            const Int circles = L::truncated((L::real(whole) + 0.5f) * (1.f / 6));
            const Int number = whole - 6 * circles;
            return number < 0 ? number + 6 : number;
        } else {
            const Real sixths = L::real(hue) * hueScale;
            const Int whole = L::truncated(sixths);
            within = sixths - L::real(whole);
            return whole > 5 ? whole - 6 : whole;  // a byte has at most nine sixths
        }
    }

    //! Stores colours: in each sector one has `most`, one has `least`, and one lies between them. In odd sectors it
    //! falls as hue grows, in even ones it rises.
    template <class L, class Int, class Real, class Term, int Out>
    CUDASTRIPE_FORMULA void store(const Int& sector, const Real& most, const Real& between, const Real& least,
                                  Term (&o)[Out]) const
    {
        const Real first = (sector & 1) > 0 ? most : between, second = (sector & 1) > 0 ? between : most;
        const Real blueEnd = sector < 4 ? first : second, greenEnd = sector < 4 ? second : least;
        const Real redEnd = sector < 4 ? least : first;
        const Real blue = sector < 2 ? least : blueEnd, red = sector < 2 ? second : redEnd;
        o[0] = stored<L>(redFirst ? red : blue);
        o[1] = stored<L>(sector < 2 ? first : greenEnd);
        o[2] = stored<L>(redFirst ? blue : red);
        if constexpr (Out == 4)
            o[3] = PixelFormula<T>::template opaque<L>();
    }
};

//! HSV of floats, hue in degrees. OpenCV's own results differ by a few units in the last place.
struct HsvFloatFormula : HueFormula<float>
{
    static HsvFloatFormula of(bool redFirst) { return {{{}, 1, redFirst}}; }

    template <class L, class Real, int In>
    CUDASTRIPE_FORMULA void run(const Real (&c)[In], Real (&o)[3]) const
    {
        const ColorRange<Real> range(c[0], c[1], c[2], redFirst);
        const Real difference = range.most - range.least;
        o[0] = degrees<L>(range, L::reals(60) / (difference + kEpsilon));
        o[1] = difference / ((range.most < 0 ? -range.most : range.most) + kEpsilon);
        o[2] = range.most;
    }
};

template <class T>
struct OfHsvFormula : HueFormula<T>
{
    template <class L, class Term, int Out>
    CUDASTRIPE_FORMULA void run(const Term (&c)[3], Term (&o)[Out]) const
    {
        using Real = typename L::Real;
        const Real saturation = this->template real<L>(c[1]), value = this->template real<L>(c[2]);
        Real within;
        const auto sector = this->template sector<L>(c[0], within);
        const Real share = (sector & 1) > 0 ? within : 1 - within;
        this->template store<L>(sector, value, value * (1 - saturation * share), value * (1 - saturation), o);
    }
};

template <class T>
struct HlsFormula : HueFormula<T>
{
    template <class L, class Term, int In>
    CUDASTRIPE_FORMULA void run(const Term (&c)[In], Term (&o)[3]) const
    {
        using Real = typename L::Real;
        const ColorRange<Real> of(this->template real<L>(c[0]), this->template real<L>(c[1]),
                                  this->template real<L>(c[2]), this->redFirst);
        const Real difference = of.most - of.least, sum = of.most + of.least, lightness = sum * 0.5f;
        const Real divisor = lightness < 0.5f ? sum : (2 - of.most) - of.least, none = L::reals(0);
        const Real hue = this->template degrees<L>(of, quotient<L>(L::reals(60), difference)) * this->hueScale;
        const Real colouredHue = difference > this->kEpsilon ? hue : none;
        if constexpr (HueFormula<T>::kReal)
            o[0] = colouredHue;
        else
            o[0] = L::rounded(colouredHue);
        o[1] = this->template stored<L>(lightness);
        o[2] = this->template stored<L>(difference > this->kEpsilon ? quotient<L>(difference, divisor) : none);
    }

private:
    template <class L, class Real>
    CUDASTRIPE_FORMULA static Real quotient(const Real& a, const Real& b)
    {
        if constexpr (HueFormula<T>::kReal)
            return a / b;
        else
            return L::byteQuotient(a, b);
    }
};

template <class T>
struct OfHlsFormula : HueFormula<T>
{
    template <class L, class Term, int Out>
    CUDASTRIPE_FORMULA void run(const Term (&c)[3], Term (&o)[Out]) const
    {
        using Real = typename L::Real;
        const Real lightness = this->template real<L>(c[1]), saturation = this->template real<L>(c[2]);
        Real within;
        const auto sector = this->template sector<L>(c[0], within);
        const Real dark = lightness * (1 + saturation), light = (lightness + saturation) - lightness * saturation;
        const Real most = lightness <= 0.5f ? dark : light, least = 2 * lightness - most, range = most - least;
        this->template store<L>(sector, most, least + range * ((sector & 1) > 0 ? 1 - within : within), least, o);
    }
};

}}  // namespace cv::cudastripe
