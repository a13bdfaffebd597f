// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "option_list.hpp"

#include <charconv>

#include "user_error.hpp"

const OptionText* OptionList::find(const std::string& name) const
{
    for (const OptionText& option : options_) {
        if (name == option.name)
            return &option;
    }
    return nullptr;
}

std::string OptionList::names() const
{
    std::string names;
    for (const OptionText& option : options_)
        names += std::string(names.empty() ? "--" : ", --") + option.name;
    return names;
}

std::string OptionList::parserKeys() const
{
    std::string keys;
    for (const OptionText& option : options_)
        keys += std::string("{") + option.name + "|" + option.initial + "|}";
    return keys;
}

std::string OptionList::help(std::size_t column) const
{
    std::string text;
    for (const OptionText& option : options_) {
        std::string line = std::string("  --") + option.name + (option.value ? std::string("=") + option.value : "");
        line.resize(column, ' ');
        for (const char* c = option.help; *c; ++c) {
            line += *c;
            if (*c == '\n')
                line.append(column, ' ');
        }
        text += line + "\n";
    }
    return text;
}

void OptionList::check(int argc, const char* const* argv, const std::string& hint) const
{
    std::set<std::string> seen;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        const std::string name = argument.substr(0, argument.find('=')).erase(0, 2);
        const OptionText* option = argument.substr(0, 2) == "--" ? find(name) : nullptr;
        if (!option)
            throw UserError("unknown argument '" + argument + "'; " + hint);
        checkValue(*option, argument, seen);
    }
}

void checkValue(const OptionText& option, const std::string& argument, std::set<std::string>& seen)
{
    const std::string name = option.name;
    const std::size_t equals = argument.find('=');
    const bool hasValue = equals != std::string::npos && equals + 1 < argument.size();
    if (option.value && !hasValue)
        throw UserError("--" + name + " needs a value: --" + name + "=" + option.value);
    if (!option.value && equals != std::string::npos)
        throw UserError("--" + name + " takes no value");
    if (!seen.insert(name).second)
        throw UserError("--" + name + " is given twice");
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
