// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The frames that toNetwork is given.

#pragma once

#include "../images/image_array.hpp"
#include "opencv2/cudastripe/network.hpp"

namespace cv { namespace cudastripe {

inline const char* const kToNetwork = "cudastripe::toNetwork";

//! The frame of each picture, in the caller's memory.
struct Frames
{
    _InputArray images;              //!< an array; of frames in planes the first planes
    std::vector<_InputArray> whole;  //!< what is read, if it is not just `images`
    bool inPlanes = false;
};

//! Calls use(frame) for the number of each box's frame; there are `count` frames. Without boxes, for each frame.
template <class Use>
void forEachFrame(const std::vector<NetworkBox>* boxes, size_t count, const Use& use)
{
    for (size_t i = 0; i < (boxes ? boxes->size() : count); ++i) {
        if (boxes && ((*boxes)[i].frame < 0 || size_t((*boxes)[i].frame) >= count)) {
            CV_Error_(Error::StsOutOfRange,
                      ("%s: boxes[%zu] is of frame %d; there are %zu frames", kToNetwork, i, (*boxes)[i].frame, count));
        }
        use(boxes ? size_t((*boxes)[i].frame) : i);
    }
}

//! Calls use(frames) for frames that lie in an array; frameOf(i) gives number `i`.
template <class Image, class FrameOf, class Use>
void withFramesOf(const std::vector<NetworkBox>* boxes, size_t count, const FrameOf& frameOf, const Use& use)
{
    std::vector<Image> images;
    forEachFrame(boxes, count, [&](size_t i) { images.push_back(frameOf(i)); });
    use(Frames{images, {}});
}

//! The same for one frame, of which `header` is the header.
template <class Image, class Use>
void withFrame(InputArray frame, const Image& header, const std::vector<NetworkBox>* boxes, const Use& use)
{
    std::vector<Image> images;
    forEachFrame(boxes, 1, [&](size_t) { images.push_back(header); });
    use(Frames{images, std::vector<_InputArray>(images.size(), frame)});
}

template <class Use>
void withFrames(InputArray frames, const std::vector<NetworkBox>* boxes, const Use& use)
{
    if (!boxes && isArrayOfImages(frames))
        return use(Frames{frames, {}});
    if (frames.isGpuMatVector()) {
        const std::vector<cuda::GpuMat>& all = gpuMatsOf(frames);
        return withFramesOf<cuda::GpuMat>(
            boxes, all.size(), [&](size_t i) { return all[i]; }, use);
    }
    if (frames.isGpuMat())
        return withFrame(frames, *static_cast<const cuda::GpuMat*>(frames.getObj()), boxes, use);
    if (isArrayOfImages(frames)) {
        requireMats(frames, "frames", kToNetwork);
        return withFramesOf<Mat>(
            boxes, imageCount(frames), [&](size_t i) { return frames.getMat(int(i)); }, use);
    }
    std::vector<ImageAccess> opened;
    withFrame(frames, openInput(opened, frames, kToNetwork, "frames").mat, boxes, use);
}

//! Frames in several planes.
template <class Image, class Use>
void withFrames(const std::vector<std::vector<Image>>& frames, const std::vector<NetworkBox>* boxes, const Use& use)
{
    std::vector<Image> first;
    Frames all;
    all.inPlanes = true;
    forEachFrame(boxes, frames.size(), [&](size_t i) {
        if (frames[i].empty())
            CV_Error_(Error::StsBadArg, ("%s: frame %zu has no planes", kToNetwork, i));
        first.push_back(frames[i][0]);
        all.whole.emplace_back(frames[i]);
    });
    all.images = first;
    use(all);
}

}}  // namespace cv::cudastripe
