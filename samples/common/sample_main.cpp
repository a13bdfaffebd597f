// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "sample_main.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <opencv2/core/utils/logger.hpp>
#include <system_error>

namespace {

std::string withValue(const Option& option)
{
    return std::string("--") + option.name + (option.value ? std::string("=") + option.value : "");
}

std::string helpText(const Sample& sample)
{
    size_t column = 0;
    for (const Option& option : sample.options)
        column = std::max(column, withValue(option).size() + 4);
    std::string text =
        std::string(sample.purpose) + "\n\nusage: " + sample.name + " [options] " + sample.operands + "\n\n";
    for (const Option& option : sample.options) {
        std::string line = "  " + withValue(option);
        line.resize(column, ' ');
        for (const char* c = option.help; *c; ++c) {
            line += *c;
            if (*c == '\n')
                line.append(column, ' ');
        }
        text += line + "\n";
    }
    return text + "\nexamples:\n" + sample.examples;
}

// A full disk or a closed pipe is noticed only when the buffer is written.
int checkStdout(int status)
{
    errno = 0;
    if (std::fflush(stdout) == 0 && !std::ferror(stdout))
        return status;
    throw UserError("the output cannot be written: " +
                    (errno ? std::generic_category().message(errno) : std::string("an earlier write failed")));
}

// A file that is opened later must not get the number of a stream that is closed. Using the stream stays an error.
void occupyClosedStreams()
{
    for (int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(stream, F_GETFD) < 0)
            open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

}  // namespace

Arguments::Arguments(const Sample& sample, int argc, const char* const* argv)
{
    const std::vector<Option>& options = sample.options;
    for (const Option& option : options)
        values_[option.name] = option.initial;
    bool optionsEnd = false;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        if (!optionsEnd && argument == "--") {
            optionsEnd = true;
            continue;
        }
        if (*sample.operands && !argument.empty() && (optionsEnd || argument[0] != '-' || argument == "-")) {
            operands_.push_back(argument);
            continue;
        }
        const size_t equals = argument.find('=');
        const std::string name = argument.substr(0, equals);
        const auto option = std::find_if(options.begin(), options.end(),
                                         [&](const Option& o) { return name == std::string("--") + o.name; });
        if (optionsEnd || option == options.end())
            throw UserError("unknown argument '" + argument + "'; --help lists the options");
        if (option->value && (equals == std::string::npos || equals + 1 == argument.size()))
            throw UserError(name + " needs a value: " + withValue(*option));
        if (!option->value && equals != std::string::npos)
            throw UserError(name + " takes no value");
        if (given_[option->name]++ > 0)
            throw UserError(name + " is given twice");
        if (option->value)
            values_[option->name] = argument.substr(equals + 1);
    }
}

void Arguments::refuse(const std::vector<const char*>& names, const std::string& why) const
{
    for (const char* name : names) {
        if (has(name))
            throw UserError(std::string("--") + name + " " + why);
    }
}

bool Arguments::isSecond(const std::string& name, const std::string& first, const std::string& second) const
{
    if (text(name) != first && text(name) != second)
        throw UserError("--" + name + "=" + text(name) + ": not " + first + " or " + second);
    return text(name) == second;
}

std::vector<std::string> Arguments::list(const std::string& name) const
{
    std::vector<std::string> parts = {""};
    for (char c : text(name)) {
        if (c == ',')
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

std::int64_t Arguments::number(const std::string& name, std::int64_t least, std::int64_t most) const
{
    const std::string& from = text(name);
    if (from.empty())
        return 0;
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(from.data(), from.data() + from.size(), number);
    if (error != std::errc() || end != from.data() + from.size() || number < least || number > most) {
        throw UserError("--" + name + "=" + from + ": not a whole number from " + std::to_string(least) + " to " +
                        std::to_string(most));
    }
    return number;
}

FrameSize Arguments::frameSize(const std::string& name) const
{
    const int most = 32768;  // a side: 7 GB for source and result
    const std::string& from = text(name);
    for (const FrameSize& known : {FrameSize{"1080p", {1920, 1080}}, {"4K", {3840, 2160}}, {"8K", {7680, 4320}}}) {
        if (lowered(from) == lowered(known.name))
            return known;
    }
    const size_t x = from.find('x');
    const int width = parseNumber(from.substr(0, x), most);
    const int height = x == std::string::npos ? -1 : parseNumber(from.substr(x + 1), most);
    if (width < 1 || height < 1) {
        throw UserError("--" + name + "=" + from + ": not 1080p, 4K, 8K or WIDTHxHEIGHT, each of these from 1 to " +
                        std::to_string(most));
    }
    return {sizeText({width, height}), {width, height}};
}

const std::string& Arguments::fileName(const std::string& name, const std::string& extension) const
{
    if (lowered(std::filesystem::path(text(name)).extension().string()) != extension)
        throw UserError("--" + name + "=" + text(name) + ": not the name of a " + extension + " file");
    return text(name);
}

int parseNumber(const std::string& text, int most)
{
    int number = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() && number >= 0 && number <= most ? number : -1;
}

std::string lowered(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return text;
}

std::string sizeText(cv::Size size)
{
    return std::to_string(size.width) + "x" + std::to_string(size.height);
}

std::string oneLine(std::string text)
{
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return std::iscntrl(c) != 0; }, ' ');
    return text.substr(0, text.find_last_not_of(' ') + 1);
}

void printError(const char* name, const std::string& text)
{
    std::fprintf(stderr, "%s: %s\n", name, oneLine(text).c_str());
}

int sampleMain(Sample sample, int argc, char** argv)
{
    sample.options.push_back({"help", nullptr, "", "prints this"});
    occupyClosedStreams();
    std::signal(SIGXFSZ, SIG_IGN);  // a limit on the size of files is an error, as a full disk is
    // Each error is one line of our own; OpenCV would log more.
    if (!std::getenv("OPENCV_LOG_LEVEL"))
        cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    try {
        const Arguments arguments(sample, argc, argv);
        if (!arguments.has("help"))
            return checkStdout(sample.run(arguments));
        std::fputs(helpText(sample).c_str(), stdout);
        return checkStdout(EXIT_SUCCESS);
    } catch (const cv::Exception& error) {
        printError(sample.name, error.err.empty() ? error.what() : error.err);
    } catch (const std::exception& error) {
        printError(sample.name, error.what());
    }
    return EXIT_FAILURE;
}
