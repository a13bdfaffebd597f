// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "plot.hpp"

#include <algorithm>
#include <cmath>

#include "../common/canvas.hpp"

using namespace cv::cudastripe;

namespace {

const double panelWidth = 620, panelHeight = 420, legendWidth = 200, margin = 24, titleHeight = 34, axisWidth = 44,
             panelTitle = 34, axisHeight = 48;
const cv::Scalar ink(56, 48, 44), greyInk(122, 114, 110), gridColour(226, 222, 220);
const TextStyle titleStyle{11.5, ink, true}, labelStyle{9.5, ink}, tickStyle{9, greyInk};

// Paul Tol's bright colours, and black: told apart with any colour vision.
cv::Scalar colourOf(Prefetch policy)
{
    static const cv::Scalar colours[] = {{187, 187, 187}, {170, 119, 68}, {51, 136, 34}, {68, 187, 204},
                                         {238, 204, 102}, {119, 51, 170}, {102, 85, 238}};
    return policy == Prefetch::Plain ? ink : colours[static_cast<int>(policy) - 1];
}

void drawSeries(Canvas& canvas, const Series& series, const std::vector<cv::Point2d>& points)
{
    const bool broken = series.usesShared() && !series.padded;
    canvas.line(points, colourOf(series.policy), 2, broken ? LineKind::Broken : LineKind::Whole);
    for (const cv::Point2d& point : points)
        canvas.dot(point, 3, colourOf(series.policy));
}

//! A kernel's speed-ups, drawn in a place of its own.
class Panel
{
public:
    Panel(Canvas& canvas, const Measurements& loop, const cv::Rect2d& place)
        : canvas_(canvas), loop_(loop), place_(place)
    {
        double least = 1, most = 1;
        for (const Measurement& m : loop.all) {
            least = std::min(least, loop.speedUp(m));
            most = std::max(most, loop.speedUp(m));
        }
        for (step_ = 0.05; (most - least) / step_ > 8; step_ *= 2) {
        }
        low_ = std::floor(least / step_ + 1e-9) * step_;
        high_ = std::ceil(most / step_ - 1e-9) * step_;
        if (high_ - low_ < 2 * step_)
            high_ = low_ + 2 * step_;
    }

    void draw()
    {
        drawAxes();
        for (const Series& series : allSeries()) {
            std::vector<cv::Point2d> points;
            for (int distance = 1; distance <= PrefetchShape::kMaxDistance; ++distance) {
                if (const Measurement* const m = loop_.find(series, distance))
                    points.push_back({x(distance), y(loop_.speedUp(*m))});
            }
            drawSeries(canvas_, series, points);
        }
    }

private:
    double x(int distance) const { return place_.x + place_.width * (distance - 0.5) / PrefetchShape::kMaxDistance; }
    double y(double speedUp) const { return place_.br().y - place_.height * (speedUp - low_) / (high_ - low_); }

    void drawAxes()
    {
        canvas_.text(loop_.loop + ": speed-up over plain", {place_.x, place_.y - panelTitle / 2}, Align::Left,
                     titleStyle);
        for (int i = 0; low_ + i * step_ <= high_ + step_ / 2; ++i) {
            const double value = low_ + i * step_;
            const bool isOne = std::abs(value - 1) < step_ / 2;
            canvas_.fill({place_.x, y(value) - 0.5, place_.width, isOne ? 2. : 1.}, isOne ? greyInk : gridColour);
            canvas_.text(cv::format(step_ < 0.1 ? "%.2f" : "%.1f", value), {place_.x - 8, y(value)}, Align::Right,
                         tickStyle);
        }
        for (int distance = 1; distance <= PrefetchShape::kMaxDistance; ++distance)
            canvas_.text(std::to_string(distance), {x(distance), place_.br().y + 14}, Align::Centre, tickStyle);
        canvas_.text("distance, elements of a thread", {place_.x + place_.width / 2, place_.br().y + 34}, Align::Centre,
                     tickStyle);
    }

    Canvas& canvas_;
    const Measurements& loop_;
    cv::Rect2d place_;
    double step_, low_, high_;
};

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
        Panel(canvas, loop, {left, top, panelWidth, panelHeight}).draw();
        left += columnWidth;
    }
    drawLegend(canvas, left - axisWidth, top + 12);
    return canvas.picture();
}
