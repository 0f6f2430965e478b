/// The support points of hulls: see abut/compiled.hpp.
#undef ABUT_QUICK_TO_COMPILE  // unlike the rest of the library: each step of a query of a hull calls this
#include <abut/hull.hpp>

namespace abut {

ABUT_HULL_SUPPORT(template, float, 2)
ABUT_HULL_SUPPORT(template, double, 2)
ABUT_HULL_SUPPORT(template, float, 3)
ABUT_HULL_SUPPORT(template, double, 3)

}  // namespace abut
