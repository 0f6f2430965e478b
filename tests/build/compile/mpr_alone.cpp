// MPR is a second opinion: it has nothing of GJK in it. Each of these names is one of its templates, and could not be declared again
// as a class if a header of MPR had brought it in.
#include <abut/detail/cast/mpr_cast.hpp>
#include <abut/detail/mpr/depth.hpp>

namespace abut::detail {

class Simplex;
class GjkIteration;
class ClosestFeature;
class Search;
class Gjk;
struct GjkResult;
class Recorder;
class SegmentPair;
class GjkRayCast;
class ConservativeAdvancement;

}  // namespace abut::detail
