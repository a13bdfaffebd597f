// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_TEST_IMAGE_OPERATION_HPP
#define OPENCV_CUDASTRIPE_TEST_IMAGE_OPERATION_HPP

#include <functional>
#include <vector>

#include "placed_image.hpp"

namespace opencv_test {

/** @brief An operation under test: what is called, what the result must be, and what it accepts.

All operations go through the checks below: whole image against every cutting, regions with a step of their own, odd
pointers, guard bytes, all accepted types, extreme colours and random content. */
struct ImageOperation
{
    std::string name;
    std::function<void(InputArray, OutputArray, const StreamRef&, Striper&)> run;
    std::function<Mat(const Mat&)> reference;
    std::vector<int> srcTypes;
    std::function<int(int)> dstType;
    //! Greatest difference to the reference for a depth; 0 means equal bytes.
    std::function<double(int)> tolerance;
    //! The size of the result for a source's.
    std::function<Size(Size)> dstSize = [](Size size) { return size; };
    //! Sizes of sources are multiples of this, and at most the other.
    Size block = Size(1, 1);
    Size most = Size(130, 9);
};

void PrintTo(const ImageOperation& operation, std::ostream* out);

//! Random pixels, with rows of extreme colours among them.
Mat randomImage(Size size, int type, RNG& rng);

//! Empty if both agree within the tolerance, else a sentence about the first difference.
std::string differences(const Mat& expected, const Mat& actual, double tolerance);

/** @brief Calls the operation once and checks the result, and that nothing beside it was written. */
void checkOnce(const ImageOperation& operation, const Backend& backend, Striper& striper, const Mat& src,
               const ImageShape& srcShape, const ImageShape& dstShape);

/** @brief Every size that the operation takes up to its most, of a type, in memory, with offsets 0 to 3 and steps that
are drawn at random, each with 1, 2, 3, 7, 9 stripes, more than rows, and as many as the plan chooses; or with as many
of these, drawn at random, as `cuts` says. */
void checkShapes(const ImageOperation& operation, const Backend& backend, std::uint64_t seed, int cuts = 7);

/** @brief Every cutting of one image gives the bits of the whole, for each type, also those with a tolerance. */
void checkCuttings(const ImageOperation& operation, const Backend& backend);

}  // namespace opencv_test

#endif
