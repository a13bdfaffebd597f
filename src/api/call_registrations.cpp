// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Which pageable memory of a call is registered, so that it passes as page-locked.

#include "call_opener.hpp"

namespace cv { namespace cudastripe {

// Null if the CPU does all work, which gains nothing from page-locked memory.
std::shared_ptr<Device> CallOpener::registrar() const
{
    const StriperParams& params = opened_.params;
    const bool onHost = params.route == Route::Host || (params.route == Route::Auto && params.hostShare == 1);
    if (!registrations_.enabled() || onHost)
        return nullptr;
    const DeviceEntry* const entry = opened_.device();
    return entry ? entry->device : nullptr;
}

void CallOpener::registerPageable()
{
    const std::shared_ptr<Device> device = call_.batch ? nullptr : registrar();
    if (!device)
        return;
    size_t ins = 0, outs = 0;
    const auto offer = [&](const ImageAccess& image, CallMemory::List& memory, size_t& next) {
        registerPageable(image, memory, next, device);
        next += image.partCount();
    };
    forEachImage(
        call_.src, dst_, [&](const ImageAccess& image) { offer(image, opened_.memory.in, ins); },
        [&](const ImageAccess& image) { offer(image, opened_.memory.out, outs); });
}

void CallOpener::registerPageable(const ImageAccess& image, CallMemory::List& memory, size_t first,
                                  const std::shared_ptr<Device>& device)
{
    UMatData* const owner = image.mat.u;                             // null if the caller keeps it allocated
    const bool mapped = owner && CV_XADD(&owner->urefcount, 0) > 0;  // from a UMat, which needs it back
    if (memory[first] != MemoryKind::Pageable || mapped || (!owner && !opened_.params.registerUnowned))
        return;
    auto use = registrations_.offer(image.range(), owner ? image.mat : Mat(), number_, device);
    if (!use)
        return;
    std::fill_n(memory.begin() + first, image.partCount(), MemoryKind::PageLocked);
    opened_.kernelsReach = opened_.kernelsReach && use->info.kernelsReach && image.aligned();
    opened_.registered = true;
    registered_.push_back(std::move(use));
}

}}  // namespace cv::cudastripe
