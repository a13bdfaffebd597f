// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef SAMPLES_OPTION_LIST_HPP
#define SAMPLES_OPTION_LIST_HPP

#include <cstdint>
#include <set>
#include <string>
#include <vector>

//! An option as a person sees it.
struct OptionText
{
    const char* name;
    const char* value;  // null: a flag
    const char* initial;
    const char* help;
};

/** @brief The options of a program: what cv::CommandLineParser is made from, and the checks that it leaves out. */
class OptionList
{
public:
    OptionList(std::initializer_list<OptionText> options) : options_(options) {}

    //! Null if there is none of this name.
    const OptionText* find(const std::string& name) const;
    //! "--output, --as".
    std::string names() const;
    //! For cv::CommandLineParser.
    std::string parserKeys() const;
    //! A line for each option, or as many as its help has, which begins at a column.
    std::string help(std::size_t column) const;

    /** @brief Refuses what the parser would ignore: unknown options, an option without its value, a flag with one, an
    option given twice, and what is no option.
    @param hint ends the sentence about an argument that is not known.
    @throws UserError */
    void check(int argc, const char* const* argv, const std::string& hint) const;

private:
    std::vector<OptionText> options_;
};

//! Checks the value of an argument like --name=value; `seen` holds the names before it. @throws UserError
void checkValue(const OptionText& option, const std::string& argument, std::set<std::string>& seen);

//! @throws UserError that names the option if the text is no number or beyond the limits.
std::int64_t wholeNumber(const std::string& name, const std::string& text, std::int64_t least, std::int64_t most);

#endif
