// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// How a group of values is loaded from a row of an image and stored.

#pragma once

#include "../../depth_types.hpp"
#include "../../plane_view.hpp"
#include "../../word_bytes.hpp"
#include "interpreter.hpp"

namespace cv { namespace cudastripe {

/** @brief The positions of a group's vectors in a row, counted in values. A vector is four neighbouring values.

With ChainBody::vectors, each vector of a thread lies beside the same vector of the next thread, so a warp loads
contiguous memory; else a thread has four neighbouring pixels. */
struct VectorPlace
{
    std::int64_t first;
    std::int64_t step;    //!< values between vectors
    int vectors;          //!< 4, or as many as pixels have channels
    std::int64_t length;  //!< values of the row

    CV_CUDASTRIPE_HD std::int64_t at(int vector) const { return first + vector * step; }
    //! True if all vectors lie in the row.
    CV_CUDASTRIPE_HD bool whole() const { return at(vectors - 1) + 4 <= length; }
};

//! Four neighbouring pixels of an image, from pixel 4 * x of a row on.
struct FourPixels
{
    std::int64_t x, row;
    std::int64_t cols;  //!< of the image
    PlaneShift by;      //!< bytes from the image that the views describe to this one
    bool last;          //!< no row follows

    CV_CUDASTRIPE_HD VectorPlace place(int channels) const { return {x * 4 * channels, 4, channels, cols * channels}; }
    CV_CUDASTRIPE_HD std::int64_t left() const { return cols - x * 4; }
};

template <class T>
CV_CUDASTRIPE_HD inline void loadVectors(const T* row, const VectorPlace& place, bool aligned, T (&vectors)[4][4])
{
    if (aligned && place.whole()) {
        for (int q = 0; q < 4; ++q) {
            if (q < place.vectors)
                copyWords<4 * int(sizeof(T))>(vectors[q], row + place.at(q));
        }
        return;
    }
    for (int q = 0; q < 4; ++q) {
        for (int i = 0; i < 4; ++i)
            vectors[q][i] = q < place.vectors && place.at(q) + i < place.length ? row[place.at(q) + i] : T(0);
    }
}

//! Stores `Count` consecutive vectors.
template <int Count, class T>
CV_CUDASTRIPE_HD inline void storeNeighbours(T* to, const T (&vectors)[4][4])
{
    constexpr int bytes = 4 * static_cast<int>(sizeof(T));
    storeWords<Count * bytes, wordBytes(bytes)>(to, vectors[0]);
}

template <class T>
CV_CUDASTRIPE_HD inline void storeVectors(T* row, const VectorPlace& place, bool aligned, const T (&vectors)[4][4])
{
    if (aligned && place.whole()) {
        if (place.step == 4 && place.vectors == 3)
            return storeNeighbours<3>(row + place.first, vectors);
        for (int q = 0; q < 4; ++q) {
            if (q < place.vectors)
                storeWords<4 * int(sizeof(T))>(row + place.at(q), vectors[q]);
        }
        return;
    }
    for (int q = 0; q < 4; ++q) {
        for (int i = 0; i < 4; ++i) {
            if (q < place.vectors && place.at(q) + i < place.length)
                row[place.at(q) + i] = vectors[q][i];
        }
    }
}

//! Value i of the vectors is channel i mod Channels of pixel i / Channels.
template <int Channels, class T, class Word>
CV_CUDASTRIPE_HD inline void groupVectors(const T (&vectors)[4][4], ChainGroup<Word>& group)
{
    for (int i = 0; i < 4 * Channels; ++i)
        group.values[i / Channels][i % Channels] = wordOf<Word>(static_cast<RegisterType<T>>(vectors[i / 4][i % 4]));
}

template <int Channels, class T, class Word>
CV_CUDASTRIPE_HD inline void ungroupVectors(const ChainGroup<Word>& group, T (&vectors)[4][4])
{
    for (int i = 0; i < 4 * Channels; ++i)
        vectors[i / 4][i % 4] = static_cast<T>(valueOf<RegisterType<T>>(group.values[i / Channels][i % Channels]));
}

template <class T, class Word>
CV_CUDASTRIPE_HD inline void loadGroup(const uchar* row, const VectorPlace& place, bool aligned,
                                       ChainGroup<Word>& group)
{
    alignas(16) T vectors[4][4] = {};
    loadVectors(reinterpret_cast<const T*>(row), place, aligned, vectors);
    switch (place.vectors) {
    case 1:
        return groupVectors<1>(vectors, group);
    case 2:
        return groupVectors<2>(vectors, group);
    case 3:
        return groupVectors<3>(vectors, group);
    default:
        return groupVectors<4>(vectors, group);
    }
}

template <class T, class Word>
CV_CUDASTRIPE_HD inline void storeGroup(uchar* row, const VectorPlace& place, bool aligned,
                                        const ChainGroup<Word>& group)
{
    alignas(16) T vectors[4][4] = {};
    switch (place.vectors) {
    case 1:
        ungroupVectors<1>(group, vectors);
        break;
    case 2:
        ungroupVectors<2>(group, vectors);
        break;
    case 3:
        ungroupVectors<3>(group, vectors);
        break;
    default:
        ungroupVectors<4>(group, vectors);
    }
    storeVectors(reinterpret_cast<T*>(row), place, aligned, vectors);
}

template <class Word>
CV_CUDASTRIPE_HD inline void loadGroup(int depth, const uchar* row, const VectorPlace& place, bool aligned,
                                       ChainGroup<Word>& group)
{
#define CUDASTRIPE_LOAD(T)                   \
    if constexpr (sizeof(T) <= sizeof(Word)) \
    loadGroup<T>(row, place, aligned, group)
    CUDASTRIPE_FOR_DEPTH(depth, CUDASTRIPE_LOAD)
#undef CUDASTRIPE_LOAD
}

template <class Word>
CV_CUDASTRIPE_HD inline void storeGroup(int depth, uchar* row, const VectorPlace& place, bool aligned,
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
    const uchar* old;  //!< what pixels with mask 0 become; if null, they become 0
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
