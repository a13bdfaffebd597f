// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef PREFETCH_TABLE_HPP
#define PREFETCH_TABLE_HPP

#include <string>
#include <vector>

#include "measurement.hpp"

//! Everything that was measured, and on what.
struct Table
{
    std::string title;
    std::vector<Measurements> loops;
};

//! Speed-ups by policy and distance, for a person.
std::string text(const Table& table);

//! A line for each measurement, below one that begins with # and holds the title.
std::string csv(const Table& table);

//! Reads what csv() has made. @throws UserError that names the line.
Table parseCsv(const std::string& csv, const std::string& fileName);

#endif
