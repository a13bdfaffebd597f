// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../operations/from_yuv_operations.hpp"
#include "placed_planes.hpp"

namespace opencv_test {

//! Each layout with planes of chroma, each of its depths and sitings once, with another matrix and range each time.
const std::vector<YuvFormat>& oddFormats();

//! Pictures whose last blocks lack a column, a row or both, and some that lack nothing.
class OddPictures : public testing::TestWithParam<BackendKind>
{
protected:
    //! Calls check(format, size) for all of them, each with another cutting.
    void forAll(const std::function<void(const YuvFormat& format, Size size)>& check);

    //! Of all images of a call, in turn.
    Placement placement() const;
    PlacedPlanes place(const YuvFormat& format, Size size);
    PlacedImage placeImage(Size size, int type);

    //! Calls use() with the array of planes.
    template <class Use>
    void withArray(const PlacedPlanes& planes, const Use& use) const
    {
        if (placement() == Placement::OnDevice) {
            std::vector<cuda::GpuMat> array = planes.gpuMats();
            return use(array);
        }
        std::vector<Mat> array = planes.mats();
        use(array);
    }

    //! Copies in pageable memory.
    static std::vector<Mat> copiesOf(const PlacedPlanes& planes, const YuvFormat& format);

    Backend backend_{GetParam(), 311};
    RNG rng_{313};
    std::unique_ptr<Striper> striper_, host_ = makeStriper({});
    int call_ = 0;

private:
    ImageShape shapeOf(int width);
};

}  // namespace opencv_test
