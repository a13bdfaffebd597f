// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// The rows and bars of timelines: their places, colours and texts.

#include "drawing.hpp"

#include <algorithm>
#include <iterator>

using namespace cv::cudastripe;

namespace {

void assignTracks(Row& row, double toleranceMs)
{
    std::vector<double> busyUntilMs;
    for (Bar& bar : row.bars) {
        const auto idle = std::find_if(busyUntilMs.begin(), busyUntilMs.end(),
                                       [&](double endMs) { return endMs <= bar.entry->startMs + toleranceMs; });
        bar.track = int(idle - busyUntilMs.begin());
        if (idle == busyUntilMs.end())
            busyUntilMs.push_back(0);
        busyUntilMs[bar.track] = bar.entry->endMs;
    }
    row.tracks = int(busyUntilMs.size());
}

Row makeRow(const Timeline& timeline, const std::string& engine)
{
    Row row;
    row.engine = engine;
    for (const TimelineEntry& entry : timeline.entries) {
        if (entry.engine == engine)
            row.bars.push_back({&entry});
    }
    std::stable_sort(row.bars.begin(), row.bars.end(),
                     [](const Bar& a, const Bar& b) { return a.entry->startMs < b.entry->startMs; });
    // Predicted times are sums: a rounding error must not look like an overlap.
    assignTracks(row, 1e-6 * timeline.durationMs);
    for (const Bar& bar : row.bars)
        row.manyStages |= bar.entry->stage != row.bars[0].entry->stage;
    return row;
}

// Paul Tol's light colours: told apart with any colour vision, and dark text can be read on each.
const cv::Scalar stripeColours[] = {{221, 170, 119}, {102, 136, 238}, {153, 187, 68}, {136, 221, 238},
                                    {187, 170, 255}, {255, 221, 153}, {51, 204, 187}};
const cv::Scalar hostColour(221, 221, 221);

// "upload" as "up", "stage in" as "in".
std::string shortName(Stage stage)
{
    const std::string name = toString(stage), end = "load";
    return name.size() > end.size() && name.substr(name.size() - end.size()) == end
               ? name.substr(0, name.size() - end.size())
               : name.substr(name.find(' ') + 1);
}

// Downloads are pale in a row that also has uploads.
bool isPale(const TimelineEntry& entry, const Row& row)
{
    return row.manyStages && (entry.stage == Stage::Download || entry.stage == Stage::StageOut);
}

}  // namespace

std::vector<Block> layOut(const std::vector<Timeline>& timelines, double top, double gap)
{
    const double titleHeight = 40, usualRow = 32, thinnestRow = 9, thinnestTrack = 18, usualRows = 10;
    std::vector<Block> blocks;
    for (const Timeline& timeline : timelines) {
        Block block{timeline, {}, top, top + titleHeight, 0, 0};
        int tracks = 1;
        for (const std::string& engine : timeline.engines()) {
            block.rows.push_back(makeRow(timeline, engine));
            tracks = std::max(tracks, block.rows.back().tracks);
        }
        // Rows get thinner if there are many.
        const double count = std::max(1, int(block.rows.size()));
        block.rowHeight = std::clamp(usualRow * usualRows / count, thinnestRow, usualRow);
        if (tracks > 1)
            block.rowHeight = std::max(block.rowHeight, thinnestTrack * tracks);
        block.bottom = block.rowsTop + count * block.rowHeight;
        top = block.bottom + gap;
        blocks.push_back(block);
    }
    return blocks;
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
    return {toString(entry.stage) + " " + number, shortName(entry.stage) + " " + number, number};
}

std::vector<std::string> noteLines(const std::vector<std::vector<Block>>& scales, double width, const TextStyle& style)
{
    bool anyPale = false, anyHost = false;
    for (const std::vector<Block>& blocks : scales) {
        for (const Block& block : blocks) {
            for (const Row& row : block.rows) {
                for (const Bar& bar : row.bars) {
                    anyPale = anyPale || isPale(*bar.entry, row);
                    anyHost = anyHost || bar.entry->stage == Stage::RunHost;
                }
            }
        }
    }
    std::vector<std::string> notes = {"colour and number: stripe"};
    if (anyPale)
        notes.push_back("pale: download, stage out");
    if (anyHost)
        notes.push_back("grey: rows that the CPU converts");
    notes.push_back("line at the end: result ready");
    if (scales.size() > 1)
        notes.push_back("axes differ in scale; \"the first\" is that on the same axis");

    std::vector<std::string> lines;
    for (const std::string& note : notes) {
        const std::string longer = lines.empty() ? note : lines.back() + "; " + note;
        if (!lines.empty() && Canvas::textWidth(longer, style) <= width)
            lines.back() = longer;
        else
            lines.push_back(note);
    }
    return lines;
}
