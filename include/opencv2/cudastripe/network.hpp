// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_NETWORK_HPP
#define OPENCV_CUDASTRIPE_NETWORK_HPP

#include <vector>

#include "opencv2/cudastripe/chain.hpp"
#include "opencv2/cudastripe/streams.hpp"

namespace cv { namespace cudastripe {

//! @addtogroup cudastripe_network
//! @{

/** @brief What a network takes: how frames become its input. A value.

@code
namespace cs = cv::cudastripe;
const auto input = cs::NetworkInput::ultralytics(640).fromYuv(cs::YuvFormat::hd());  // of NV12 frames
const auto maps = cs::toNetwork(images, blob, input);                                // N x 3 x 640 x 640 of 32F
const cv::Rect2d found = maps[0].mapBack(cv::Rect2d(100, 190, 20, 30));              // in pixels of frame 0
@endcode

A frame, or a box of one, is resized, then cut or framed by a border; its channels get the tensor's order; then each
pixel takes the steps of @ref values. The presets give the values of the code that they name, on a CPU, bit by bit. */
class CV_EXPORTS NetworkInput
{
public:
    //! How a frame of another shape becomes a picture of the tensor.
    enum class Fit
    {
        Stretch,     //!< both sides are resized on their own
        Letterbox,   //!< all of the frame is seen, beside a border
        CenterCrop,  //!< the middle of the frame is seen
        Patches      //!< pictures have sizes of their own, and are cut into patches
    };
    //! Where a letterboxed frame lies.
    enum class Anchor
    {
        Center,  //!< an odd rest is larger at the right and below
        Corner   //!< at the left and above
    };
    //! How numbers of pixels become whole.
    enum class Rounding
    {
        Floor,   //!< without their fraction
        Nearest  //!< to nearest, halves to even
    };

    //! Stretches to this size by INTER_LINEAR; the tensor is N x 3 x H x W of CV_32F, R, G, B from 0 to 255.
    explicit NetworkInput(Size size);

    /** @brief As cv::dnn::blobFromImagesWithParams: INTER_LINEAR, (x - mean) * scalefactor.
    @param params a cv::dnn::Image2BlobParams. Of its `size` nothing may be 0; `ddepth` is CV_32F, or CV_8U without mean
    and factor.
    @throws cv::Exception that names what is not taken. */
    template <class Image2BlobParams>
    static NetworkInput opencvBlob(const Image2BlobParams& params);
    //! As Ultralytics' LetterBox with auto=False, and its predictor on a CPU: INTER_LINEAR, border 114, x / 255.
    static NetworkInput ultralytics(Size size);
    //! The same for a square.
    static NetworkInput ultralytics(int size) { return ultralytics(Size(size, size)); }
    //! As torchvision on PIL images: Resize(resizeTo) by Pillow's Bilinear, CenterCrop(size), ToTensor, Normalize with
    //! ImageNet's mean and deviation.
    static NetworkInput imagenet(int size = 224, int resizeTo = 256);
    //! As CLIP's processor of Hugging Face on PIL images: the short side by Pillow's Bicubic, then the centre.
    static NetworkInput clip(int size = 224);
    //! As SigLIP's: stretched by Pillow's Bicubic, from -1 to 1.
    static NetworkInput siglip(int size = 224);

    /** @brief As Qwen2-VL's processor of Hugging Face on PIL images: @ref patches by Pillow's Bicubic, with CLIP's mean
    and deviation. The tensor is `pixel_values`; NetworkMap::size has the grid, in pixels.
    @param minPixels,maxPixels of a picture: the processor's `size`, or `min_pixels` and `max_pixels`.
    @param shape `patch_size`, `temporal_patch_size` and `merge_size`. */
    static NetworkInput qwenVl(int minPixels = 56 * 56, int maxPixels = 28 * 28 * 1280,
                               const PatchShape& shape = PatchShape());

    //! Frames are of this format, not of colours.
    NetworkInput& fromYuv(const YuvFormat& format, ChromaUpsampling upsampling = ChromaUpsampling::Nearest);
    //! The channels of frames of colours; BGR unless it is called.
    NetworkInput& frameOrder(ChannelOrder order);
    //! Whose pixels the resized ones are.
    NetworkInput& resampling(const Resampling& resampling);
    //! Fit::Stretch.
    NetworkInput& stretch();
    /** @brief Fit::Letterbox.
    @param border value of a pixel beside the frame, before the steps of values(); in the frame's order of channels,
    which is B, G, R for YUV.
    @param anchor,rounding where the frame lies, and what its sides are: `side * r` with `r` the smaller of the two
    scales. Floor computes in float as OpenCV does, Nearest in double. */
    NetworkInput& letterbox(const Scalar& border = Scalar(), Anchor anchor = Anchor::Center,
                            Rounding rounding = Rounding::Nearest);
    /** @brief Fit::CenterCrop. A frame that becomes smaller than the picture gets a border of 0.
    @param shortSide what the shorter side becomes, the other one in proportion without its fraction. 0: the frame
    is scaled by the greater of the two scales, a float that cv::resize gets as `fx` and `fy`.
    @param rounding of half of what is cut off at the left and above. */
    NetworkInput& centerCrop(int shortSide = 0, Rounding rounding = Rounding::Floor);
    /** @brief Fit::Patches. A frame is resized to about its shape, with sides that are multiples of shape.span(), and
    with `minPixels` to `maxPixels` pixels; the tensor has a row for each patch of each frame, see Chain::toPatches. As
    `smart_resize` of Qwen2-VL's processor: sides are rounded to multiples, halves to even; then, if these are too many
    or too few pixels, scaled by a square root and rounded down or up. One side may be 200 times the other, at most. */
    NetworkInput& patches(int minPixels, int maxPixels, const PatchShape& shape = PatchShape());
    //! Boxes keep the size that they have, up to kMostOfBox: their pixels beyond the frame get this value, in the
    //! frame's order of channels, which is B, G, R for YUV. Without this call, what lies beyond the frame is cut off.
    NetworkInput& padBoxes(const Scalar& border = Scalar());
    //! True after padBoxes().
    bool padsBoxes() const { return beyond_.has_value(); }
    //! The most pixels of a side of a padded box.
    static constexpr int kMostOfBox = 1 << 16;
    //! The steps of a pixel; its channels have the tensor's order. A chain that only has steps, at most 14.
    NetworkInput& values(const Chain& steps);
    //! The steps (x / divisor - mean) / deviation in single precision, where all numbers become floats first.
    NetworkInput& normalize(double divisor, const Scalar& mean = Scalar(), const Scalar& deviation = Scalar::all(1));
    /** @brief What the tensor is.
    @param layout as for Chain::toTensor; has no meaning for patches().
    @param depth as for Chain::toTensor.
    @param order of its channels.
    @param channels of it: 3, to which grey is repeated and of which alpha is no part, or 1: by Chain::gray. 0: those of
    the frame. */
    NetworkInput& tensor(TensorLayout layout, int depth = CV_32F, ChannelOrder order = ChannelOrder::RGB,
                         int channels = 3);

    //! Of the tensor's pictures; empty for patches.
    Size size() const { return fit_ == Fit::Patches ? Size() : size_; }
    //! How a frame of this size, or a box of it, is cut, resized and placed. @param box has a pixel inside the frame,
    //! or is empty for all of it
    Framing framing(Size frame, const Rect& box = Rect()) const;
    //! What happens to its pixels then, up to the tensor. @param type of the frames' pixels; of no use for YUV
    Chain chain(int type) const { return *chainOf(type); }
    //! The same, made once for frames of the same type.
    std::shared_ptr<const Chain> chainOf(int type) const;

private:
    struct ChainOfType;
    //! What opencvBlob() read; padding modes and layouts are the numbers of cv::dnn.
    struct Blob
    {
        Scalar scalefactor, mean, border;
        Size size;
        bool swapRB;
        int depth, layout, paddingMode;
    };
    static NetworkInput ofBlob(const Blob& blob);
    NetworkInput& changed();
    Point fitWhole(Framing& framing, Size part) const;
    Point fill(Framing& framing, Size part) const;
    Size sizeInPatches(Size part) const;
    Chain makeChain(int channels) const;

    Size size_;
    Chain frames_, values_;
    ChannelOrder frameOrder_ = ChannelOrder::BGR;
    Resampling resampling_ = Resampling::opencv(INTER_LINEAR);
    Fit fit_ = Fit::Stretch;
    Scalar border_;
    std::optional<Scalar> beyond_;  // the value of pixels of boxes beyond the frame
    Anchor anchor_ = Anchor::Center;
    Rounding rounding_ = Rounding::Floor;
    int shortSide_ = 0;
    int minPixels_ = 0, maxPixels_ = 0;
    PatchShape patches_;
    TensorLayout layout_ = TensorLayout::CHW;
    int depth_ = CV_32F;
    ChannelOrder order_ = ChannelOrder::RGB;
    int channels_ = 3;
    detail::LastMade<const ChainOfType> last_;
};

//! Where a frame lies in its picture of the tensor: a point p of the frame is at p * scale + offset. Points lie between
//! pixels: (0, 0) is the corner of the first one. What is mapped back may lie outside the frame: nothing is cut off.
struct CV_EXPORTS NetworkMap
{
    Point2d scale;   //!< pixels of the picture for one of the frame
    Point2d offset;  //!< in pixels of the picture
    Size size;       //!< of the picture

    Point2d mapBack(Point2d inPicture) const;                             //!< a point of the frame
    Rect2d mapBack(const Rect2d& inPicture) const;                        //!< a box of the frame
    std::vector<Rect2d> mapBack(const std::vector<Rect2d>& boxes) const;  //!< boxes of the frame
};

//! A box of a frame.
struct NetworkBox
{
    Rect2d box;     //!< its edges are rounded to whole pixels, halves to even
    int frame = 0;  //!< which of the frames
};

/** @brief Makes the input of a network from frames, in one call.

@param frames one image, Mat, UMat, cuda::HostMem or cuda::GpuMat; or an array of Mat or cuda::GpuMat, of any sizes and
one type: 1, 3 or 4 channels of a depth that the steps take, for the presets CV_8U; or what NetworkInput::fromYuv names,
each frame in one image.
@param tensor as for a batch of transform() with a chain that ends in a tensor: a Mat, N x C x H x W or N x H x W x C; a
continuous GpuMat of N * C * H rows; for patches either of them, with a row for each; an array of N images over such
memory. What is empty is allocated.
@param input what the network takes.
@param stream where among the caller's GPU work the call takes place, see @ref StreamRef.
@param striper what does the work and keeps memory between calls.
@return for each picture where its frame lies.
@throws cv::Exception that names the argument, what it was and what is accepted, with nothing written.
@throws cv::Exception (Error::GpuApiCallError) if the device fails half way: no work is left in flight then, and the
tensor may be written in part. */
CV_EXPORTS std::vector<NetworkMap> toNetwork(InputArray frames, OutputArray tensor, const NetworkInput& input,
                                             const StreamRef& stream = StreamRef(),
                                             Striper& striper = Striper::getDefault());

/** @brief The same for boxes of frames: a picture for each box. What lies beyond the frame is cut off, unless
NetworkInput::padBoxes says what it is.

Only the rows that the boxes need are uploaded.
@param boxes each has a pixel inside its frame. Without boxes nothing is done, and the tensor becomes empty.
@param frames,tensor,input,stream,striper as above. */
CV_EXPORTS std::vector<NetworkMap> toNetwork(InputArray frames, const std::vector<NetworkBox>& boxes,
                                             OutputArray tensor, const NetworkInput& input,
                                             const StreamRef& stream = StreamRef(),
                                             Striper& striper = Striper::getDefault());

/** @brief As toNetwork() for frames of YUV in several planes, as FFmpeg has them: each frame is an array of its planes.
@param frames,tensor,input,stream,striper as above. */
CV_EXPORTS std::vector<NetworkMap> planesToNetwork(const std::vector<std::vector<Mat>>& frames, OutputArray tensor,
                                                   const NetworkInput& input, const StreamRef& stream = StreamRef(),
                                                   Striper& striper = Striper::getDefault());
//! The same for boxes.
CV_EXPORTS std::vector<NetworkMap> planesToNetwork(const std::vector<std::vector<Mat>>& frames,
                                                   const std::vector<NetworkBox>& boxes, OutputArray tensor,
                                                   const NetworkInput& input, const StreamRef& stream = StreamRef(),
                                                   Striper& striper = Striper::getDefault());
//! The same for planes in device memory.
CV_EXPORTS std::vector<NetworkMap> planesToNetwork(const std::vector<std::vector<cuda::GpuMat>>& frames,
                                                   OutputArray tensor, const NetworkInput& input,
                                                   const StreamRef& stream = StreamRef(),
                                                   Striper& striper = Striper::getDefault());
//! The same for boxes of them.
CV_EXPORTS std::vector<NetworkMap> planesToNetwork(const std::vector<std::vector<cuda::GpuMat>>& frames,
                                                   const std::vector<NetworkBox>& boxes, OutputArray tensor,
                                                   const NetworkInput& input, const StreamRef& stream = StreamRef(),
                                                   Striper& striper = Striper::getDefault());

//! @}

template <class Image2BlobParams>
NetworkInput NetworkInput::opencvBlob(const Image2BlobParams& params)
{
    Blob blob;
    blob.scalefactor = params.scalefactor;
    blob.mean = params.mean;
    blob.border = params.borderValue;
    blob.size = params.size;
    blob.swapRB = params.swapRB;
    blob.depth = params.ddepth;
    blob.layout = static_cast<int>(params.datalayout);
    blob.paddingMode = static_cast<int>(params.paddingmode);
    return ofBlob(blob);
}

}}  // namespace cv::cudastripe

#endif
