// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <algorithm>
#include <cmath>

#include "../common/canvas.hpp"
#include "loop.hpp"

using namespace cv::cudastripe;

namespace {

const cv::Size2d panelSize(620, 420);
const double margin = 24, top = 80, axisWidth = 44, axisHeight = 60, legendWidth = 220;

void drawLine(Canvas& canvas, const PrefetchShape& first, const std::vector<cv::Point2d>& points)
{
    // Paul Tol's bright colours: told apart with any colour vision.
    static const cv::Scalar colours[] = {{187, 187, 187}, {170, 119, 68}, {51, 136, 34}, {68, 187, 204},
                                         {238, 204, 102}, {119, 51, 170}, {102, 85, 238}};
    const cv::Scalar& colour = colours[static_cast<int>(first.policy) - 1];
    canvas.line(points, colour, 2, first.sharedBytes(1) > 0 && first.padding == 0);
    for (const cv::Point2d& point : points)
        canvas.dot(point, 3, colour);
}

// A kernel's speed-ups, in a place of its own, and the names of the lines on the right.
void drawPanel(Canvas& canvas, const Loop& loop, const cv::Rect2d& place)
{
    double least = 1, most = 1, step = 0.05;
    for (std::size_t i = 1; i < loop.shapes.size(); ++i) {
        least = std::min(least, loop.speedUp(i));
        most = std::max(most, loop.speedUp(i));
    }
    while ((most - least) / step > 8)
        step *= 2;
    const double low = std::floor(least / step + 1e-9) * step;
    const double high = std::max(low + 2 * step, std::ceil(most / step - 1e-9) * step);
    const auto x = [&](int distance) { return place.x + place.width * (distance - 0.5) / PrefetchShape::kMaxDistance; };
    const auto y = [&](double speedUp) { return place.br().y - place.height * (speedUp - low) / (high - low); };

    canvas.text(loop.name + ": speed-up over plain", {place.x, place.y - 17}, Align::Left, titleStyle);
    for (double value = low; value <= high + step / 2; value += step) {
        const bool isOne = std::abs(value - 1) < step / 2;
        canvas.fill({place.x, y(value) - 0.5, place.width, isOne ? 2. : 1.}, isOne ? greyInk : gridColour);
        canvas.text(cv::format(step < 0.1 ? "%.2f" : "%.1f", value), {place.x - 8, y(value)}, Align::Right, noteStyle);
    }
    for (int distance = 1; distance <= PrefetchShape::kMaxDistance; ++distance)
        canvas.text(std::to_string(distance), {x(distance), place.br().y + 14}, Align::Centre, noteStyle);
    canvas.text("distance, elements of a thread", {place.x + place.width / 2, place.br().y + 34}, Align::Centre,
                noteStyle);
    cv::Point2d name(place.br().x + margin, place.y + 12);
    for (std::size_t first = 1; first < loop.shapes.size(); first += PrefetchShape::kMaxDistance) {
        std::vector<cv::Point2d> points;
        for (std::size_t i = first; i < first + PrefetchShape::kMaxDistance; ++i)
            points.push_back({x(loop.shapes[i].distance), y(loop.speedUp(i))});
        drawLine(canvas, loop.shapes[first], points);
        drawLine(canvas, loop.shapes[first], {name, name + cv::Point2d(34, 0)});
        canvas.text(lineName(loop.shapes[first]), name + cv::Point2d(42, 0), Align::Left, noteStyle);
        name.y += 26;
    }
}

}  // namespace

cv::Mat drawPlot(const std::string& title, const std::vector<Loop>& loops)
{
    const double column = axisWidth + panelSize.width + margin + legendWidth;
    const double width = margin + column * static_cast<double>(loops.size());
    Canvas canvas(cv::Size(cvCeil(width), cvCeil(top + panelSize.height + axisHeight)));
    canvas.text(Canvas::shortened(title, width - 2 * margin, titleStyle), {margin, 29}, Align::Left, titleStyle);
    for (std::size_t i = 0; i < loops.size(); ++i)
        drawPanel(canvas, loops[i], {{margin + axisWidth + column * static_cast<double>(i), top}, panelSize});
    return canvas.picture();
}
