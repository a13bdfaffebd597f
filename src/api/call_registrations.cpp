// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

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
    for (const DeviceEntry* entry : opened.used) {
        if (canRun(*entry->device, *opened.op))
            return entry->device;
    }
    return nullptr;
}

void Striper::Impl::registerOrdinary(Opened& opened)
{
    const std::shared_ptr<Device> device = registrar(opened);
    if (!device)
        return;
    // In the order in which open() has listed them.
    std::vector<End>* ends = &opened.ends.in;
    size_t next = 0;
    for (const ImageAccess& image : opened.images) {
        if (next == ends->size()) {
            ends = &opened.ends.out;
            next = 0;
        }
        const size_t first = next;
        next += image.parts().size();
        const Ownership owned = ownership(image);
        if ((*ends)[first] != End::Ordinary || owned == Ownership::Mapped ||
            (owned == Ownership::OfOthers && !params_.registerUnowned))
            continue;
        auto use =
            registrations_->offer(image.range(), owned == Ownership::OfMats ? image.mat : Mat(), opened.number, device);
        if (!use)
            continue;
        std::fill(ends->begin() + first, ends->begin() + next, End::PageLocked);
        opened.kernelsReach = opened.kernelsReach && use->info.kernelsReach && image.aligned();
        opened.registered.push_back(std::move(use));
    }
}

}}  // namespace cv::cudastripe
