// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <functional>
#include <vector>

#include "placed_image.hpp"

namespace opencv_test {

//! Random pixels, with rows of extreme colours among them.
Mat randomImage(Size size, int type, RNG& rng);

//! What an operation reads. It is its image, too, for operations that read nothing else.
struct Sources
{
    Sources(InputArray image_, InputArray second_ = noArray(), InputArray mask_ = noArray())
        : image(image_), second(second_), mask(mask_)
    {
    }
    operator const _InputArray&() const { return image; }

    _InputArray image, second, mask;
};

/** @brief An operation under test: what is called, what the result must be, and what it accepts.

All operations go through the checks below: whole image against every cutting, regions with a step of their own, odd
pointers, guard bytes, all accepted types, extreme colours and random content. */
struct ImageOperation
{
    std::string name;
    std::function<void(const Sources&, OutputArray, const StreamRef&, Striper&)> run;
    //! Of the source and the second one.
    std::function<Mat(const Mat&, const Mat&)> reference;
    std::vector<int> srcTypes;
    std::function<int(int)> dstType;
    //! Greatest difference to the reference for a depth; 0 means equal bytes.
    std::function<double(int)> tolerance;
    //! The size of the result for a source's.
    std::function<Size(Size)> dstSize = [](Size size) { return size; };
    //! True if the call names that size, so that all images of a batch have one.
    bool namesSize = false;
    //! Sizes of sources are multiples of this, and at most the other.
    Size block = Size(1, 1);
    //! False if the call takes other sizes, too.
    bool needsBlocks = true;
    //! False if the call reads only a part of the source.
    bool readsAll = true;
    Size most = Size(130, 9);
    //! The size of the second source and of the mask for a source's.
    std::function<Size(Size)> otherSize = [](Size size) { return size; };
    //! The type of the second source for a source's; unset if there is none.
    std::function<int(int)> secondType = nullptr;
    //! False if a result on a device must have no gaps between rows.
    bool gapsOnDevice = true;
    //! True if a mask is given, too: the result must be the reference there, and as before elsewhere.
    bool masked = false;
    //! Makes sources.
    std::function<Mat(Size, int, RNG&)> content = randomImage;
    //! Instead of reference and tolerance: what is wrong with a result of the source and the second one, or nothing.
    std::function<std::string(const Mat&, const Mat&, const Mat&)> wrong = nullptr;
    //! False if the result must not replace the source, even where both have one size and type.
    bool mayReplaceSource = true;
    //! False for a type for which host and device may round differently, so that a call runs in one place.
    std::function<bool(int)> sameBits = [](int) { return true; };
};

//! Images for one call, and how they lie in memory.
struct Sample
{
    Mat src, second, mask;
    ImageShape srcShape, secondShape, maskShape, dstShape;
};

//! Content and shapes for an operation, drawn at random; in pageable memory unless `anyMemory`.
Sample randomSample(const ImageOperation& operation, Size size, int type, RNG& rng, bool anyMemory);

void PrintTo(const ImageOperation& operation, std::ostream* out);

//! True if both have one shape and the same bits, without gaps.
bool sameBytes(const Mat& a, const Mat& b);

//! Empty if both agree within the tolerance, else a sentence about the first difference. NaN equals NaN.
std::string differences(const Mat& expected, const Mat& actual, double tolerance);

/** @brief Calls the operation once and checks the result, and that nothing beside it was written. */
void checkOnce(const ImageOperation& operation, const Backend& backend, Striper& striper, const Sample& sample);
void checkOnce(const ImageOperation& operation, const Backend& backend, Striper& striper, const Mat& src,
               const ImageShape& srcShape, const ImageShape& dstShape);

/** @brief Every size that the operation takes up to its most, of a type, in memory, with offsets 0 to 3 and steps that
are drawn at random, each with 1, 2, 3, 7, 9 stripes, more than rows, and as many as the plan chooses; or with as many
of these, drawn at random, as `cuts` says. */
void checkShapes(const ImageOperation& operation, const Backend& backend, std::uint64_t seed, int cuts = 7);

/** @brief Every cutting of one image gives the bits of the whole on the host, for each type, also those with a
tolerance; of the whole on the backend where host and device may differ. */
void checkCuttings(const ImageOperation& operation, const Backend& backend);

}  // namespace opencv_test
