// MPR is a second opinion: it has nothing of GJK in it. Each of these names is one of its templates, and could not be declared again
// as a class if a header of MPR had brought it in.
#include <abut/algorithm/mpr_cast.hpp>
#include <abut/algorithm/mpr_depth.hpp>

namespace abut::detail {

class Simplex;
class Walk;
class Star;
class Search;
class Gjk;
struct GjkResult;
class Recorder;
class SegmentPair;
class GjkCast;
class Advance;

}  // namespace abut::detail
