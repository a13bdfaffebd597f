// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "rate_text.hpp"

#include <cstring>
#include <iomanip>
#include <locale>
#include <sstream>

#include "calibration.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr double kVersion = 2;  // of the text and of how rates are measured

const std::pair<const char*, double LinkRates::*> kNumbers[] = {{"upload", &LinkRates::upload},
                                                                {"download", &LinkRates::download},
                                                                {"kernel", &LinkRates::kernel},
                                                                {"gapSeconds", &LinkRates::gapSeconds}};

std::string quoted(const std::string& text)
{
    std::string all = "\"";
    for (char c : text) {
        if (c == '"' || c == '\\')
            all += '\\';
        all += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    return all + "\"";
}

//! Takes a text apart from its beginning; what does not fit is false, and then nothing else is asked.
class Reader
{
public:
    explicit Reader(const std::string& text) : text_(text) {}

    bool sign(char wanted)
    {
        at_ = text_.find_first_not_of(" \t\r\n", at_);
        if (at_ >= text_.size() || text_[at_] != wanted)
            return false;
        ++at_;
        return true;
    }

    bool string(std::string& value)
    {
        value.clear();
        if (!sign('"'))
            return false;
        for (; at_ < text_.size() && text_[at_] != '"'; ++at_) {
            if (text_[at_] == '\\' && ++at_ == text_.size())
                return false;
            value += text_[at_];
        }
        return sign('"');
    }

    bool key(const char* wanted)
    {
        std::string found;
        return string(found) && found == wanted && sign(':');
    }

    bool number(double& value)
    {
        const size_t first = text_.find_first_not_of(" \t\r\n", at_);
        const size_t end = std::min(text_.find_first_not_of("+-.0123456789eE", first), text_.size());
        if (first >= end)
            return false;
        std::istringstream digits(text_.substr(first, end - first));
        digits.imbue(std::locale::classic());
        at_ = end;
        return digits >> value && digits.peek() == std::istringstream::traits_type::eof();
    }

    bool end() { return text_.find_first_not_of(" \t\r\n", at_) == std::string::npos; }

private:
    const std::string& text_;
    size_t at_ = 0;
};

bool readDevice(Reader& reader, RatesByName& all)
{
    std::string name;
    LinkRates rates;
    if (!reader.sign('{') || !reader.key("device") || !reader.string(name))
        return false;
    for (const auto& number : kNumbers) {
        if (!reader.sign(',') || !reader.key(number.first) || !reader.number(rates.*number.second))
            return false;
    }
    rates.measured = true;
    if (plausible(rates))
        all[name] = rates;
    return reader.sign('}');
}

}  // namespace

std::string textOf(const RatesByName& rates)
{
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << std::scientific << std::setprecision(16) << "{ \"version\": " << static_cast<int>(kVersion)
         << ",\n  \"devices\": [";
    const char* before = "\n";
    for (const auto& entry : rates) {
        text << before << "    { \"device\": " << quoted(entry.first);
        for (const auto& number : kNumbers)
            text << ", \"" << number.first << "\": " << entry.second.*number.second;
        text << " }";
        before = ",\n";
    }
    text << " ]\n}\n";
    return text.str();
}

RatesByName ratesOf(const std::string& text)
{
    Reader reader(text);
    RatesByName all;
    double version = 0;
    if (!reader.sign('{') || !reader.key("version") || !reader.number(version) || version != kVersion ||
        !reader.sign(',') || !reader.key("devices") || !reader.sign('['))
        return RatesByName();
    bool more = !reader.sign(']');
    while (more) {
        if (!readDevice(reader, all))
            return RatesByName();
        more = reader.sign(',');
        if (!more && !reader.sign(']'))
            return RatesByName();
    }
    return reader.sign('}') && reader.end() ? all : RatesByName();
}

}}  // namespace cv::cudastripe
