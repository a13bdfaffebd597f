// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "drawing.hpp"

#include <algorithm>
#include <cmath>

using cv::cudastripe::Timeline;
using cv::cudastripe::TimelineEntry;

namespace {

const double margin = 24, blockGap = 22, axisHeight = 34, noteHeight = 20, textGap = 10;

const TextStyle durationStyle{10.5, ink};

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

// Where a time lies in a picture: all of the timelines lie between two places, in pixels.
struct TimeAxis
{
    TimeAxis(const std::vector<Timeline>& timelines, double from, double to) : left(from), right(to)
    {
        for (const Timeline& timeline : timelines) {
            lastMs = std::max(lastMs, timeline.durationMs);
            for (const TimelineEntry& entry : timeline.entries) {
                firstMs = std::min(firstMs, entry.startMs);
                lastMs = std::max(lastMs, entry.endMs);
            }
        }
        if (lastMs == firstMs)
            lastMs = firstMs + 1;
    }

    double x(double ms) const { return left + (ms - firstMs) / (lastMs - firstMs) * (right - left); }

    // Places and labels, at round times, as many as are easily told apart.
    std::vector<std::pair<double, std::string>> ticks() const
    {
        const double closest = 90, step = roundStep((lastMs - firstMs) * closest / (right - left));
        std::vector<std::pair<double, std::string>> ticks;
        for (int i = cvCeil(firstMs / step - 1e-9); i * step <= lastMs + 1e-9 * step; ++i)
            ticks.emplace_back(x(i * step), cv::format("%.*f ms", decimals(step), i * step));
        return ticks;
    }

    const double left, right;
    double firstMs = 0, lastMs = 0;
};

TextStyle labelStyle(double rowHeight)
{
    return {std::clamp(0.42 * rowHeight, 7.0, 9.5), ink};
}

double widestLabel(const std::vector<Block>& blocks)
{
    double width = 0;
    for (const Block& block : blocks) {
        for (const Row& row : block.rows)
            width = std::max(width, Canvas::textWidth(row.engine, labelStyle(block.rowHeight)));
    }
    return width;
}

double axisPlace(const std::vector<Block>& blocks)
{
    return blocks.back().bottom + blockGap / 2;
}

// Cuts a list into runs that one axis suits: on it each timeline is long enough to be read.
std::vector<std::vector<Timeline>> splitByScale(const std::vector<Timeline>& timelines)
{
    const double mostRatio = 8;
    std::vector<std::vector<Timeline>> runs;
    double shortestMs = 0, longestMs = 0;
    for (const Timeline& timeline : timelines) {
        shortestMs = std::min(shortestMs, timeline.durationMs);
        longestMs = std::max(longestMs, timeline.durationMs);
        if (runs.empty() || longestMs > mostRatio * shortestMs) {
            runs.emplace_back();
            shortestMs = longestMs = timeline.durationMs;
        }
        runs.back().push_back(timeline);
    }
    return runs;
}

void drawBars(Canvas& canvas, const TimeAxis& axis, const Row& row, double top, double height)
{
    // The short ones last: at the least width that can be seen they cover some of their neighbours.
    std::vector<Bar> bars = row.bars;
    std::stable_sort(bars.begin(), bars.end(), [](const Bar& a, const Bar& b) {
        return a.entry->endMs - a.entry->startMs > b.entry->endMs - b.entry->startMs;
    });
    for (const Bar& bar : bars) {
        const TimelineEntry& entry = *bar.entry;
        const double left = axis.x(entry.startMs), width = std::max(2.0, axis.x(entry.endMs) - left);
        const cv::Rect2d place(left, top + bar.track * height, width, height);
        canvas.bar(place, barColour(entry, row));
        const TextStyle style{std::min(9.0, 0.55 * height), ink};
        const auto fits = [&](const std::string& t) { return Canvas::textWidth(t, style) + 4 <= width; };
        const std::vector<std::string> texts = barTexts(entry, row);
        const auto text = std::find_if(texts.begin(), texts.end(), fits);
        if (style.height >= 6 && text != texts.end())
            canvas.text(*text, {left + width / 2, place.y + height / 2}, Align::Centre, style);
    }
}

void drawAxis(Canvas& canvas, const TimeAxis& axis, double bottom)
{
    for (const auto& [x, label] : axis.ticks())
        canvas.text(label, {x, bottom + 16}, Align::Centre, noteStyle);
    canvas.fill({axis.left, bottom, axis.right - axis.left, 1}, greyInk);
}

void drawTitle(Canvas& canvas, const TimeAxis& axis, const Block& block, const std::string& duration)
{
    const double y = block.top + 0.55 * (block.rowsTop - block.top), end = axis.x(block.timeline.durationMs);
    const double durationWidth = Canvas::textWidth(duration, durationStyle);
    const double room = axis.right - margin - 2 * textGap - durationWidth;
    const std::string title = Canvas::shortened(block.timeline.title, room, titleStyle);
    canvas.text(title, {margin, y}, Align::Left, titleStyle);
    const double titleEnd = margin + Canvas::textWidth(title, titleStyle) + 2 * textGap;
    canvas.text(duration, {std::max(end, titleEnd + durationWidth), y}, Align::Right, durationStyle);
}

void drawRows(Canvas& canvas, const TimeAxis& axis, const Block& block, double gridBottom)
{
    for (const auto& [x, label] : axis.ticks())
        canvas.fill({x - 0.5, block.rowsTop, 1, gridBottom - block.rowsTop}, gridColour);
    canvas.fill({axis.x(block.timeline.durationMs), block.rowsTop, 2, block.bottom - block.rowsTop}, ink);
    if (block.rows.empty())
        canvas.text("nothing ran", {axis.left + textGap, (block.rowsTop + block.bottom) / 2}, Align::Left, noteStyle);
    const TextStyle style = labelStyle(block.rowHeight);
    double labelsEnd = 0;
    for (size_t i = 0; i < block.rows.size(); ++i) {
        const Row& row = block.rows[i];
        const double top = block.rowsTop + double(i) * block.rowHeight, middle = top + block.rowHeight / 2;
        if (middle - style.height >= labelsEnd) {
            const std::string label = Canvas::shortened(row.engine, axis.left - margin - textGap, style);
            canvas.text(label, {axis.left - textGap, middle}, Align::Right, style);
            labelsEnd = middle + style.height;
        }
        drawBars(canvas, axis, row, top + 0.08 * block.rowHeight, 0.84 * block.rowHeight / row.tracks);
    }
}

std::string describeDuration(const Timeline& timeline, const Timeline& first)
{
    const std::string text = readable(timeline.durationMs) + " ms";
    if (&timeline == &first || !(timeline.durationMs > 0) || !(first.durationMs > 0))
        return text;
    return text + ", " + readable(first.durationMs / timeline.durationMs) + " x as fast as the first";
}

}  // namespace

std::string readable(double number)
{
    return number > 0 ? cv::format("%.*f", decimals(number / 100), number) : "0";
}

cv::Mat drawTimelines(const std::vector<Timeline>& timelines, int width)
{
    CV_CheckGE(width, 640, "the picture is too narrow for its labels");
    const std::vector<std::vector<Timeline>> scales = splitByScale(timelines);
    std::vector<std::vector<Block>> blocks;
    double bottom = margin / 2, labels = 0;
    for (const std::vector<Timeline>& scale : scales) {
        blocks.push_back(layOut(scale, bottom, blockGap));
        bottom = axisPlace(blocks.back()) + axisHeight;
        labels = std::max(labels, widestLabel(blocks.back()));
    }
    labels = std::min(labels, width / 5.0);
    const std::vector<std::string> notes = noteLines(blocks, width - 2 * margin, noteStyle);
    Canvas canvas(cv::Size(width, cvCeil(bottom + noteHeight * double(notes.size()) + margin / 2)));
    for (size_t i = 0; i < scales.size(); ++i) {
        const TimeAxis axis(scales[i], margin + labels + textGap, width - margin - textGap);
        drawAxis(canvas, axis, axisPlace(blocks[i]));
        for (const Block& block : blocks[i]) {
            drawRows(canvas, axis, block, &block == &blocks[i].back() ? axisPlace(blocks[i]) : block.bottom);
            drawTitle(canvas, axis, block, describeDuration(block.timeline, scales[i].front()));
        }
    }
    for (size_t i = 0; i < notes.size(); ++i)
        canvas.text(notes[i], {margin, bottom + noteHeight * (double(i) + 0.5)}, Align::Left, noteStyle);
    return canvas.picture();
}
