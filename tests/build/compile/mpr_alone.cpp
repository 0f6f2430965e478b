// MPR is an independent second method: it includes nothing of GJK. Each of these names is a template of GJK, and could
// not be declared again as a class if a header of MPR had included it.
#include <abut/detail/cast/mpr_cast.hpp>
#include <abut/detail/mpr/depth.hpp>

namespace abut::detail {

class Simplex;
class GjkIteration;
class ClosestFeature;
class GjkFallback;
class Gjk;
struct GjkResult;
class GjkRecorder;
class SegmentPair;
class GjkRayCast;
class ConservativeAdvancement;

}  // namespace abut::detail
