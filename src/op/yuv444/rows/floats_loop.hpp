// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The packed 4:4:4 loop on floats; included by loops.hpp.

//! The formula as it stands, on channels that lie apart.
template <int Channels, bool FirstFromThird>
struct FloatsLoop
{
    static constexpr int kVectorPixels = Simd::kCount * kChunkBytes / 4;
    const Floats<Channels> floats;
    const Simd::Type half = Simd::setFloat(0.5f);
    Simd::Type weights[3], scales[2];

    explicit FloatsLoop(const FloatYuv& formula)
    {
        for (int k = 0; k < 3; ++k)
            weights[k] = Simd::setFloat(formula.luma[k]);
        for (int k = 0; k < 2; ++k)
            scales[k] = Simd::setFloat(formula.difference[k]);
    }

    void convert(const uchar* in, uchar* to, bool nonTemporal) const
    {
        Simd::Type c[3], out[3];
        floats.read(in, c);
        const auto pair = Simd::addFloats(Simd::product(c[0], weights[0]), Simd::product(c[1], weights[1]));
        out[0] = Simd::addFloats(pair, Simd::product(c[2], weights[2]));
        out[1] = difference(c[FirstFromThird ? 2 : 0], out[0], scales[0]);
        out[2] = difference(c[FirstFromThird ? 0 : 2], out[0], scales[1]);
        // If luma is NaN, both differences are NaN.
        if (__builtin_expect(Simd::anyNaN(out[1], out[2]), 0)) {
            for (Simd::Type& value : out)
                value = Simd::canonical(value, kCanonicalNaN);
        }
        floats.store(to, out, nonTemporal);
    }

private:
    Simd::Type difference(Simd::Type c, Simd::Type y, Simd::Type scale) const
    {
        return Simd::addFloats(Simd::product(Simd::subtractFloats(c, y), scale), half);
    }
};
