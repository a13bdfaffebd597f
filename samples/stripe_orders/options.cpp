// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "options.hpp"

#include <charconv>
#include <opencv2/core.hpp>
#include <opencv2/cudastripe.hpp>
#include <set>

#include "user_error.hpp"

namespace {

struct OptionText
{
    const char* name;
    const char* value;  // null: a flag
    const char* initial;
    const char* help;
};

const OptionText optionTexts[] = {
    {"elements", "N", "4194304", "floats of the overlap example, 0 or more (default: 4194304, 16 MiB)"},
    {"streams", "N", "4", "streams, and stripes, of the overlap example (default: 4)"},
    {"seed-table", nullptr, "", "prints the published figures beside the predictions"},
    {"array-elements", "N", "16777216", "ints in each array of the two-slot example (default: 16777216, 64 MiB)"},
    {"repeat", "N", "31", "measured runs of each order; medians are printed (default: 31)"},
    {"device", "DEVICE", "auto", "auto (default), none, or the number of a CUDA device"},
    {"help", nullptr, "", "prints this"},
};

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
    if (error != std::errc() || end != text.data() + text.size() || number < least || number > most) {
        throw UserError("--" + name + "=" + text + ": not a whole number from " + std::to_string(least) + " to " +
                        std::to_string(most));
    }
    return number;
}

int deviceNumber(const std::string& text)
{
    const std::vector<int> current = cv::cudastripe::StriperParams::forCurrentDevice().devices;
    if (text == "none" || (text == "auto" && current.empty()))
        return -1;
    if (text == "auto")
        return current.front();
    if (text.find_first_not_of("0123456789") != std::string::npos)
        throw UserError("--device=" + text + ": not auto, none or the number of a CUDA device");
    cv::cudastripe::StriperParams params;
    params.devices = {static_cast<int>(wholeNumber("device", text, 0, 1023))};
    if (cv::cudastripe::Striper(params).devices().empty())
        throw UserError("--device=" + text + ": this build or this machine has no such CUDA device");
    return params.devices.front();
}

}  // namespace

Options parseOptions(int argc, const char* const* argv)
{
    checkArguments(argc, argv);
    std::string keys;
    for (const OptionText& option : optionTexts)
        keys += std::string("{") + option.name + "|" + option.initial + "|}";
    const cv::CommandLineParser parser(argc, argv, keys);
    const auto number = [&](const char* name, std::int64_t least, std::int64_t most) {
        return wholeNumber(name, parser.get<cv::String>(name), least, most);
    };
    Options options;
    options.help = parser.has("help");
    options.seedTable = parser.has("seed-table");
    options.elements = number("elements", 0, std::int64_t(1) << 36);
    options.streams = static_cast<int>(number("streams", 1, 1024));
    options.arrayElements = number("array-elements", 0, std::int64_t(1) << 36);
    options.repeat = static_cast<int>(number("repeat", 1, 100000));
    options.device = options.help ? -1 : deviceNumber(parser.get<cv::String>("device"));
    return options;
}

std::string usage()
{
    std::string text =
        "Compares the orders in which the stages of stripes are issued: predicted for old and new cards, and measured\n"
        "on a GPU if there is one.\n\n"
        "usage: stripe_orders [options]\n\n";
    for (const OptionText& option : optionTexts) {
        const std::string name = std::string(option.name) + (option.value ? std::string("=") + option.value : "");
        text += cv::format("  --%-18s%s\n", name.c_str(), option.help);
    }
    return text;
}
