// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "timeline_picture.hpp"

#include <algorithm>

#include "../common/canvas.hpp"
#include "bar_style.hpp"
#include "layout.hpp"
#include "time_axis.hpp"

using cv::cudastripe::Timeline;
using cv::cudastripe::TimelineEntry;

namespace {

const double margin = 24, blockGap = 22, axisHeight = 34, noteHeight = 20, textGap = 10;

const cv::Scalar greyInk(122, 114, 110), gridColour(226, 222, 220);
const TextStyle titleStyle{11.5, ink, true}, durationStyle{10.5, ink}, noteStyle{9, greyInk};

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

class Picture
{
public:
    Picture(Canvas& canvas, const TimeAxis& axis) : canvas_(canvas), axis_(axis) {}

    void drawAxis(double bottom)
    {
        for (const Tick& tick : axis_.ticks())
            canvas_.text(tick.label, {tick.x, bottom + 16}, Align::Centre, noteStyle);
        canvas_.fill({axis_.left(), bottom, axis_.right() - axis_.left(), 1}, greyInk);
    }

    void drawTitle(const Block& block, const std::string& duration)
    {
        const double y = block.top + 0.55 * (block.rowsTop - block.top), end = axis_.x(block.timeline.durationMs);
        const double durationWidth = Canvas::textWidth(duration, durationStyle);
        const double room = axis_.right() - margin - 2 * textGap - durationWidth;
        const std::string title = Canvas::shortened(block.timeline.title, room, titleStyle);
        canvas_.text(title, {margin, y}, Align::Left, titleStyle);
        const double titleEnd = margin + Canvas::textWidth(title, titleStyle) + 2 * textGap;
        canvas_.text(duration, {std::max(end, titleEnd + durationWidth), y}, Align::Right, durationStyle);
    }

    void drawRows(const Block& block, double gridBottom)
    {
        for (const Tick& tick : axis_.ticks())
            canvas_.fill({tick.x - 0.5, block.rowsTop, 1, gridBottom - block.rowsTop}, gridColour);
        canvas_.fill({axis_.x(block.timeline.durationMs), block.rowsTop, 2, block.bottom - block.rowsTop}, ink);
        if (block.rows.empty())
            canvas_.text("nothing ran", {axis_.left() + textGap, (block.rowsTop + block.bottom) / 2}, Align::Left,
                         noteStyle);
        const TextStyle style = labelStyle(block.rowHeight);
        double labelsEnd = 0;
        for (size_t i = 0; i < block.rows.size(); ++i) {
            const Row& row = block.rows[i];
            const double top = block.rowTop(i), middle = top + block.rowHeight / 2;
            if (middle - style.height >= labelsEnd) {
                const std::string label = Canvas::shortened(row.engine, axis_.left() - margin - textGap, style);
                canvas_.text(label, {axis_.left() - textGap, middle}, Align::Right, style);
                labelsEnd = middle + style.height;
            }
            drawBars(row, top + 0.08 * block.rowHeight, 0.84 * block.rowHeight / row.tracks);
        }
    }

private:
    void drawBars(const Row& row, double top, double height)
    {
        // The short ones last: at the least width that can be seen they cover some of their neighbours.
        std::vector<Bar> bars = row.bars;
        std::stable_sort(bars.begin(), bars.end(), [](const Bar& a, const Bar& b) {
            return a.entry->endMs - a.entry->startMs > b.entry->endMs - b.entry->startMs;
        });
        for (const Bar& bar : bars) {
            const TimelineEntry& entry = *bar.entry;
            const double left = axis_.x(entry.startMs), width = std::max(2.0, axis_.x(entry.endMs) - left);
            const cv::Rect2d place(left, top + bar.track * height, width, height);
            canvas_.bar(place, barColour(entry, row));
            const TextStyle style{std::min(9.0, 0.55 * height), ink};
            const auto fits = [&](const std::string& t) { return Canvas::textWidth(t, style) + 4 <= width; };
            const std::vector<std::string> texts = barTexts(entry, row);
            const auto text = std::find_if(texts.begin(), texts.end(), fits);
            if (style.height >= 6 && text != texts.end())
                canvas_.text(*text, {left + width / 2, place.y + height / 2}, Align::Centre, style);
        }
    }

    Canvas& canvas_;
    const TimeAxis& axis_;
};

std::string describeDuration(const Timeline& timeline, const Timeline& first)
{
    const std::string text = readable(timeline.durationMs) + " ms";
    if (&timeline == &first || !(timeline.durationMs > 0) || !(first.durationMs > 0))
        return text;
    return text + ", " + readable(first.durationMs / timeline.durationMs) + " x as fast as the first";
}

}  // namespace

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
        Picture picture(canvas, axis);
        picture.drawAxis(axisPlace(blocks[i]));
        for (const Block& block : blocks[i]) {
            picture.drawRows(block, &block == &blocks[i].back() ? axisPlace(blocks[i]) : block.bottom);
            picture.drawTitle(block, describeDuration(block.timeline, scales[i].front()));
        }
    }
    for (size_t i = 0; i < notes.size(); ++i)
        canvas.text(notes[i], {margin, bottom + noteHeight * (double(i) + 0.5)}, Align::Left, noteStyle);
    return canvas.picture();
}
