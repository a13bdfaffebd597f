// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_NPY_HEADER_HPP
#define STRIPE_CONVERT_NPY_HEADER_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

//! The length of every header, so that one can be written when the number of pictures is known at last.
constexpr std::size_t kNpyHeaderBytes = 128;

//! The header of a .npy file of version 1.0: an array in the order of C, little-endian.
//! @param type as NumPy writes it, such as "<f4". @param shape at most four sizes.
std::string npyHeader(const std::string& type, const std::vector<std::int64_t>& shape);

#endif
