// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Suggests names of formats that resemble a wrong name.

#include <algorithm>

#include "name.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr size_t kMax = 3;

using Fields = std::vector<std::string>;

// The number of letters to insert, delete or change to turn one text into the other.
int editDistance(const std::string& a, const std::string& b)
{
    std::vector<int> row(b.size() + 1);
    for (size_t j = 0; j <= b.size(); ++j)
        row[j] = static_cast<int>(j);
    for (size_t i = 1; i <= a.size(); ++i) {
        int diagonal = row[0]++;
        for (size_t j = 1; j <= b.size(); ++j) {
            const int above = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
            diagonal = above;
        }
    }
    return row.back();
}

// Names in which another word replaces a part, the most similar first. Any part but the first may also be left out.
std::vector<Fields> replacing(const Fields& fields, size_t part)
{
    std::vector<std::string> names = part == 0 ? firstYuvNameParts(fields.size() == 1) : otherYuvNameParts();
    if (part > 0)
        names.insert(names.begin(), "");
    const auto distance = [&](const std::string& name) { return editDistance(fields[part], name); };
    std::stable_sort(names.begin(), names.end(),
                     [&](const std::string& a, const std::string& b) { return distance(a) < distance(b); });
    std::vector<Fields> all;
    for (const std::string& name : names) {
        all.push_back(fields);
        if (name.empty())
            all.back().erase(all.back().begin() + static_cast<std::ptrdiff_t>(part));
        else
            all.back()[part] = name;
    }
    return all;
}

// The most similar valid name that begins with the first part, which is known.
Fields repaired(const Fields& fields)
{
    Fields kept = {fields[0]};
    for (size_t i = 1; i < fields.size(); ++i) {
        Fields longer = kept;
        longer.push_back(fields[i]);
        const YuvNameReading reading = readYuvName(longer);
        if (reading.readable())
            kept = longer;
        if (reading.unknown < 0)
            continue;
        const std::vector<Fields> others = replacing(longer, longer.size() - 1);
        kept = *std::find_if(others.begin(), others.end(), [](const Fields& f) { return readYuvName(f).readable(); });
    }
    return kept;
}

std::string joined(const Fields& fields)
{
    std::string whole;
    for (const std::string& field : fields)
        whole += (whole.empty() ? "" : ":") + field;
    return whole;
}

}  // namespace

std::vector<std::string> suggestedYuvNames(const std::vector<std::string>& fields, size_t unknown)
{
    const std::vector<Fields> replaced = replacing(fields, unknown);
    std::vector<std::string> names;
    const auto add = [&names](const Fields& f) {
        const std::string name = joined(f);
        if (names.size() < kMax && std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(name);
    };
    for (const Fields& f : replaced) {
        if (readYuvName(f).readable())
            add(f);
    }
    if (!names.empty())
        return names;
    // Other parts are wrong, too.
    for (const Fields& f : replaced)
        add(repaired(f));
    return names;
}

}}  // namespace cv::cudastripe
