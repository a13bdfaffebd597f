// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "options.hpp"

#include <charconv>
#include <climits>
#include <opencv2/core.hpp>
#include <set>

#include "user_error.hpp"

namespace {

constexpr std::int64_t maxEntries = std::int64_t(1) << 40;
constexpr std::int64_t maxRounds = 1 << 20;

struct OptionText
{
    const char* name;
    const char* value;  // null: a flag
    const char* initial;
    const char* help;
};

const OptionText optionTexts[] = {
    {"entries", "N", "67108864", "64-bit entries, 0 or more (default: 67108864, which is 512 MiB)"},
    {"rounds", "N", "1024", "rounds of the cipher, each with a key of its own (default: 1024)"},
    {"decipher-rounds", "N", "", "deciphers with so many rounds; with others than --rounds, the check fails"},
    {"stripes", "N", "32", "cuts the array into N stripes (default: 32)"},
    {"device", "DEVICE", "auto", "where to decipher: auto (default), cpu, or the number of a CUDA device"},
    {"repeat", "N", "", "runs all phases N times more and prints the median times of these"},
    {"help", nullptr, "", "prints this"},
};

std::string parserKeys()
{
    std::string keys;
    for (const OptionText& option : optionTexts)
        keys += std::string("{") + option.name + "|" + option.initial + "|}";
    return keys;
}

const OptionText& findOption(const std::string& argument, const std::string& name)
{
    for (const OptionText& option : optionTexts) {
        if (argument.substr(0, 2) == "--" && name == option.name)
            return option;
    }
    throw UserError("unknown argument '" + argument + "'; --help lists the options");
}

// The parser ignores unknown options, an option without its value, and what is no option.
void checkArguments(int argc, const char* const* argv)
{
    std::set<std::string> seen;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        const std::size_t equals = argument.find('=');
        const std::string name = argument.substr(0, equals).erase(0, 2);
        const OptionText& option = findOption(argument, name);
        const bool hasValue = equals != std::string::npos && equals + 1 < argument.size();
        if (option.value && !hasValue)
            throw UserError("--" + name + " needs a value: --" + name + "=" + option.value);
        if (!option.value && equals != std::string::npos)
            throw UserError("--" + name + " takes no value");
        if (!seen.insert(name).second)
            throw UserError("--" + name + " is given twice");
    }
}

std::int64_t wholeNumber(const std::string& name, const std::string& text, std::int64_t least, std::int64_t most)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isNumber = error == std::errc() && end == text.data() + text.size();
    if (!isNumber || number < least || number > most) {
        throw UserError("--" + name + "=" + text + ": not a whole number from " + std::to_string(least) + " to " +
                        std::to_string(most));
    }
    return number;
}

}  // namespace

Options parseOptions(int argc, const char* const* argv)
{
    checkArguments(argc, argv);
    const cv::CommandLineParser parser(argc, argv, parserKeys());
    const auto text = [&](const char* name) { return std::string(parser.get<cv::String>(name, false)); };
    const auto number = [&](const char* name, std::int64_t least, std::int64_t most, std::int64_t otherwise) {
        return text(name).empty() ? otherwise : wholeNumber(name, text(name), least, most);
    };
    Options options;
    options.help = parser.has("help");
    options.entries = number("entries", 0, maxEntries, 0);
    options.rounds = static_cast<std::uint32_t>(number("rounds", 1, maxRounds, 0));
    options.decipherRounds = static_cast<std::uint32_t>(number("decipher-rounds", 1, maxRounds, options.rounds));
    options.stripes = static_cast<int>(number("stripes", 1, INT_MAX, 0));
    options.repeat = static_cast<int>(number("repeat", 1, INT_MAX - 1, 0));
    options.device = text("device");
    return options;
}

std::string usage()
{
    std::string text =
        "Enciphers 0, 1, 2, ... on all cores, deciphers them with cudastripe, and checks them on all cores.\n\n"
        "usage: decipher [options]\n\n";
    for (const OptionText& option : optionTexts) {
        const std::string name = std::string(option.name) + (option.value ? std::string("=") + option.value : "");
        text += cv::format("  --%-19s%s\n", name.c_str(), option.help);
    }
    return text +
           "\nexamples:\n"
           "  decipher\n"
           "  decipher --entries=1048577 --stripes=7 --device=cpu\n";
}
