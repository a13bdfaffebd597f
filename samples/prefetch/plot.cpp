// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <algorithm>
#include <cmath>

#include "../common/canvas.hpp"
#include "table.hpp"

using namespace cv::cudastripe;

namespace {

const double panelWidth = 620, panelHeight = 420, legendWidth = 200, margin = 24, titleHeight = 34, axisWidth = 44,
             panelTitle = 34, axisHeight = 48;
const TextStyle labelStyle{9.5, ink};

// Paul Tol's bright colours, and black: told apart with any colour vision.
cv::Scalar colourOf(Prefetch policy)
{
    static const cv::Scalar colours[] = {{187, 187, 187}, {170, 119, 68}, {51, 136, 34}, {68, 187, 204},
                                         {238, 204, 102}, {119, 51, 170}, {102, 85, 238}};
    return policy == Prefetch::Plain ? ink : colours[static_cast<int>(policy) - 1];
}

void drawSeries(Canvas& canvas, const Series& series, const std::vector<cv::Point2d>& points)
{
    canvas.line(points, colourOf(series.policy), 2, series.usesShared() && !series.padded);
    for (const cv::Point2d& point : points)
        canvas.dot(point, 3, colourOf(series.policy));
}

// A kernel's speed-ups, in a place of its own.
void drawPanel(Canvas& canvas, const Measurements& loop, const cv::Rect2d& place)
{
    double least = 1, most = 1, step = 0.05;
    for (const Measurement& m : loop.all) {
        least = std::min(least, loop.speedUp(m));
        most = std::max(most, loop.speedUp(m));
    }
    while ((most - least) / step > 8)
        step *= 2;
    const double low = std::floor(least / step + 1e-9) * step;
    const double high = std::max(low + 2 * step, std::ceil(most / step - 1e-9) * step);
    const auto x = [&](int distance) { return place.x + place.width * (distance - 0.5) / PrefetchShape::kMaxDistance; };
    const auto y = [&](double speedUp) { return place.br().y - place.height * (speedUp - low) / (high - low); };

    canvas.text(loop.loop + ": speed-up over plain", {place.x, place.y - panelTitle / 2}, Align::Left, titleStyle);
    for (double value = low; value <= high + step / 2; value += step) {
        const bool isOne = std::abs(value - 1) < step / 2;
        canvas.fill({place.x, y(value) - 0.5, place.width, isOne ? 2. : 1.}, isOne ? greyInk : gridColour);
        canvas.text(cv::format(step < 0.1 ? "%.2f" : "%.1f", value), {place.x - 8, y(value)}, Align::Right, noteStyle);
    }
    for (int distance = 1; distance <= PrefetchShape::kMaxDistance; ++distance)
        canvas.text(std::to_string(distance), {x(distance), place.br().y + 14}, Align::Centre, noteStyle);
    canvas.text("distance, elements of a thread", {place.x + place.width / 2, place.br().y + 34}, Align::Centre,
                noteStyle);
    for (const Series& series : allSeries()) {
        std::vector<cv::Point2d> points;
        for (int distance = 1; distance <= PrefetchShape::kMaxDistance; ++distance) {
            if (const Measurement* const m = loop.find(series, distance))
                points.push_back({x(distance), y(loop.speedUp(*m))});
        }
        drawSeries(canvas, series, points);
    }
}

void drawLegend(Canvas& canvas, double left, double top)
{
    const double lineHeight = 26, sample = 34;
    for (const Series& series : allSeries()) {
        drawSeries(canvas, series, {{left, top}, {left + sample, top}});
        canvas.text(series.name(), {left + sample + 8, top}, Align::Left, labelStyle);
        top += lineHeight;
    }
}

}  // namespace

cv::Mat drawPlot(const Table& table)
{
    const double columnWidth = axisWidth + panelWidth + margin, top = margin / 2 + titleHeight + panelTitle;
    const double width = margin + columnWidth * static_cast<double>(table.loops.size()) + legendWidth + margin;
    Canvas canvas(cv::Size(cvCeil(width), cvCeil(top + panelHeight + axisHeight + margin / 2)));
    canvas.text(Canvas::shortened(table.title, width - 2 * margin, titleStyle), {margin, margin / 2 + titleHeight / 2},
                Align::Left, titleStyle);
    double left = margin + axisWidth;
    for (const Measurements& loop : table.loops) {
        drawPanel(canvas, loop, {left, top, panelWidth, panelHeight});
        left += columnWidth;
    }
    drawLegend(canvas, left - axisWidth, top + 12);
    return canvas.picture();
}
