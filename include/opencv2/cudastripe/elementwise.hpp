// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_ELEMENTWISE_HPP
#define OPENCV_CUDASTRIPE_ELEMENTWISE_HPP

#include "opencv2/cudastripe/chain.hpp"
#include "opencv2/cudastripe/streams.hpp"
#include "opencv2/cudastripe/striper.hpp"

namespace cv { namespace cudastripe {

//! @addtogroup cudastripe_elementwise
//! @{

/** @brief A chain with GPU code of its own. It is used like a chain: `transform(src, dst, compiled)`. It is a value
that any number of threads may use. */
class CV_EXPORTS CompiledChain
{
public:
    /** @brief Reads what @ref write has written.
    @param filename of the file
    @param chain,srcType,secondType what was compiled
    @param architecture of the device; 0 accepts any; a device of another one runs the chain without the code
    @throws cv::Exception that names the file, if it is missing, damaged or of another kind, or if it was made from
    another chain, for other types, for another architecture, or by another version of this library */
    static CompiledChain read(const String& filename, const Chain& chain, int srcType, int secondType = -1,
                              int architecture = 0);
    /** @brief Writes the code into a file, in the format of cv::FileStorage that the name's ending says: .yml, .json,
    .xml, each also with .gz.
    @throws cv::Exception that names the file if it cannot be written; the file is then unchanged. */
    void write(const String& filename) const;

    //! The chain with its code.
    const Chain& chain() const { return chain_; }
    operator const Chain&() const { return chain_; }  //!< the same
    //! The compute capability that the code is for: 90 for 9.0.
    int architecture() const;

private:
    friend CompiledChain compileFor(int architecture, const Chain& chain, int srcType, int secondType);
    CompiledChain(const Chain& chain, std::shared_ptr<const ChainKernels> code);

    Chain chain_;
};

/** @brief Applies a chain of operators to each pixel, in overlapped stripes: one upload, one kernel, one download. A
chain that resizes takes up to four kernels.

@code
namespace cs = cv::cudastripe;
cs::transform(bgr, dst, cs::Chain().convertTo(CV_32F, 1 / 255.).subtract(mean).divide(deviation));
cs::transform(a, b, mask, cs::Chain().absdiff(cs::secondImage).inRange(20, 255));  // one channel: where they differ
cs::transform(nv12, dst, cs::Chain::fromYuv(cs::YuvFormat::hd()).convertTo(CV_32F, 1 / 255.));
cs::transform(bgr, blob, cs::Chain().convertTo(CV_32F).subtract(mean).multiply(1 / 255.f).toTensor());  // 1xCxHxW
@endcode

Formulas, depths and rounding are those of @ref Chain. The result does not depend on how the work is cut, or where it
runs; if host and device round differently (@ref Chain::sameBits), one call runs in one place.

@param src image of 1 to 4 channels of CV_8U to CV_64F, not empty: Mat, UMat, cuda::HostMem or cuda::GpuMat. Give an
array as an image of one row, or of several if an int cannot count its elements. If the chain begins in a YUV
format, src is what cvtFromYuv takes: one image, or an array of planes; the source's size is then the picture's.
@param dst image of the size @ref Chain::resultSize and the type @ref Chain::resultType; if the chain ends in a YUV
format, what cvtToYuv takes. Reused if it fits, also when it is a region of a larger image, else allocated. If the
chain does not resize, it may be exactly the memory of a source or of the mask if pixels have one size; any other
overlap is refused. For a chain that ends in a tensor it has four dimensions and one channel, 1 x C x H x W or 1 x H x W
x C; an empty Mat becomes that. It may also be an image over such memory, as tensorImage() gives it: C * H rows of W
columns, one channel; or H rows of W columns, C channels. An empty GpuMat becomes that; others are continuous. If `src`
and `dst` are arrays of images, the call is a batch as for cvtColor(), without a mask; but for a chain that begins and
ends in YUV formats they are planes. An array of N images of one type, and of one size unless the chain gives all one,
may also fill one tensor of N pictures: N x C x H x W, or a continuous GpuMat of N * C * H rows.
@param chain what to apply; without steps, and without YUV formats, it copies.
@param mask image of CV_8UC1 or CV_8SC1 and the result's size: where it is 0 the destination keeps its old value, 0 if
it was newly allocated. Not for chains that end in a YUV format or a tensor.
@param stream where among the caller's GPU work the call takes place, see @ref StreamRef.
@param striper what does the work and keeps memory between calls.

@throws cv::Exception that names the argument or the step, what it was and what is accepted, with nothing written.
@throws cv::Exception (Error::GpuApiCallError) if the device fails half way: no work is left in flight then, and dst may
be written in part. */
CV_EXPORTS void transform(InputArray src, OutputArray dst, const Chain& chain, InputArray mask = noArray(),
                          const StreamRef& stream = StreamRef(), Striper& striper = Striper::getDefault());

/** @brief Applies a chain whose steps use a second image, of the size of the first; both may be in different kinds of
memory.

Every step finds the second image as it was given, of type `src2.type()`.

@param src1 as `src` of the form for one image.
@param src2 image of the size @ref Chain::resultSize, of 1 to 4 channels of CV_8U to CV_64F.
@param dst,mask,stream,striper as in the form for one image.
@param chain what to apply; at least one step uses the second image.
@throws cv::Exception as the form for one image does. */
CV_EXPORTS void transform(InputArray src1, InputArray src2, OutputArray dst, const Chain& chain,
                          InputArray mask = noArray(), const StreamRef& stream = StreamRef(),
                          Striper& striper = Striper::getDefault());

/** @brief Applies a chain without a mask: `transform(src, dst, chain, stream)`.

@param src,dst,chain,stream,striper as in the form with a mask. */
inline void transform(InputArray src, OutputArray dst, const Chain& chain, const StreamRef& stream,
                      Striper& striper = Striper::getDefault())
{
    transform(src, dst, chain, noArray(), stream, striper);
}

/** @brief Applies a chain to two images without a mask: `transform(src1, src2, dst, chain, stream)`.

@param src1,src2,dst,chain,stream,striper as in the form with a mask. */
inline void transform(InputArray src1, InputArray src2, OutputArray dst, const Chain& chain, const StreamRef& stream,
                      Striper& striper = Striper::getDefault())
{
    transform(src1, src2, dst, chain, noArray(), stream, striper);
}

/** @brief The image of two dimensions that is one picture of a blob, as a destination of transform().

@code
const int sizes[] = {8, 3, 224, 224};
cv::Mat blob(4, sizes, CV_32F);
for (int n = 0; n < 8; ++n)
    cs::transform(images[n], cs::tensorImage(blob, n), chain);  // that ends in toTensor()
@endcode

@param blob array of one channel and four dimensions: N x C x H x W, or N x H x W x C. Its memory is shared.
@param n which picture, from 0 on.
@param layout CHW gives C * H rows of W columns with one channel; HWC gives H rows of W columns with C channels.
@throws cv::Exception if blob has another shape, or gaps. */
CV_EXPORTS Mat tensorImage(const Mat& blob, int n, TensorLayout layout = TensorLayout::CHW);

//! @}

}}  // namespace cv::cudastripe

#endif
