// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef DECIPHER_DECIPHER_JOB_HPP
#define DECIPHER_DECIPHER_JOB_HPP

#include <opencv2/cudastripe/striper.hpp>

#include "cipher.hpp"

//! The library at work: deciphers an array in place.
void decipherEntries(std::uint64_t* entries, std::int64_t count, const Decipher& decipher,
                     cv::cudastripe::Striper& striper);

#endif
