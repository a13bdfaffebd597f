// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "canvas.hpp"

#include <algorithm>
#include <opencv2/imgproc.hpp>

namespace {

const int zoom = 3;

int font(const TextStyle& style)
{
    return style.bold ? cv::FONT_HERSHEY_DUPLEX : cv::FONT_HERSHEY_SIMPLEX;
}

double fontScale(const TextStyle& style)
{
    const double capitalHeight = 21;  // of these fonts at scale 1
    return style.height * zoom / capitalHeight;
}

int strokeWidth(const TextStyle& style)
{
    return std::max(1, cvRound(style.height * zoom * 0.11));
}

// Rounds both ends, so that neighbours neither overlap nor leave a gap.
cv::Rect enlarged(const cv::Rect2d& place)
{
    return cv::Rect(cv::Point(cvRound(place.x * zoom), cvRound(place.y * zoom)),
                    cv::Point(cvRound(place.br().x * zoom), cvRound(place.br().y * zoom)));
}

cv::Point enlarged(const cv::Point2d& point)
{
    return cv::Point(cvRound(point.x * zoom), cvRound(point.y * zoom));
}

}  // namespace

Canvas::Canvas(cv::Size size) : large_(size * zoom, CV_8UC3, cv::Scalar::all(255)) {}

void Canvas::fill(const cv::Rect2d& place, const cv::Scalar& colour)
{
    const cv::Rect inside = enlarged(place) & cv::Rect(cv::Point(), large_.size());
    large_(inside).setTo(colour);
}

void Canvas::bar(const cv::Rect2d& place, const cv::Scalar& colour)
{
    const double edge = 1;
    const bool hasEdge = place.width >= 4 * edge && place.height >= 4 * edge;
    // A bar too thin for an edge is a little darker, so that it can be seen alone.
    fill(place, colour * (hasEdge ? 0.72 : 0.85));
    if (hasEdge)
        fill({place.x + edge, place.y + edge, place.width - 2 * edge, place.height - 2 * edge}, colour);
}

void Canvas::line(const std::vector<cv::Point2d>& points, const cv::Scalar& colour, double width, bool broken)
{
    const double dash = 4 * width;
    for (size_t i = 1; i < points.size(); ++i) {
        const cv::Point2d from = points[i - 1], way = points[i] - from;
        const int parts = broken ? std::max(1, cvRound(cv::norm(way) / dash)) | 1 : 1;
        for (int part = 0; part < parts; part += 2) {
            const cv::Point2d begin = from + way * (double(part) / parts),
                              end = from + way * (double(part + 1) / parts);
            cv::line(large_, enlarged(begin), enlarged(end), colour, cvRound(width * zoom), cv::LINE_AA);
        }
    }
}

void Canvas::dot(cv::Point2d centre, double radius, const cv::Scalar& colour)
{
    cv::circle(large_, enlarged(centre), cvRound(radius * zoom), colour, cv::FILLED, cv::LINE_AA);
}

void Canvas::text(const std::string& text, cv::Point2d anchor, Align align, const TextStyle& style)
{
    const double width = align == Align::Left ? 0 : textWidth(text, style);
    const double left = anchor.x - (align == Align::Centre ? width / 2 : width);
    const cv::Point corner(cvRound(left * zoom), cvRound((anchor.y + style.height / 2) * zoom));
    cv::putText(large_, text, corner, font(style), fontScale(style), style.colour, strokeWidth(style), cv::LINE_AA);
}

double Canvas::textWidth(const std::string& text, const TextStyle& style)
{
    int baseline = 0;
    return double(cv::getTextSize(text, font(style), fontScale(style), strokeWidth(style), &baseline).width) / zoom;
}

std::string Canvas::shortened(const std::string& text, double width, const TextStyle& style)
{
    if (textWidth(text, style) <= width)
        return text;
    std::string beginning = text;
    while (!beginning.empty() && (beginning.back() == ' ' || textWidth(beginning + "...", style) > width))
        beginning.pop_back();
    return beginning + "...";
}

cv::Mat Canvas::picture() const
{
    cv::Mat small;
    cv::resize(large_, small, large_.size() / zoom, 0, 0, cv::INTER_AREA);
    return small;
}
