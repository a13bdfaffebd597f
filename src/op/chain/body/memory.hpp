// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// How a group of values is loaded from a row of an image and stored.

#pragma once

#include "../../depth_types.hpp"
#include "../../plane_view.hpp"
#include "../../word_bytes.hpp"
#include "interpreter.hpp"

namespace cv { namespace cudastripe {

/** @brief The places of a group's quads in a row, counted in values. A quad is four neighbouring values.

With ChainBody::quads, each quad of a thread lies beside the same quad of the next thread, so a warp loads contiguous
memory; else a thread has four neighbouring pixels. */
struct QuadPlace
{
    std::int64_t first;
    std::int64_t step;    //!< values between quads
    int quads;            //!< 4, or as many as pixels have channels
    std::int64_t length;  //!< values of the row

    CV_CUDASTRIPE_HD std::int64_t at(int quad) const { return first + quad * step; }
    //! True if all quads lie in the row.
    CV_CUDASTRIPE_HD bool whole() const { return at(quads - 1) + 4 <= length; }
};

//! Four neighbouring pixels of an image, from pixel 4 * x of a row on.
struct PixelQuad
{
    std::int64_t x, row;
    std::int64_t cols;  //!< of the image
    PlaneShift by;      //!< bytes from the image that the views describe to this one
    bool last;          //!< no row follows

    CV_CUDASTRIPE_HD QuadPlace place(int channels) const { return {x * 4 * channels, 4, channels, cols * channels}; }
    CV_CUDASTRIPE_HD std::int64_t left() const { return cols - x * 4; }
};

template <class T>
CV_CUDASTRIPE_HD inline void loadQuads(const T* row, const QuadPlace& place, bool aligned, T (&quads)[4][4])
{
    if (aligned && place.whole()) {
        for (int q = 0; q < 4; ++q) {
            if (q < place.quads)
                copyWords<4 * int(sizeof(T))>(quads[q], row + place.at(q));
        }
        return;
    }
    for (int q = 0; q < 4; ++q) {
        for (int i = 0; i < 4; ++i)
            quads[q][i] = q < place.quads && place.at(q) + i < place.length ? row[place.at(q) + i] : T(0);
    }
}

//! Stores quads that lie one behind the other.
template <int Quads, class T>
CV_CUDASTRIPE_HD inline void storeNeighbours(T* to, const T (&quads)[4][4])
{
    constexpr int bytes = 4 * static_cast<int>(sizeof(T));
    storeWords<Quads * bytes, wordBytes(bytes)>(to, quads[0]);
}

template <class T>
CV_CUDASTRIPE_HD inline void storeQuads(T* row, const QuadPlace& place, bool aligned, const T (&quads)[4][4])
{
    if (aligned && place.whole()) {
        if (place.step == 4 && place.quads == 3)
            return storeNeighbours<3>(row + place.first, quads);
        for (int q = 0; q < 4; ++q) {
            if (q < place.quads)
                storeWords<4 * int(sizeof(T))>(row + place.at(q), quads[q]);
        }
        return;
    }
    for (int q = 0; q < 4; ++q) {
        for (int i = 0; i < 4; ++i) {
            if (q < place.quads && place.at(q) + i < place.length)
                row[place.at(q) + i] = quads[q][i];
        }
    }
}

//! Value i of the quads is channel i mod Channels of pixel i / Channels.
template <int Channels, class T, class Word>
CV_CUDASTRIPE_HD inline void groupQuads(const T (&quads)[4][4], ChainGroup<Word>& group)
{
    for (int i = 0; i < 4 * Channels; ++i)
        group.values[i / Channels][i % Channels] = wordOf<Word>(static_cast<RegisterType<T>>(quads[i / 4][i % 4]));
}

template <int Channels, class T, class Word>
CV_CUDASTRIPE_HD inline void ungroupQuads(const ChainGroup<Word>& group, T (&quads)[4][4])
{
    for (int i = 0; i < 4 * Channels; ++i)
        quads[i / 4][i % 4] = static_cast<T>(valueOf<RegisterType<T>>(group.values[i / Channels][i % Channels]));
}

template <class T, class Word>
CV_CUDASTRIPE_HD inline void loadGroup(const uchar* row, const QuadPlace& place, bool aligned, ChainGroup<Word>& group)
{
    alignas(16) T quads[4][4] = {};
    loadQuads(reinterpret_cast<const T*>(row), place, aligned, quads);
    switch (place.quads) {
    case 1:
        return groupQuads<1>(quads, group);
    case 2:
        return groupQuads<2>(quads, group);
    case 3:
        return groupQuads<3>(quads, group);
    default:
        return groupQuads<4>(quads, group);
    }
}

template <class T, class Word>
CV_CUDASTRIPE_HD inline void storeGroup(uchar* row, const QuadPlace& place, bool aligned, const ChainGroup<Word>& group)
{
    alignas(16) T quads[4][4] = {};
    switch (place.quads) {
    case 1:
        ungroupQuads<1>(group, quads);
        break;
    case 2:
        ungroupQuads<2>(group, quads);
        break;
    case 3:
        ungroupQuads<3>(group, quads);
        break;
    default:
        ungroupQuads<4>(group, quads);
    }
    storeQuads(reinterpret_cast<T*>(row), place, aligned, quads);
}

template <class Word>
CV_CUDASTRIPE_HD inline void loadGroup(int depth, const uchar* row, const QuadPlace& place, bool aligned,
                                       ChainGroup<Word>& group)
{
#define CUDASTRIPE_LOAD(T)                   \
    if constexpr (sizeof(T) <= sizeof(Word)) \
    loadGroup<T>(row, place, aligned, group)
    CUDASTRIPE_FOR_DEPTH(depth, CUDASTRIPE_LOAD)
#undef CUDASTRIPE_LOAD
}

template <class Word>
CV_CUDASTRIPE_HD inline void storeGroup(int depth, uchar* row, const QuadPlace& place, bool aligned,
                                        const ChainGroup<Word>& group)
{
#define CUDASTRIPE_STORE(T)                  \
    if constexpr (sizeof(T) <= sizeof(Word)) \
    storeGroup<T>(row, place, aligned, group)
    CUDASTRIPE_FOR_DEPTH(depth, CUDASTRIPE_STORE)
#undef CUDASTRIPE_STORE
}

//! Four pixels of a row that a mask keeps or leaves out.
struct MaskedPixels
{
    std::int64_t number;  //!< the first of the four is pixel 4 * number
    std::int64_t cols;
    int channels;
    const uchar* mask;
    const uchar* old;  //!< what is left out becomes this; null for 0
};

template <class T, class Word>
CV_CUDASTRIPE_HD inline void storeMasked(const MaskedPixels& pixels, T* row, const ChainGroup<Word>& group)
{
    for (int p = 0; p < 4; ++p) {
        const std::int64_t col = pixels.number * 4 + p;
        if (col >= pixels.cols)
            return;
        const bool set = pixels.mask[col] != 0;
        for (int c = 0; c < 4; ++c) {
            const std::int64_t i = col * pixels.channels + c;
            if (c < pixels.channels) {
                const T kept = !set && pixels.old ? reinterpret_cast<const T*>(pixels.old)[i] : T(0);
                row[i] = set ? static_cast<T>(valueOf<RegisterType<T>>(group.values[p][c])) : kept;
            }
        }
    }
}

template <class Word>
CV_CUDASTRIPE_HD inline void storeMasked(int depth, const MaskedPixels& pixels, uchar* row,
                                         const ChainGroup<Word>& group)
{
#define CUDASTRIPE_STORE(T)                  \
    if constexpr (sizeof(T) <= sizeof(Word)) \
    storeMasked(pixels, reinterpret_cast<T*>(row), group)
    CUDASTRIPE_FOR_DEPTH(depth, CUDASTRIPE_STORE)
#undef CUDASTRIPE_STORE
}

}}  // namespace cv::cudastripe
