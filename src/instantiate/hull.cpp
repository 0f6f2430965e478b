/// The building of hulls: see abut/compiled.hpp.
#include <abut/detail/hull/build.hpp>

namespace abut {

ABUT_HULL_BUILDER(template, float, 2)
ABUT_HULL_BUILDER(template, double, 2)
ABUT_HULL_BUILDER(template, float, 3)
ABUT_HULL_BUILDER(template, double, 3)

}  // namespace abut
