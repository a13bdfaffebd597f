// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef SAMPLES_SAMPLE_MAIN_HPP
#define SAMPLES_SAMPLE_MAIN_HPP

#include <cstdint>
#include <map>
#include <opencv2/core.hpp>
#include <stdexcept>
#include <string>
#include <vector>

//! Ends the program with one line for the user.
struct UserError : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

//! An option as the help shows it.
struct Option
{
    const char* name;
    const char* value;  //!< null: a flag
    const char* initial;
    const char* help;
};

class Arguments;

//! A sample: its help text, its options, and what it does.
struct Sample
{
    const char* name;
    const char* purpose;
    const char* operands;  //!< such as "INPUT..."; empty: it takes none
    const char* examples;
    std::vector<Option> options;  //!< --help is added
    int (*run)(const Arguments& arguments);
};

//! What main.cpp runs; each program that has no main() of its own defines it.
extern const Sample thisSample;

struct FrameSize
{
    std::string name;  //!< such as "8K" or "1000x700"
    cv::Size size;
};

//! The command line, checked against the options: each is known, has a value if it needs one, and comes once.
class Arguments
{
public:
    //! @throws UserError
    Arguments(const Sample& sample, int argc, const char* const* argv);

    bool has(const std::string& name) const { return given_.count(name) > 0; }
    const std::string& text(const std::string& name) const { return values_.at(name); }
    //! @throws UserError that names the option and says why, such as "goes with --make only", if one of them is given.
    void refuse(const std::vector<const char*>& names, const std::string& why) const;
    //! Whether an option has the second of its two values. @throws UserError unless it has one of them.
    bool isSecond(const std::string& name, const std::string& first, const std::string& second) const;
    //! The parts between commas, empty ones included.
    std::vector<std::string> list(const std::string& name) const;
    //! 0 if the option is not given and has no initial value. @throws UserError unless it is a number in the limits.
    std::int64_t number(const std::string& name, std::int64_t least, std::int64_t most) const;
    //! @throws UserError unless it is 1080p, 4K, 8K or WIDTHxHEIGHT.
    FrameSize frameSize(const std::string& name) const;
    //! The name of a file. @throws UserError unless it has the extension.
    const std::string& fileName(const std::string& name, const std::string& extension) const;
    //! The arguments that are not options, and all after "--".
    const std::vector<std::string>& operands() const { return operands_; }

private:
    std::map<std::string, std::string> values_;
    std::map<std::string, int> given_;
    std::vector<std::string> operands_;
};

//! A whole number from 0 to the most, or -1 if the text is none.
int parseNumber(const std::string& text, int most);

std::string lowered(std::string text);

//! Such as "1920x1080".
std::string sizeText(cv::Size size);

//! The text with a space for each control character, so that it stays one line and changes no terminal.
std::string oneLine(std::string text);

//! Prints "NAME: text" to stderr as one line.
void printError(const char* name, const std::string& text);

//! Reads the arguments and runs a sample; an exception becomes one line, and a failing stdout an error. Gives the exit
//! status.
int sampleMain(Sample sample, int argc, char** argv);

#endif
