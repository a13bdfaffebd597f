// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Channels in vectors, apart and interleaved: included for each instruction set behind its `Lanes`.

//! Three vectors of codes, each in the order of pixels, one beside the other.
template <int Size>
struct Merge
{
    static constexpr LaneOrder kOrders[3] = {mergeOrder(0, Size), mergeOrder(1, Size), mergeOrder(2, Size)};
    static constexpr LaneOrder kOnes[2] = {mergeBytes(1, Size), mergeBytes(2, Size)};

    Lanes::Type orders[3];
    Lanes::Mask second, third;

    // An implicit constructor would be compiled for the instruction set of the file's end.
    Merge() : second(Lanes::mask(kOnes[0])), third(Lanes::mask(kOnes[1]))
    {
        for (int k = 0; k < 3; ++k)
            orders[k] = Lanes::every(kOrders[k].bytes);
    }

    template <int Channels>
    void store(uchar* to, const Lanes::Type (&codes)[3], bool nonTemporal) const
    {
        Lanes::Type c[3], lanes[3];
        for (int k = 0; k < 3; ++k)
            c[k] = Lanes::reorder(Lanes::neighbours<Channels>(codes[k]), orders[k]);
        for (int k = 0; k < 3; ++k) {
            const int first = firstChannel(k, Size);
            lanes[k] = Lanes::select(third, c[(first + 2) % 3], Lanes::select(second, c[(first + 1) % 3], c[first]));
        }
        Lanes::arrange(lanes);
        Lanes::store(to, lanes, nonTemporal);
    }
};

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

//! Three vectors of colours, each in the order of pixels, one beside the other; of four channels the last is opaque.
template <int Size, int Channels>
struct ColourMerge
{
    Merge<Size> merge;

    ColourMerge() {}

    void store(uchar* to, const Lanes::Type (&colours)[3], bool nonTemporal) const
    {
        merge.template store<3>(to, colours, nonTemporal);
    }
};

template <int Size>
struct ColourMerge<Size, 4>
{
    Lanes::Type opaque = Size == 4 ? Lanes::setFloat(FloatColours::kOpaque) : Lanes::setInt(-1);

    ColourMerge() {}

    void store(uchar* to, const Lanes::Type (&colours)[3], bool nonTemporal) const
    {
        Lanes::Type lanes[4];
        for (int i = 0; i < 2; ++i) {
            const auto left = half(colours[0], colours[1], i), right = half(colours[2], opaque, i);
            lanes[2 * i] = lower<2 * Size>(left, right);
            lanes[2 * i + 1] = upper<2 * Size>(left, right);
        }
        Lanes::arrange(lanes);
        Lanes::store(to, lanes, nonTemporal);
    }

private:
    static Lanes::Type half(Lanes::Type a, Lanes::Type b, int index)
    {
        return index == 0 ? lower<Size>(a, b) : upper<Size>(a, b);
    }

    //! Values of so many bytes, or groups of them, from the lower or upper halves of lanes in turn.
    template <int Bytes>
    static Lanes::Type lower(Lanes::Type a, Lanes::Type b)
    {
        return Bytes == 1   ? Lanes::lowerBytes(a, b)
               : Bytes == 2 ? Lanes::lowerWords(a, b)
               : Bytes == 4 ? Lanes::lowerInts(a, b)
                            : Lanes::lowerHalves(a, b);
    }
    template <int Bytes>
    static Lanes::Type upper(Lanes::Type a, Lanes::Type b)
    {
        return Bytes == 1   ? Lanes::upperBytes(a, b)
               : Bytes == 2 ? Lanes::upperWords(a, b)
               : Bytes == 4 ? Lanes::upperInts(a, b)
                            : Lanes::upperHalves(a, b);
    }
};
