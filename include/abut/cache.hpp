/// What a query remembers for the next one of the same pair of shapes, when they have moved a little.
///
///     Cache3 cache;                                    // one per pair, empty to begin with
///     for (each frame) gap = distance(a, b, cache);    // begins where the last frame ended
///
/// A cache is a hint. It never changes an answer by more than the tolerance, however stale it is, whatever pair it came from,
/// and whatever bytes it holds: only points of the two shapes enter the search, and the bounds are proven as ever.
#pragma once

#include <abut/support.hpp>

namespace abut {

/// One for each pair of shapes; D is the dimension.
template <int D>
struct Cache {
  int count = 0;  ///< pairs of vertices; 0 for curved shapes, which remember the direction alone
  VertexId a[D + 1] = {}, b[D + 1] = {};
  Vec<double, D> direction{};  ///< from A to B, in the frame of A; 0 where there are vertices
};

using Cache2 = Cache<2>;
using Cache3 = Cache<3>;

}  // namespace abut
