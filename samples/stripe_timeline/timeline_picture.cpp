// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <algorithm>
#include <cmath>
#include <iterator>

#include "../common/canvas.hpp"
#include "stripe_timeline.hpp"

using namespace cv::cudastripe;

namespace {

const double margin = 24, blockGap = 22, axisHeight = 34, noteHeight = 20, textGap = 10, titleHeight = 40;

// Paul Tol's light colours: told apart with any colour vision, and dark text can be read on each.
const cv::Scalar stripeColours[] = {{221, 170, 119}, {102, 136, 238}, {153, 187, 68}, {136, 221, 238},
                                    {187, 170, 255}, {255, 221, 153}, {51, 204, 187}};
const cv::Scalar hostColour(221, 221, 221);

// One engine and what it did, the longest first: short bars cover some of their neighbours, so that they can be seen.
struct Row
{
    std::string engine;
    std::vector<const TimelineEntry*> entries;
    bool manyStages = false;
};

Row makeRow(const Timeline& timeline, const std::string& engine)
{
    Row row{engine, {}};
    for (const TimelineEntry& entry : timeline.entries) {
        if (entry.engine != engine)
            continue;
        row.entries.push_back(&entry);
        row.manyStages |= entry.stage != row.entries[0]->stage;
    }
    std::stable_sort(row.entries.begin(), row.entries.end(), [](const TimelineEntry* a, const TimelineEntry* b) {
        return a->endMs - a->startMs > b->endMs - b->startMs;
    });
    return row;
}

// Downloads are pale in a row that also has uploads.
bool isPale(const TimelineEntry& entry, const Row& row)
{
    return row.manyStages && (entry.stage == Stage::Download || entry.stage == Stage::StageOut);
}

// One timeline: a title, and below it rows of one height, which are thinner if there are many.
struct Block
{
    explicit Block(const Timeline& shown) : timeline(shown)
    {
        for (const std::string& engine : timeline.engines())
            rows.push_back(makeRow(timeline, engine));
        rowHeight = std::clamp(320 / count(), 9., 32.);
        labels = {std::clamp(0.42 * rowHeight, 7.0, 9.5), ink};
    }

    double count() const { return std::max(1., double(rows.size())); }
    double rowsTop() const { return top + titleHeight; }
    double bottom() const { return rowsTop() + count() * rowHeight; }

    const Timeline& timeline;
    std::vector<Row> rows;  // in the order of Timeline::engines()
    double rowHeight, top = 0;
    TextStyle labels;
};

int decimals(double step)
{
    return std::clamp(-int(std::floor(std::log10(step) + 1e-9)), 0, 9);
}

// The smallest of 1, 2, 5, 10, 20, ... that is not below the least.
double roundStep(double least)
{
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (double step : {power, 2 * power, 5 * power}) {
        if (step >= least)
            return step;
    }
    return 10 * power;
}

// Blocks that one axis suits, on which each timeline is long enough to be read. Times lie between two places in pixels.
struct Scale
{
    bool suits(double ms) const
    {
        const double mostRatio = 8;
        return std::max(longestMs, ms) <= mostRatio * std::min(shortestMs, ms);
    }

    void add(const Block& block)
    {
        const Timeline& timeline = block.timeline;
        blocks.push_back(block);
        shortestMs = std::min(shortestMs, timeline.durationMs);
        longestMs = std::max(longestMs, timeline.durationMs);
        lastMs = std::max(lastMs, timeline.durationMs);
        for (const TimelineEntry& entry : timeline.entries) {
            firstMs = std::min(firstMs, entry.startMs);
            lastMs = std::max(lastMs, entry.endMs);
        }
    }

    double axis() const { return blocks.back().bottom() + blockGap / 2; }
    double length() const { return lastMs > firstMs ? lastMs - firstMs : 1; }
    double x(double ms) const { return left + (ms - firstMs) / length() * (right - left); }

    // Places and labels, at round times, as many as are easily told apart.
    std::vector<std::pair<double, std::string>> ticks() const
    {
        const double closest = 90, step = roundStep(length() * closest / (right - left));
        std::vector<std::pair<double, std::string>> ticks;
        for (int i = cvCeil(firstMs / step - 1e-9); i * step <= firstMs + length() + 1e-9 * step; ++i)
            ticks.emplace_back(x(i * step), cv::format("%.*f ms", decimals(step), i * step));
        return ticks;
    }

    double left, right, shortestMs, longestMs;
    double firstMs = 0, lastMs = 0;
    std::vector<Block> blocks = {};
};

// From the top down. The blocks get their places.
std::vector<Scale> layOut(std::vector<Block>& blocks, double left, double right)
{
    std::vector<Scale> scales;
    double top = margin / 2;
    for (Block& block : blocks) {
        const double ms = block.timeline.durationMs;
        if (scales.empty() || !scales.back().suits(ms)) {
            top = scales.empty() ? top : scales.back().axis() + axisHeight;
            scales.push_back({left, right, ms, ms});
        }
        block.top = top;
        scales.back().add(block);
        top = block.bottom() + blockGap;
    }
    return scales;
}

void drawBar(Canvas& canvas, const Scale& scale, const TimelineEntry& entry, const Row& row, double top, double height)
{
    const double left = scale.x(entry.startMs), width = std::max(2.0, scale.x(entry.endMs) - left);
    cv::Scalar colour = stripeColours[size_t(entry.stripe) % std::size(stripeColours)];
    const std::string stage = toString(entry.stage), number = std::to_string(entry.stripe);
    std::vector<std::string> texts = {number};  // the longest first
    if (entry.stage == Stage::RunHost) {        // whose rows belong to no stripe
        colour = hostColour;
        texts = {"rows"};
    } else if (row.manyStages) {
        const size_t load = stage.find("load"), space = stage.find(' ');
        const std::string brief = load != std::string::npos ? stage.substr(0, load) : stage.substr(space + 1);
        texts = {stage + " " + number, brief + " " + number, number};
        if (isPale(entry, row))
            colour = 0.4 * colour + 0.6 * cv::Scalar::all(255);
    }
    canvas.bar({left, top, width, height}, colour);
    const TextStyle style{std::min(9.0, 0.55 * height), ink};
    const auto text = std::find_if(texts.begin(), texts.end(), [&](const std::string& t) {
        return style.height >= 6 && Canvas::textWidth(t, style) + 4 <= width;
    });
    if (text != texts.end())
        canvas.text(*text, {left + width / 2, top + height / 2}, Align::Centre, style);
}

void drawTitle(Canvas& canvas, const Scale& scale, const Block& block)
{
    const double ms = block.timeline.durationMs, firstMs = scale.blocks.front().timeline.durationMs;
    std::string duration = readable(ms) + " ms";
    if (&block != &scale.blocks.front() && ms > 0 && firstMs > 0)
        duration += ", " + readable(firstMs / ms) + " x as fast as the first";
    const TextStyle style{10.5, ink};
    const double y = block.top + 0.55 * titleHeight, width = Canvas::textWidth(duration, style);
    const double room = scale.right - margin - 2 * textGap - width;
    const std::string title = Canvas::shortened(block.timeline.title, room, titleStyle);
    canvas.text(title, {margin, y}, Align::Left, titleStyle);
    const double titleEnd = margin + Canvas::textWidth(title, titleStyle) + 2 * textGap;
    canvas.text(duration, {std::max(scale.x(ms), titleEnd + width), y}, Align::Right, style);
}

void drawBlock(Canvas& canvas, const Scale& scale, const Block& block)
{
    const double gridBottom = &block == &scale.blocks.back() ? scale.axis() : block.bottom();
    for (const auto& [x, label] : scale.ticks())
        canvas.fill({x - 0.5, block.rowsTop(), 1, gridBottom - block.rowsTop()}, gridColour);
    canvas.fill({scale.x(block.timeline.durationMs), block.rowsTop(), 2, block.bottom() - block.rowsTop()}, ink);
    double middle = block.rowsTop() + block.rowHeight / 2, labelsEnd = 0;
    if (block.rows.empty())
        canvas.text("nothing ran", {scale.left + textGap, middle}, Align::Left, noteStyle);
    for (const Row& row : block.rows) {
        if (middle - block.labels.height >= labelsEnd) {
            const std::string label = Canvas::shortened(row.engine, scale.left - margin - textGap, block.labels);
            canvas.text(label, {scale.left - textGap, middle}, Align::Right, block.labels);
            labelsEnd = middle + block.labels.height;
        }
        const double height = 0.84 * block.rowHeight;
        for (const TimelineEntry* entry : row.entries)
            drawBar(canvas, scale, *entry, row, middle - height / 2, height);
        middle += block.rowHeight;
    }
    drawTitle(canvas, scale, block);
}

// What colours and lines mean, in lines that are no wider.
std::vector<std::string> noteLines(const std::vector<Block>& blocks, bool manyScales, double width)
{
    bool anyPale = false, anyHost = false;
    for (const Block& block : blocks) {
        for (const Row& row : block.rows) {
            for (const TimelineEntry* entry : row.entries) {
                anyPale |= isPale(*entry, row);
                anyHost |= entry->stage == Stage::RunHost;
            }
        }
    }
    std::vector<std::string> notes = {"colour and number: stripe"};
    if (anyPale)
        notes.push_back("pale: download, stage out");
    if (anyHost)
        notes.push_back("grey: rows that the CPU converts");
    notes.push_back("line at the end: result ready");
    if (manyScales)
        notes.push_back("axes differ in scale; \"the first\" is that on the same axis");
    std::vector<std::string> lines;
    for (const std::string& note : notes) {
        if (!lines.empty() && Canvas::textWidth(lines.back() + "; " + note, noteStyle) <= width)
            lines.back() += "; " + note;
        else
            lines.push_back(note);
    }
    return lines;
}

}  // namespace

std::string readable(double number)
{
    return number > 0 ? cv::format("%.*f", decimals(number / 100), number) : "0";
}

cv::Mat drawTimelines(const std::vector<Timeline>& timelines, int width)
{
    std::vector<Block> blocks(timelines.begin(), timelines.end());
    double labels = 0;
    for (const Block& block : blocks) {
        for (const Row& row : block.rows)
            labels = std::max(labels, Canvas::textWidth(row.engine, block.labels));
    }
    labels = std::min(labels, width / 5.0);
    const std::vector<Scale> scales = layOut(blocks, margin + labels + textGap, width - margin - textGap);
    const std::vector<std::string> notes = noteLines(blocks, scales.size() > 1, width - 2 * margin);
    double bottom = scales.back().axis() + axisHeight;
    Canvas canvas(cv::Size(width, cvCeil(bottom + noteHeight * double(notes.size()) + margin / 2)));
    for (const Scale& scale : scales) {
        for (const auto& [x, label] : scale.ticks())
            canvas.text(label, {x, scale.axis() + 16}, Align::Centre, noteStyle);
        canvas.fill({scale.left, scale.axis(), scale.right - scale.left, 1}, greyInk);
        for (const Block& block : scale.blocks)
            drawBlock(canvas, scale, block);
    }
    for (const std::string& note : notes) {
        canvas.text(note, {margin, bottom + noteHeight / 2}, Align::Left, noteStyle);
        bottom += noteHeight;
    }
    return canvas.picture();
}
