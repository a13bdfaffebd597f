// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Vectors of channels, interleaved: included for each instruction set after its `Lanes`.

//! Interleaves three vectors of codes, each in the order of pixels.
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

//! Interleaves three vectors of colours, each in the order of pixels; a fourth channel is opaque.
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
    Lanes::Type opaque = Size == 4 ? Lanes::setFloat(1) : Lanes::setInt(-1);

    ColourMerge() {}

    void store(uchar* to, const Lanes::Type (&colours)[3], bool nonTemporal) const
    {
        Lanes::Type lanes[4];
        for (int i = 0; i < 2; ++i) {
            const auto left = half(colours[0], colours[1], i), right = half(colours[2], opaque, i);
            lanes[2 * i] = Lanes::lower<2 * Size>(left, right);
            lanes[2 * i + 1] = Lanes::upper<2 * Size>(left, right);
        }
        Lanes::arrange(lanes);
        Lanes::store(to, lanes, nonTemporal);
    }

private:
    static Lanes::Type half(Lanes::Type a, Lanes::Type b, int index)
    {
        return index == 0 ? Lanes::lower<Size>(a, b) : Lanes::upper<Size>(a, b);
    }
};
