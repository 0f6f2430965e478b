/// The axis-aligned box of a half-space: it has one finite side if the normal is exactly along a coordinate axis, and
/// stays so when it is rotated (by no rotation, about that axis, or by a quarter or half turn); else it is infinite
/// everywhere. The side is the plane, rounded outward to T.
#pragma once

#include <abut/aabb.hpp>
#include <abut/detail/closed_form/half_space_in_double.hpp>

namespace abut::detail {

/// A coordinate axis and a sign. No axis: -1.
struct SignedAxis {
  int axis = -1;
  bool positive = true;
};

/// The axis that the rotation takes axis k to, if it takes it exactly to one.
inline SignedAxis rotated_axis(const Rotation<double, 2>& q, int k) {
  if (q.s == 0) return {k, q.c > 0};
  if (q.c == 0) return {1 - k, (q.s > 0) == (k == 0)};  // x to (0, s), y to (-s, 0)
  return {};
}

/// Two of the three entries of column k of the rotation matrix must be zero. With j and l after k in cyclic order they
/// are, times |q|^2: 2 (q_k q_j + w q_l), 2 (q_k q_l - w q_j), and w^2 + q_k^2 - q_j^2 - q_l^2 on the diagonal. Both of
/// the first two are zero only if q_j = q_l = 0 or w = q_k = 0. One of them and the diagonal are zero only if
/// magnitudes are equal in pairs; then the two products have equal magnitudes, and rounding can not make them equal.
inline SignedAxis rotated_axis(const Rotation<double, 3>& q, int k) {
  const int j = (k + 1) % 3, l = (k + 2) % 3;
  const Vec3d v{q.x, q.y, q.z};
  const double w = q.w, vk = v[k], vj = v[j], vl = v[l];
  if (vj == 0 && vl == 0) return {k, true};
  if (w == 0 && vk == 0) return {k, false};
  const bool j_pairs = absolute(w) == absolute(vl) && absolute(vk) == absolute(vj);
  const bool l_pairs = absolute(w) == absolute(vj) && absolute(vk) == absolute(vl);
  if (j_pairs && vk * vl == w * vj) return {j, vk * vj + w * vl > 0};
  if (l_pairs && vk * vj == -(w * vl)) return {l, vk * vl - w * vj > 0};
  return {};
}

/// The coordinate axis of a vector that has a single component; -1 for all others.
template <int D>
int only_axis(const Vec<double, D>& v) {
  int along = -1, components = 0;
  for (int i = 0; i < D; ++i) {
    if (v[i] == 0) continue;
    along = i;
    ++components;
  }
  return components == 1 ? along : -1;
}

template <AnyHalfSpace H>
struct AabbOf<H> {
  static constexpr bool known = true;
  static auto of(const H& half_space) {
    using T = ScalarOf<H>;
    constexpr int D = dimension_of<H>;
    const HalfSpaceInDouble<H> h(half_space);
    const Pose<T, D> pose = h.pose();
    Aabb<T, D> box = everywhere<T, D>();
    if (!is_finite(h.normal) || !is_finite(h.offset) || !is_valid(pose)) return box;
    const int along = only_axis(h.normal);
    if (along < 0) return box;
    const SignedAxis to = rotated_axis(rescaled(pose.q), along);
    if (to.axis < 0) return box;
    const double p = double(pose.p[to.axis]);
    if (to.positive == (h.normal[along] > 0)) {
      box.max[to.axis] = at_least<T>(sum_up(p, h.offset));
    } else {
      box.min[to.axis] = -at_least<T>(sum_up(-p, h.offset));
    }
    return box;
  }
};

}  // namespace abut::detail
