// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef SAMPLES_CANVAS_HPP
#define SAMPLES_CANVAS_HPP

#include <opencv2/core.hpp>
#include <string>
#include <vector>

enum class Align
{
    Left,
    Centre,
    Right
};

struct TextStyle
{
    double height;  //!< of a capital letter
    cv::Scalar colour;
    bool bold = false;
};

const cv::Scalar ink(56, 48, 44), greyInk(122, 114, 110), gridColour(226, 222, 220);
const TextStyle titleStyle{11.5, ink, true}, noteStyle{9, greyInk};

//! A white picture to draw on in pixels and their fractions: drawn larger and scaled down, which keeps text clear.
class Canvas
{
public:
    explicit Canvas(cv::Size size);

    void fill(const cv::Rect2d& place, const cv::Scalar& colour);
    //! A filled rectangle with a darker edge where it is large enough to have one.
    void bar(const cv::Rect2d& place, const cv::Scalar& colour);
    //! @param broken draws dashes.
    void line(const std::vector<cv::Point2d>& points, const cv::Scalar& colour, double width, bool broken);
    void dot(cv::Point2d centre, double radius, const cv::Scalar& colour);
    //! @param anchor the left end, the centre or the right end of the text, at half the height of its capitals.
    void text(const std::string& text, cv::Point2d anchor, Align align, const TextStyle& style);

    static double textWidth(const std::string& text, const TextStyle& style);
    //! The text if it is no wider, else as much of its beginning as "..." leaves room for.
    static std::string shortened(const std::string& text, double width, const TextStyle& style);

    cv::Mat picture() const;

private:
    cv::Mat large_;
};

#endif
