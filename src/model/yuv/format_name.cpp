// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Reads and writes the names of YUV formats.

#include <algorithm>
#include <sstream>

#include "coefficients.hpp"
#include "name.hpp"
#include "packing.hpp"
#include "words.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr const char* kRanges[] = {"limited", "full"};
constexpr const char* kSitings[] = {"topleft", "left", "center"};
constexpr const char* kBits[] = {"8bit", "10bit", "12bit", "16bit"};

struct Preset
{
    const char* name;
    YuvFormat format;
};

const std::vector<Preset>& presets()
{
    static const std::vector<Preset> table = {{"sd", YuvFormat::sd()},
                                              {"hd", YuvFormat::hd()},
                                              {"uhd", YuvFormat::uhd()},
                                              {"jpeg", YuvFormat::jpeg()},
                                              {"opencv420", YuvFormat::opencv420()},
                                              {"opencv422", YuvFormat::opencv422()},
                                              {"tutorial", YuvFormat::tutorial()}};
    return table;
}

std::vector<std::string> fieldsOf(const String& name)
{
    const std::string lower = toLowerCase(name);
    std::vector<std::string> fields;
    std::istringstream stream(lower);
    for (std::string field; std::getline(stream, field, ':');)
        fields.push_back(field);
    if (lower.empty() || lower.back() == ':')
        fields.push_back("");
    return fields;
}

// The index of a field in a list of names; -1 if it is not there.
template <class List>
int indexIn(const List& names, const std::string& field)
{
    const auto found = std::find(std::begin(names), std::end(names), field);
    return found == std::end(names) ? -1 : static_cast<int>(found - std::begin(names));
}

std::vector<std::string> matrixNames()
{
    std::vector<std::string> names;
    for (int i = 0; i < kMatrixCount; ++i)
        names.push_back(matrixRow(static_cast<YuvMatrix>(i)).name);
    return names;
}

// Null if there is none of this name.
const Preset* presetOf(const std::string& name)
{
    const auto found =
        std::find_if(presets().begin(), presets().end(), [&](const Preset& p) { return name == p.name; });
    return found == presets().end() ? nullptr : &*found;
}

int bitsOf(const std::string& field)
{
    return indexIn(kBits, field) < 0 ? -1 : std::stoi(field);
}

[[noreturn]] void refuse(const String& name, const String& why)
{
    CV_Error_(Error::StsParseError, ("cudastripe::YuvFormat::fromName: name is \"%s\"%s", name.c_str(), why.c_str()));
}

//! The parts of a name, as indices in the lists of names or as a number of bits; -1 for a part that is left out.
struct NameParts
{
    int layout = -1, matrix = -1, range = -1, siting = -1, depth = -1;
    bool usuallyFull = false;
};

YuvFormat formatOf(const NameParts& parts)
{
    const YuvMatrix matrix = parts.matrix < 0 ? YuvMatrix::BT709 : static_cast<YuvMatrix>(parts.matrix);
    const YuvRange range = static_cast<YuvRange>(parts.range < 0 ? int(parts.usuallyFull) : parts.range);
    YuvFormat format(static_cast<YuvLayout>(parts.layout), matrix, range);
    if (parts.depth >= 0)
        format = format.withDepth(parts.depth);
    return parts.siting < 0 ? format : format.withSiting(static_cast<ChromaSiting>(parts.siting));
}

void readLayout(YuvNameReading& reading, NameParts& parts, const std::string& field)
{
    const LayoutWord* const word = layoutWordOf(field);
    const std::string why = word ? "" : whyNoLayout(field);
    if (word)
        parts = {word->layout, -1, -1, -1, word->depth, word->full};
    else if (!why.empty())
        reading.refusal = ", where \"" + field + "\" " + why;
    else
        reading.unknown = 0;
}

// A part after the layout.
void readField(YuvNameReading& reading, NameParts& parts, const std::vector<std::string>& fields, size_t index)
{
    const std::string& given = fields[index];
    const OtherWord* const other = otherWordOf(given);
    const std::string field = other ? other->ours : given;
    const auto take = [&](int& value, int found) {
        if (found >= 0 && value >= 0)
            reading.refusal = ", where \"" + given + "\" sets again what another part sets";
        value = found >= 0 ? found : value;
        return found >= 0;
    };
    if (other && field.empty())
        reading.refusal = ", where \"" + given + "\" is the matrix " + other->title +
                          ", by which nothing is converted; there are bt601, bt709 and bt2020";
    else if (!take(parts.matrix, indexIn(matrixNames(), field)) && !take(parts.range, indexIn(kRanges, field)) &&
             !take(parts.siting, indexIn(kSitings, field)) && !take(parts.depth, bitsOf(field)))
        reading.unknown = static_cast<int>(index);
}

// Names the unknown part, and formats that the user may have meant.
[[noreturn]] void refuseField(const String& name, const std::vector<std::string>& fields, size_t field)
{
    if (field == 0 && presetOf(fields[0])) {
        refuse(name, ", where \"" + fields[0] + "\" is a preset, which stands alone; the nearest are " + fields[0] +
                         ", " + YuvFormat::fromName(fields[0]).name());
    }
    String list;
    for (const std::string& whole : suggestedYuvNames(fields, field))
        list += (list.empty() ? "" : ", ") + whole;
    refuse(name, ", where \"" + fields[field] + "\" is no " +
                     (field == 0 ? "layout" : "matrix, range, siting or number of bits") + "; the nearest are " + list);
}

}  // namespace

std::vector<std::string> firstYuvNameParts(bool alone)
{
    std::vector<std::string> names;
    for (const LayoutWord& word : layoutWords())
        names.push_back(word.word);
    for (const Preset& preset : presets()) {
        if (alone)
            names.push_back(preset.name);
    }
    return names;
}

std::vector<std::string> otherYuvNameParts()
{
    std::vector<std::string> names = matrixNames();
    names.insert(names.end(), std::begin(kRanges), std::end(kRanges));
    names.insert(names.end(), std::begin(kSitings), std::end(kSitings));
    names.insert(names.end(), std::begin(kBits), std::end(kBits));
    for (const OtherWord& other : otherWords()) {
        if (*other.ours)
            names.push_back(other.word);
    }
    return names;
}

YuvNameReading readYuvName(const std::vector<std::string>& fields)
{
    YuvNameReading reading;
    const Preset* const preset = fields.size() == 1 ? presetOf(fields[0]) : nullptr;
    if (preset) {
        reading.format = preset->format;
        return reading;
    }
    NameParts parts;
    readLayout(reading, parts, fields[0]);
    for (size_t i = 1; i < fields.size() && reading.readable(); ++i)
        readField(reading, parts, fields, i);
    if (!reading.readable())
        return reading;
    try {
        reading.format = formatOf(parts);
    } catch (const cv::Exception& e) {
        reading.refusal = ": " + e.err;
    }
    return reading;
}

YuvFormat YuvFormat::fromName(const String& name)
{
    const std::vector<std::string> fields = fieldsOf(name);
    const YuvNameReading reading = readYuvName(fields);
    if (reading.unknown >= 0)
        refuseField(name, fields, static_cast<size_t>(reading.unknown));
    if (!reading.refusal.empty())
        refuse(name, reading.refusal);
    return reading.format;
}

String YuvFormat::name() const
{
    const int layout = static_cast<int>(layout_);
    std::string name = kLayoutRows[layout].name;
    if (depth_ != depthsOf(layout).bits[0].depth)
        name += ":" + std::to_string(depth_) + "bit";
    name += std::string(":") + matrixRow(matrix_).name + ":" + kRanges[static_cast<int>(range_)];
    if (siting_ != YuvFormat(layout_, matrix_).siting_)
        name += std::string(":") + kSitings[static_cast<int>(siting_)];
    return name;
}

std::vector<YuvFormat> YuvFormat::all()
{
    std::vector<YuvFormat> formats;
    for (int layout = 0; layout < kLayoutCount; ++layout) {
        const LayoutDepths depths = depthsOf(layout);
        for (int d = 0; d < depths.count; ++d) {
            const int depth = depths.bits[d].depth;
            for (int matrix = 0; matrix < kMatrixCount; ++matrix) {
                for (YuvRange range : {YuvRange::Limited, YuvRange::Full}) {
                    const auto m = static_cast<YuvMatrix>(matrix);
                    if (matrixRow(m).integers && (range != YuvRange::Limited || depth != 8))
                        continue;
                    for (ChromaSiting siting : {ChromaSiting::TopLeft, ChromaSiting::Left, ChromaSiting::Center}) {
                        YuvFormat whole =
                            YuvFormat(static_cast<YuvLayout>(layout), YuvMatrix::BT709, range).withDepth(depth);
                        whole.matrix_ = m;
                        whole = whole.withSiting(siting);
                        if (std::find(formats.begin(), formats.end(), whole) == formats.end())
                            formats.push_back(whole);
                    }
                }
            }
        }
    }
    return formats;
}

}}  // namespace cv::cudastripe
