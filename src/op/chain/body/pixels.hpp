// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The instructions that need all channels of a pixel, or a table.

#pragma once

#include "math.hpp"

namespace cv { namespace cudastripe {

//! No value has more bits than a word: programs with values of 64 bits are wide.
template <class T, class Word>
CV_CUDASTRIPE_HD inline T valueOf(Word word)
{
    if constexpr (sizeof(T) == sizeof(Word))
        return bitsAs<T>(word);
    else
        return bitsAs<T>(static_cast<std::uint32_t>(word));
}

template <class Word, class T>
CV_CUDASTRIPE_HD inline Word wordOf(T value)
{
    if constexpr (sizeof(T) == sizeof(Word))
        return bitsAs<Word>(value);
    else
        return bitsAs<std::uint32_t>(value);
}

//! Looks up each value in its channel's table.
template <class Word>
CV_CUDASTRIPE_HD inline void lookUpPixel(const ChainInstruction& in, const uchar* tables, Word (&p)[4])
{
    const Word* table = reinterpret_cast<const Word*>(tables + in.table);
    for (int c = 0; c < 4; ++c) {
        const int row = in.tableRows == 3 ? (c < 3 ? c : 0) : c & (in.tableRows - 1);
        p[c] = table[row * 256 + static_cast<int>(static_cast<unsigned>(p[c]) & 255u)];
    }
}

template <class Word>
CV_CUDASTRIPE_HD inline void shufflePixel(const ChainInstruction& in, Word (&p)[4])
{
    const Word old[4] = {p[0], p[1], p[2], p[3]};
    for (int c = 0; c < 4; ++c) {
        const int from = in.x[c].i;
        p[c] = from == 0 ? old[0] : from == 1 ? old[1] : from == 2 ? old[2] : old[3];
    }
}

//! 255 if all channels are 255, else 0.
template <class Word>
CV_CUDASTRIPE_HD inline Word allSet(const Word (&p)[4], int channels)
{
    int all = 255;
    for (int c = 0; c < 4; ++c)
        all &= c < channels ? valueOf<int>(p[c]) : 255;
    return wordOf<Word>(all);
}

//! The weighted sum of three channels.
template <class Word>
CV_CUDASTRIPE_HD inline Word grayOf(const ChainInstruction& in, const Word (&p)[4])
{
    std::uint32_t sum = static_cast<std::uint32_t>(in.y[0].i);
    for (int c = 0; c < 3; ++c)
        sum += static_cast<std::uint32_t>(in.x[c].i) * valueOf<std::uint32_t>(p[c]);
    return wordOf<Word>(sum >> in.high);
}

template <class Word>
CV_CUDASTRIPE_HD inline Word grayOfFloats(const ChainInstruction& in, const Word (&p)[4])
{
    const float first = productOf(in.x[0].f, valueOf<float>(p[0])), second = productOf(in.x[1].f, valueOf<float>(p[1]));
    return wordOf<Word>(canonical(sumOf(sumOf(first, second), productOf(in.x[2].f, valueOf<float>(p[2])))));
}

template <class Word>
CV_CUDASTRIPE_HD inline void premultiplyPixel(Word (&p)[4])
{
    const int alpha = valueOf<int>(p[3]);
    for (int c = 0; c < 3; ++c)
        p[c] = wordOf<Word>((valueOf<int>(p[c]) * alpha + 128) / 255);
}

template <class Word>
CV_CUDASTRIPE_HD inline void blendPixel(Word (&p)[4], const Word (&q)[4])
{
    const int alpha = valueOf<int>(p[3]);
    for (int c = 0; c < 3; ++c)
        p[c] = wordOf<Word>((valueOf<int>(p[c]) * alpha + valueOf<int>(q[c]) * (255 - alpha) + 127) / 255);
}

//! Applies an instruction to the pixel `p`; `q` is the second image's. Words beyond the channels are undefined.
template <class Word>
CV_CUDASTRIPE_HD inline void runOnPixel(const ChainInstruction& in, const uchar* tables, Word (&p)[4],
                                        const Word (&q)[4])
{
    switch (in.code) {
    case ChainCode::Lookup:
        return lookUpPixel(in, tables, p);
    case ChainCode::Shuffle:
        return shufflePixel(in, p);
    case ChainCode::AllSet:
        p[0] = allSet(p, in.x[0].i);
        return;
    case ChainCode::GrayI:
        p[0] = grayOf(in, p);
        return;
    case ChainCode::GrayF:
        p[0] = grayOfFloats(in, p);
        return;
    case ChainCode::Premultiply:
        return premultiplyPixel(p);
    case ChainCode::BlendOver:
        return blendPixel(p, q);
    default:
        return;
    }
}

}}  // namespace cv::cudastripe
