// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Included once for each instruction set, within its namespace and behind its `Vector`; so no include guard.

static inline Vector::Type pair(int lower, int upper)
{
    return Vector::set(static_cast<int>(static_cast<unsigned>(upper) << 16 | static_cast<unsigned>(lower & 0xffff)));
}

//! A linear form with its weights in two parts, which 16-bit products hold: w = 64 high + low.
struct Form
{
    Vector::Type highOuter, highMiddle, lowOuter, lowMiddle, bias, shift;

    explicit Form(const LinearForm& form)
    {
        const int* w = form.weights;
        highOuter = pair(w[0] >> 6, w[2] >> 6);
        highMiddle = pair(w[1] >> 6, 0);
        lowOuter = pair(w[0] & 63, w[2] & 63);
        lowMiddle = pair(w[1] & 63, 0);
        bias = Vector::set(form.bias >> 6);  // a multiple of 64
        shift = Vector::set(form.shift - 6);
    }

    //! Of the first and the third channel, and of the second, as 16-bit pairs; the fourth has no weight.
    Vector::Type of(Vector::Type outer, Vector::Type middle) const
    {
        const auto high = Vector::add(Vector::multiplyAdd(outer, highOuter), Vector::multiplyAdd(middle, highMiddle));
        const auto low = Vector::add(Vector::multiplyAdd(outer, lowOuter), Vector::multiplyAdd(middle, lowMiddle));
        return Vector::shiftRight(Vector::add(Vector::add(high, bias), Vector::shiftRightBy<6>(low)), shift);
    }
};

//! Four vectors of pixels, their first and third channels apart from the second and fourth.
struct Pixels
{
    static constexpr int kVectors = 4;
    static constexpr int kCount = kVectors * Vector::kLanes;
    Vector::Type outer[kVectors], middle[kVectors];

    Pixels(const uchar* from, const uchar* ahead, int channels)
    {
        fetchAhead(ahead, kCount * channels, 0);
        for (int i = 0; i < kVectors; ++i) {
            const auto pixels = channels == 4 ? Vector::load(from + i * Vector::kLanes * 4)
                                              : Vector::loadThree(from + i * Vector::kLanes * 3);
            outer[i] = Vector::evenBytes(pixels);
            middle[i] = Vector::oddBytes(pixels);
        }
    }

    void add(const Pixels& other)
    {
        for (int i = 0; i < kVectors; ++i) {
            outer[i] = Vector::addShort(outer[i], other.outer[i]);
            middle[i] = Vector::addShort(middle[i], other.middle[i]);
        }
    }
};

static inline void storeAll(const Form& form, const Pixels& pixels, uchar* to)
{
    Vector::Type codes[Pixels::kVectors];
    for (int i = 0; i < Pixels::kVectors; ++i)
        codes[i] = form.of(pixels.outer[i], pixels.middle[i]);
    Vector::store(to, codes);
}

//! Of each pair of pixels the left one, or both added.
static inline Vector::Type paired(Vector::Type a, Vector::Type b, bool sum)
{
    if (sum) {
        a = Vector::addShort(a, Vector::rightOfPair(a));
        b = Vector::addShort(b, Vector::rightOfPair(b));
    }
    return Vector::leftOfPairs(a, b);
}

static inline void storeHalved(const Form (&forms)[2], const Pixels& pixels, bool sumCols, uchar* const (&to)[2],
                               int at)
{
    Vector::Type codes[2][2];
    for (int i = 0; i < 2; ++i) {
        const auto outer = paired(pixels.outer[2 * i], pixels.outer[2 * i + 1], sumCols);
        const auto middle = paired(pixels.middle[2 * i], pixels.middle[2 * i + 1], sumCols);
        codes[0][i] = forms[0].of(outer, middle);
        codes[1][i] = forms[1].of(outer, middle);
    }
    Vector::storeHalf(to[0] + at, codes[0]);
    Vector::storeHalf(to[1] + at, codes[1]);
}

void yuvBlock(const YuvFormula<uchar>& formula, const ByteBlock& block)
{
    const Form luma(formula.luma), chroma[2] = {Form(formula.chroma[0]), Form(formula.chroma[1])};
    for (int x = 0; x < block.pixels; x += Pixels::kCount) {
        Pixels pixels(block.rows[0] + x * block.channels, block.ahead[0] + x * block.channels, block.channels);
        storeAll(luma, pixels, block.luma[0] + x);
        if (block.rowCount == 2) {
            const Pixels below(block.rows[1] + x * block.channels, block.ahead[1] + x * block.channels, block.channels);
            storeAll(luma, below, block.luma[1] + x);
            if (formula.sumRows)
                pixels.add(below);
        }
        if (block.cols == 2) {
            storeHalved(chroma, pixels, formula.sumCols, block.chroma, x / 2);
        } else if (block.cols == 1) {
            storeAll(chroma[0], pixels, block.chroma[0] + x);
            storeAll(chroma[1], pixels, block.chroma[1] + x);
        }
    }
}
