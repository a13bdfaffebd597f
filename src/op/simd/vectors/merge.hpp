// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Vectors of channels, interleaved: included for each instruction set after its `Simd`.

//! Interleaves three vectors of codes, each in the order of pixels.
template <int Size>
struct Merge
{
    static constexpr ByteOrders kOrders[3] = {mergeOrder(0, Size), mergeOrder(1, Size), mergeOrder(2, Size)};
    static constexpr ByteOrders kOnes[2] = {mergeBytes(1, Size), mergeBytes(2, Size)};

    Simd::Type orders[3];
    Simd::Mask second, third;

    // An implicit constructor would be compiled for the instruction set of the file's end.
    Merge() : second(Simd::mask(kOnes[0])), third(Simd::mask(kOnes[1]))
    {
        for (int k = 0; k < 3; ++k)
            orders[k] = Simd::every(kOrders[k].bytes);
    }

    template <int Channels>
    void store(uchar* to, const Simd::Type (&codes)[3], bool nonTemporal) const
    {
        Simd::Type c[3], vectors[3];
        for (int k = 0; k < 3; ++k)
            c[k] = Simd::reorder(Simd::neighbours<Channels>(codes[k]), orders[k]);
        for (int k = 0; k < 3; ++k) {
            const int first = firstChannel(k, Size);
            vectors[k] = Simd::select(third, c[(first + 2) % 3], Simd::select(second, c[(first + 1) % 3], c[first]));
        }
        Simd::arrange(vectors);
        Simd::store(to, vectors, nonTemporal);
    }
};

//! Interleaves three vectors of colours, each in the order of pixels; a fourth channel is opaque.
template <int Size, int Channels>
struct ColourMerge
{
    Merge<Size> merge;

    ColourMerge() {}

    void store(uchar* to, const Simd::Type (&colours)[3], bool nonTemporal) const
    {
        merge.template store<3>(to, colours, nonTemporal);
    }
};

//! Interleaves four vectors, each in the order of pixels.
template <int Size>
static inline void storeFour(uchar* to, const Simd::Type (&channels)[4], bool nonTemporal)
{
    const Simd::Type lower[2] = {Simd::lower<Size>(channels[0], channels[1]),
                                 Simd::lower<Size>(channels[2], channels[3])};
    const Simd::Type upper[2] = {Simd::upper<Size>(channels[0], channels[1]),
                                 Simd::upper<Size>(channels[2], channels[3])};
    Simd::Type vectors[4] = {Simd::lower<2 * Size>(lower[0], lower[1]), Simd::upper<2 * Size>(lower[0], lower[1]),
                             Simd::lower<2 * Size>(upper[0], upper[1]), Simd::upper<2 * Size>(upper[0], upper[1])};
    Simd::arrange(vectors);
    Simd::store(to, vectors, nonTemporal);
}

template <int Size>
struct ColourMerge<Size, 4>
{
    Simd::Type opaque = Size == 4 ? Simd::setFloat(1) : Simd::setInt(-1);

    ColourMerge() {}

    void store(uchar* to, const Simd::Type (&colours)[3], bool nonTemporal) const
    {
        storeFour<Size>(to, {colours[0], colours[1], colours[2], opaque}, nonTemporal);
    }
};
