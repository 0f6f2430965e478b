/// The support points of hulls, with forced inlining: each step of a query of a hull calls them. See abut/compiled.hpp.
#include <abut/hull.hpp>

namespace abut {

ABUT_HULL_SUPPORT(template, float, 2)
ABUT_HULL_SUPPORT(template, double, 2)
ABUT_HULL_SUPPORT(template, float, 3)
ABUT_HULL_SUPPORT(template, double, 3)

}  // namespace abut
