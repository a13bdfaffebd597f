// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// A Striper that notes calls instead of running them.

#pragma once

#include "../../op/batch/op.hpp"
#include "../images/image_array.hpp"
#include "../striper/striper_impl.hpp"

namespace cv { namespace cudastripe {

//! Notes the calls for the images of a batch. An image that differs from the one before in nothing but its place needs
//! no call, which saves most of the time of noting it.
class BatchNotes final : public Striper::Impl
{
public:
    explicit BatchNotes(Striper::Impl& other) : Impl(other.params()) {}

    //! Forgets what was noted. From now on opens destinations that need no allocation; with `opensAll`, all.
    void start(bool opensAll);

    //! Notes the call for the next image.
    bool run(const Call& call) override;
    //! Sets the headers of the image that run() noted, without which sourceAlike() is false.
    void setHeaders(const ImageHeader& from, const ImageHeader& to);

    //! True if the next source is like the last one, and the last image may be repeated.
    bool sourceAlike(const ImageHeader& from) const { return mayRepeat_ && alike(from, from_); }
    //! The header of the last image's destination.
    const ImageHeader& destination() const { return to_; }
    //! Notes the next image, whose source is alike. False if its destination is not.
    bool repeat(const ImageHeader& from, const ImageHeader& to);

    std::vector<BatchImage> images;
    std::vector<ImageAccess> src, dst;
    bool complete = true;  //!< all destinations were opened

private:
    bool apartAsBefore(const uchar* from, const uchar* to) const;

    bool opensAll_ = true;
    size_t next_ = 0;         //!< number of the next image
    bool opened_ = false;     //!< the last image's destination
    bool mayRepeat_ = false;  //!< the last image has one source and one destination, and its headers are known
    ImageHeader from_ = {}, to_ = {};
    size_t fromBytes_ = 0, toBytes_ = 0;  //!< of memory that the last images span; known if mayRepeat_ and opened_
};

//! Throws if a destination of a batch shares bytes with another image's source or destination.
void requireNoOverlapInBatch(const std::vector<ImageAccess>& src, const std::vector<ImageAccess>& dst,
                             const char* function);

}}  // namespace cv::cudastripe
