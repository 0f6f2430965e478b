/// A box, the other one as it is seen from its frame, and the features of a box.
#pragma once

#include <abut/detail/numeric/rounding.hpp>
#include <abut/detail/support/box.hpp>
#include <abut/support.hpp>

namespace abut::detail {

struct BoxFrame {
  Vec3d half, other_half;
  double axis[3][3];  ///< axis[i][m]: coordinate i of axis m of the other box
  Vec3d center;       ///< of the other box

  /// An axis of the other box, as a vector of this frame.
  Vec3d other_axis(int m) const { return {axis[0][m], axis[1][m], axis[2][m]}; }

  /// A point of the other box's frame.
  Vec3d from_other(const Vec3d& y) const {
    return center + (other_axis(0) * y.x + other_axis(1) * y.y + other_axis(2) * y.z);
  }
  /// A direction of this frame, in that of the other box.
  Vec3d to_other(const Vec3d& d) const { return {dot(other_axis(0), d), dot(other_axis(1), d), dot(other_axis(2), d)}; }

  /// The frame of the other box. `own_center`: the center of this box in that frame.
  BoxFrame swapped(const Vec3d& own_center) const {
    return {other_half,
            half,
            {{axis[0][0], axis[1][0], axis[2][0]},
             {axis[0][1], axis[1][1], axis[2][1]},
             {axis[0][2], axis[1][2], axis[2][2]}},
            own_center};
  }
};

/// The corner of that id; support_corner() finds the one that is furthest along a direction.
ABUT_INLINE Vec3d corner_of(const Vec3d& half, VertexId id) {
  return {with_sign(half.x, (id & 1U) != 0), with_sign(half.y, (id & 2U) != 0), with_sign(half.z, (id & 4U) != 0)};
}

/// A vertex, an edge or a face of a box: a corner, and the axes along which the feature extends. The bits of the corner
/// are 0 there.
struct BoxFeature {
  VertexId corner = 0, extends = 0;
};

}  // namespace abut::detail
