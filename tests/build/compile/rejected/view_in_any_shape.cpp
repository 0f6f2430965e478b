// Expected: abut: an AnyShape owns its shape, and this one refers to another
#include <abut/any_shape.hpp>

abut::AnyShape3f own(const abut::Hull3f& hull) { return place(hull, abut::Pose3f{}); }
