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
//! The same samples in the byte order that there is, if this is FFmpeg's name of big-endian ones; else empty.
std::string littleEndianOf(const std::string& pixelFormat);

//! A matrix of ITU-T H.273.
struct MatrixTag
{
    int number;
    const char* title;
    const char* word;  //!< FFmpeg's
    const char* ours;  //!< the name of our YuvMatrix; empty if there is none
};

//! Null if H.273 has no such number.
const MatrixTag* matrixTagOf(int number);
//! Null if FFmpeg has no such word.
const MatrixTag* matrixTagOf(const std::string& word);

//! Our word for a matrix or a range that has another name; else the word itself.
std::string ownWordOf(const std::string& word);
//! All words that ownWordOf() replaces.
std::vector<std::string> otherWords();

}}  // namespace cv::cudastripe
