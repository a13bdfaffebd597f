// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_INPUTS_HPP
#define STRIPE_CONVERT_INPUTS_HPP

#include <filesystem>
#include <string>
#include <vector>

enum class InputKind
{
    Picture,
    Video
};

struct Input
{
    std::filesystem::path path;
    InputKind kind;
};

//! A folder stands for the pictures in it, sorted by name. @throws UserError if a name leads nowhere.
std::vector<Input> listInputs(const std::vector<std::string>& names);

#endif
