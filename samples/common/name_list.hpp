// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef SAMPLES_NAME_LIST_HPP
#define SAMPLES_NAME_LIST_HPP

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

//! The names between commas, empty ones included.
inline std::vector<std::string> splitNames(const std::string& list)
{
    std::vector<std::string> names = {""};
    for (char c : list) {
        if (c == ',') {
            names.emplace_back();
        } else {
            names.back() += c;
        }
    }
    return names;
}

inline std::string lowered(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return text;
}

#endif
