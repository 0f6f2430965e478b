/// Which vertices of two segments are their nearest points combinations of?
#pragma once

#include <abut/algorithm/both.hpp>
#include <abut/support.hpp>

namespace abut::detail {

/// The vertices of each segment that the points are combinations of, in pairs: those of a vertex, an edge, or one of the two triangles
/// that the parallelogram of all c + s_b h_b - s_a h_a falls into.
struct SegmentFeatures {
  int count;
  VertexId a[4], b[4];
};

/// For every state of (s_a, s_b): bits 0 and 1 are set if they are below 1, bits 2 and 3 if above -1, bit 4 if s_a < s_b.
struct SegmentFeatureTable {
  SegmentFeatures of[32] = {};

  constexpr SegmentFeatureTable() {
    for (unsigned state = 0; state < 32; ++state) {
      const bool inside_a = (state & 5U) == 5, inside_b = (state & 10U) == 10, inside = inside_a && inside_b;
      const VertexId end_a = (state & 1U) == 0 ? 1 : 0, end_b = (state & 2U) == 0 ? 1 : 0;
      const bool b_first = (state & 16U) != 0;
      SegmentFeatures& f = of[state];
      f.count = 1 + (inside_a ? 1 : 0) + (inside_b ? 1 : 0);
      f.a[0] = end_a;
      f.b[0] = end_b;
      if (f.count > 1) f.a[1] = inside_a && (!inside || !b_first) ? 1 : end_a;
      if (f.count > 1) f.b[1] = inside_b && (!inside || b_first) ? 1 : end_b;
      f.a[2] = f.b[2] = inside ? 1 : 0;
    }
  }
};
inline constexpr SegmentFeatureTable segment_features{};

ABUT_INLINE const SegmentFeatures& features_at(Both s) {
  return segment_features.of[within_bits(s, 1) | (s.a() < s.b() ? 16U : 0U)];
}

}  // namespace abut::detail
