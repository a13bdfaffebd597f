// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "bar_style.hpp"

#include <iterator>

using cv::cudastripe::Stage;
using cv::cudastripe::TimelineEntry;

namespace {

// Paul Tol's light colours: told apart with any colour vision, and dark text can be read on each.
const cv::Scalar stripeColours[] = {{221, 170, 119}, {102, 136, 238}, {153, 187, 68}, {136, 221, 238},
                                    {187, 170, 255}, {255, 221, 153}, {51, 204, 187}};
const cv::Scalar hostColour(221, 221, 221);

const char* shortName(Stage stage)
{
    switch (stage) {
    case Stage::StageIn:
        return "in";
    case Stage::Upload:
        return "up";
    case Stage::Download:
        return "down";
    case Stage::StageOut:
        return "out";
    default:
        return "";
    }
}

}  // namespace

bool isPale(const TimelineEntry& entry, const Row& row)
{
    return row.manyStages && (entry.stage == Stage::Download || entry.stage == Stage::StageOut);
}

cv::Scalar barColour(const TimelineEntry& entry, const Row& row)
{
    if (entry.stage == Stage::RunHost)
        return hostColour;
    const cv::Scalar colour = stripeColours[size_t(entry.stripe) % std::size(stripeColours)];
    return isPale(entry, row) ? 0.4 * colour + 0.6 * cv::Scalar::all(255) : colour;
}

std::vector<std::string> barTexts(const TimelineEntry& entry, const Row& row)
{
    // Rows that a host thread takes belong to no stripe.
    if (entry.stage == Stage::RunHost)
        return {"rows"};
    const std::string number = std::to_string(entry.stripe);
    if (!row.manyStages)
        return {number};
    return {toString(entry.stage) + " " + number, std::string(shortName(entry.stage)) + " " + number, number};
}
