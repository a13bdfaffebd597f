// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Pixels of floats in vectors: included for each instruction set after its `Lanes`.

//! Pixels of floats as a vector for each channel, and back.
template <int Channels>
struct LaneFloats
{
    static constexpr LaneOrder kLast = pixelOrder(Channels, 3);
    Merge<4> merge;
    Lanes::Type last;

    LaneFloats() : last(Lanes::every(kLast.bytes)) {}

    void read(const uchar* in, Lanes::Type (&c)[3]) const
    {
        Lanes::Type parts[4];
        for (int i = 0; i < 4; ++i)
            parts[i] = Lanes::part<Channels>(in, i);
        if (Channels == 3)
            parts[3] = Lanes::reorder(parts[3], last);
        const auto left = Lanes::lowerInts(parts[0], parts[1]), right = Lanes::lowerInts(parts[2], parts[3]);
        c[0] = Lanes::lowerHalves(left, right);
        c[1] = Lanes::upperHalves(left, right);
        c[2] = Lanes::lowerHalves(Lanes::upperInts(parts[0], parts[1]), Lanes::upperInts(parts[2], parts[3]));
    }

    void store(uchar* to, const Lanes::Type (&codes)[3], bool nonTemporal) const
    {
        merge.template store<Channels>(to, codes, nonTemporal);
    }
};
