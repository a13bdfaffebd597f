// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// What FFmpeg, FOURCCs and ITU-T H.273 call layouts, matrices and ranges.

#pragma once

#include <string>
#include <vector>

#include "opencv2/cudastripe/yuv_format.hpp"

namespace cv { namespace cudastripe {

//! A word for a layout, with what else it says.
struct LayoutWord
{
    std::string word;
    int layout;
    int depth;  //!< -1 if the word says nothing about it
    bool full;  //!< the range is full unless something says otherwise
};

//! The layouts' own names, then FFmpeg's, then others.
const std::vector<LayoutWord>& layoutWords();
//! Null if there is none. FFmpeg's names may come without "le".
const LayoutWord* layoutWordOf(const std::string& word);
//! Why a format of FFmpeg, RGB or big-endian, is no layout here: the end of a sentence. Empty for other words.
std::string whyNoLayout(const std::string& word);

//! Another word for a matrix or a range.
struct OtherWord
{
    const char* word;
    const char* ours;   //!< our name; empty if this library lacks the matrix
    int number;         //!< of a matrix in ITU-T H.273, or -1
    const char* title;  //!< of that matrix, for messages
};

const std::vector<OtherWord>& otherWords();
//! Null if there is none.
const OtherWord* otherWordOf(const std::string& word);
//! Null if H.273 has no such matrix.
const OtherWord* otherWordOf(int number);

}}  // namespace cv::cudastripe
