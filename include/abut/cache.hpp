/// A cache for warm starts: what a query stores for the next one of the same pair of shapes, after a small motion.
///
///     Cache3 cache;                                               // one per pair, empty at first
///     for (each frame) gap = distance(a, b, {.cache = &cache});   // starts from the simplex of the last frame
///
/// Every verb that searches has it among its options, and all of them may share one. Pairs that have a closed form are
/// faster by it than from a warm start; they only write to the cache, but for the distance of two hulls in 2D, which
/// first proves what it holds, and for boxes in 3D: `overlap` keeps an axis, the other verbs leave the cache alone.
///
/// A cache is a hint. It never changes an answer by more than the tolerance, however stale it is, whatever pair it came
/// from, and whatever bytes it holds: only points of the two shapes enter the search, and the bounds are proven as
/// without it.
#pragma once

#include <abut/support.hpp>

namespace abut {

/// The cache of one pair of shapes; D is the dimension.
template <int D>
struct Cache {
  int count = 0;  ///< the number of vertex pairs; 0 for curved shapes, which store the direction alone
  VertexId a[D + 1] = {}, b[D + 1] = {};  ///< the vertex pairs of the simplex
  Vec<double, D> direction{};             ///< from A to B, in the frame of A; 0 if there are vertices
};

using Cache2 = Cache<2>;
using Cache3 = Cache<3>;

}  // namespace abut
