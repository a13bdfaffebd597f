// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef DECIPHER_CPU_PHASES_HPP
#define DECIPHER_CPU_PHASES_HPP

#include <cstdint>
#include <string>

#include "cipher.hpp"

//! The phases that always run on all cores. Entry i is i before it is enciphered, so no copy is kept for the check.

void encipherIndices(std::uint64_t* entries, std::int64_t count, const Encipher& encipher);

//! How many entries are not their own index.
std::int64_t countWrong(const std::uint64_t* entries, std::int64_t count);

//! Where they run, for a person.
std::string cpuPlace();

#endif
