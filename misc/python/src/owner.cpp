// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See owner.hpp.

#include "owner.hpp"

#include <mutex>
#include <vector>

#include "arrays.hpp"
#include "opencv2/cudastripe/tensor.hpp"

namespace cudastripe_python {
namespace {

class Released
{
public:
    void add(Owner* owner)
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        owners_.emplace_back(owner);
    }
    std::vector<std::unique_ptr<Owner>> takeAll()
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        return std::move(owners_);
    }

private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<Owner>> owners_;
};

// Never destroyed: Mats may outlive the interpreter.
Released& released()
{
    static Released& all = *new Released;
    return all;
}

class OwnerAllocator : public cv::MatAllocator
{
public:
    cv::UMatData* allocate(int, const int*, int, void*, size_t*, cv::AccessFlag, cv::UMatUsageFlags) const override
    {
        return nullptr;
    }
    bool allocate(cv::UMatData*, cv::AccessFlag, cv::UMatUsageFlags) const override { return false; }
    void deallocate(cv::UMatData* data) const override
    {
        if (!data)
            return;
        released().add(static_cast<Owner*>(data->userdata));
        data->userdata = nullptr;
        delete data;
    }
};

const OwnerAllocator& ownerAllocator()
{
    static const OwnerAllocator& one = *new OwnerAllocator;
    return one;
}

cv::UMatData* ownedData(uchar* address, size_t bytes, Owner* owner)
{
    auto* const data = new cv::UMatData(&ownerAllocator());
    data->data = data->origdata = address;
    data->size = bytes;
    data->userdata = owner;
    return data;
}

struct ArrayOwner : Owner
{
    nb::object array;
    std::unique_ptr<Owner> view;
};

nb::object emptyOfNumpy(const nb::tuple& shape, int depth)
{
    static PyObject* const empty = nb::object(nb::module_::import_("numpy").attr("empty")).release().ptr();
    static PyObject* dtypes[CV_16F + 1] = {};
    depth = depth == cv::cudastripe::kBFloat16 ? CV_16U : depth;
    if (!dtypes[depth])
        dtypes[depth] = nb::object(nb::module_::import_("numpy").attr("dtype")(dtypeName(depth))).release().ptr();
    return nb::handle(empty)(shape, nb::handle(dtypes[depth]));
}

}  // namespace

nb::object newArray(nb::handle like, const CallStream& stream, const nb::tuple& shape, int depth)
{
    stream.awaitAnew();
    return like.is_valid()
               ? nb::module_::import_("cudastripe._kinds").attr("empty")(like, shape, dtypeName(depth), stream.object())
               : emptyOfNumpy(shape, depth);
}

void giveOwner(cv::Mat& mat, Owner* owner)
{
    mat.u = ownedData(mat.data, mat.step[0] * size_t(mat.size[0]), owner);
    mat.u->refcount = 1;
}

void dropReleasedOwners()
{
    const auto owners = released().takeAll();
}

cv::UMatData* ResultAllocator::allocate(int dims, const int* sizes, int type, void*, size_t* step, cv::AccessFlag,
                                        cv::UMatUsageFlags) const
{
    CV_Assert(dims == 2 || dims == View::kMaxDims);
    const nb::gil_scoped_acquire gil;
    try {
        const int channels = CV_MAT_CN(type);
        nb::list shape;
        for (int i = 0; i < dims; ++i)
            shape.append(sizes[i]);
        if (channels > 1)
            shape.append(channels);
        auto owner = std::make_unique<ArrayOwner>();
        owner->array = newArray(like_, stream_, nb::tuple(shape), depth_ >= 0 ? depth_ : CV_MAT_DEPTH(type));
        const Argument argument = {"cudastripe", "the result"};
        // Without gaps all tensors have the same strides.
        const bool isTensor = dims > 2 || depth_ >= 0 || CV_MAT_DEPTH(type) == CV_16F;
        const Access access = isTensor ? Access::WriteHwc : Access::Write;
        View view;
        owner->view = viewAny(owner->array, access, argument, stream_, view);
        const cv::Mat header = headerOf(view, access, argument, stream_);
        CV_Assert(header.dims == dims);
        for (int i = 0; i < dims; ++i)
            step[i] = header.step[i];
        return ownedData(header.data, header.step[0] * size_t(header.size[0]), owner.release());
    } catch (...) {
        error_ = std::current_exception();
        throw;
    }
}

bool ResultAllocator::allocate(cv::UMatData*, cv::AccessFlag, cv::UMatUsageFlags) const
{
    return false;
}

// Data names ownerAllocator() as its allocator.
void ResultAllocator::deallocate(cv::UMatData*) const {}

nb::object ResultAllocator::arrayOf(const cv::Mat& mat) const
{
    if (error_)
        std::rethrow_exception(error_);
    if (mat.empty())
        return nb::none();  // the call was only explained
    CV_Assert(mat.u && mat.u->currAllocator == &ownerAllocator());
    return static_cast<ArrayOwner*>(static_cast<Owner*>(mat.u->userdata))->array;
}

}  // namespace cudastripe_python
