// Expected: deleted function
#include <abut/any_shape.hpp>

void dangle() { static_cast<void>(place(abut::AnyShape3f(), abut::Pose3f{})); }
