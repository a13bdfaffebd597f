// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Pixels of floats in vectors: included for each instruction set after its `Simd`.

//! Turns pixels of floats into a vector for each channel, and back.
template <int Channels>
struct FloatPixels
{
    static constexpr ByteOrders kLast = pixelOrder(Channels, 3);
    Merge<4> merge;
    Simd::Type last;

    FloatPixels() : last(Simd::every(kLast.bytes)) {}

    void read(const uchar* in, Simd::Type (&c)[3]) const
    {
        Simd::Type parts[4];
        for (int i = 0; i < 4; ++i)
            parts[i] = Simd::part<Channels>(in, i);
        if (Channels == 3)
            parts[3] = Simd::reorder(parts[3], last);
        const auto left = Simd::lowerInts(parts[0], parts[1]), right = Simd::lowerInts(parts[2], parts[3]);
        c[0] = Simd::lowerHalves(left, right);
        c[1] = Simd::upperHalves(left, right);
        c[2] = Simd::lowerHalves(Simd::upperInts(parts[0], parts[1]), Simd::upperInts(parts[2], parts[3]));
    }

    void store(uchar* to, const Simd::Type (&codes)[3], bool nonTemporal) const
    {
        merge.template store<Channels>(to, codes, nonTemporal);
    }
};
