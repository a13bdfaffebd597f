// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../lane/call_route.hpp"
#include "striper_impl.hpp"

// Which ordinary memory of a call is registered, so that it passes as page-locked.

namespace cv { namespace cudastripe {
namespace {

enum class Ownership
{
    OfMats,    // a Mat keeps it allocated
    OfOthers,  // the caller does
    Mapped,    // it is a UMat's, and must be given back to it
};

Ownership ownership(const ImageAccess& image)
{
    if (!image.mat.u)
        return Ownership::OfOthers;
    return CV_XADD(&image.mat.u->urefcount, 0) > 0 ? Ownership::Mapped : Ownership::OfMats;
}

}  // namespace

// Null where the CPU does all work, which gains nothing.
std::shared_ptr<Device> Striper::Impl::registrar(const Opened& opened) const
{
    const bool onHost = params_.route == Route::Host || (params_.route == Route::Auto && params_.hostShare == 1);
    if (!registrations_->enabled() || onHost)
        return nullptr;
    const DeviceEntry* const entry = firstThatRuns(opened.used, *opened.op);
    return entry ? entry->device : nullptr;
}

void Striper::Impl::registerOrdinary(const Call& call, Opened& opened)
{
    const std::shared_ptr<Device> device = registrar(opened);
    if (!device)
        return;
    size_t ins = 0, outs = 0;
    const auto offer = [&](const ImageAccess& image, std::vector<End>& ends, size_t& next) {
        registerOrdinary(image, ends, next, opened, device);
        next += image.partCount();
    };
    forEachImage(
        call.src, opened.dst, [&](const ImageAccess& image) { offer(image, opened.ends.in, ins); },
        [&](const ImageAccess& image) { offer(image, opened.ends.out, outs); });
}

void Striper::Impl::registerOrdinary(const ImageAccess& image, std::vector<End>& ends, size_t first, Opened& opened,
                                     const std::shared_ptr<Device>& device)
{
    const Ownership owned = ownership(image);
    if (ends[first] != End::Ordinary || owned == Ownership::Mapped ||
        (owned == Ownership::OfOthers && !params_.registerUnowned))
        return;
    auto use =
        registrations_->offer(image.range(), owned == Ownership::OfMats ? image.mat : Mat(), opened.number, device);
    if (!use)
        return;
    std::fill_n(ends.begin() + first, image.partCount(), End::PageLocked);
    opened.kernelsReach = opened.kernelsReach && use->info.kernelsReach && image.aligned();
    opened.registered.push_back(std::move(use));
}

}}  // namespace cv::cudastripe
