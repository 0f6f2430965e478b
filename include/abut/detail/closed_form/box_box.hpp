/// The nearest points of two boxes in 3D, in closed form.
///
/// The signs of the vector between the centers, in the frame of each box, choose a corner of each. In nine cases of ten
/// one of these corners is a closest point; its partner is the corner clamped to the other box. If not, nearly always
/// two edges are nearest that end in these corners: those along which either corner would come nearer. And a corner
/// inside of the other box is a common point.
///
/// None of this is trusted. The points are points of the boxes, however they were found, and their distance is an upper
/// bound; the vector between them, perpendicular to the features it meets, is the normal of a plane, and for any v
///     (v.t - sum |v.a_i| h_i - sum |v.b_i| k_i) / |v|
/// is the height of a plane below all of B - A, with t between the centers, axes a, b and half extents h, k. If the
/// bounds do not meet, GJK answers.
///
/// Both boxes are computed side by side, each in its own frame: the corner of the other, its own point nearest to that,
/// and the vector between them. So there are two candidates in the time of one, and nothing waits for a choice between
/// vertices, as each step of GJK does.
///
/// Reference: C. Ericson, "Real-Time Collision Detection" (2005), 5.1.4 for the point of a box nearest to a point.
/// Departure: the bounds above.
#pragma once

#include <abut/detail/gjk/bounds.hpp>
#include <abut/detail/numeric/rotation_pair.hpp>
#include <abut/shapes.hpp>

#include <bit>

namespace abut::detail {

/// The shape as a box, if it is one; a type-erased shape has a member of that name.
template <Scalar T, int D>
ABUT_INLINE const Box<T, D>* as_box(const Box<T, D>& box) {
  return &box;
}
template <class S>
  requires requires(const S& shape) { shape.as_box(); }
ABUT_INLINE auto as_box(const S& shape) {
  return shape.as_box();
}

/// Whether both cores may be boxes in 3D, at least one of them placed. (Boxes that are not placed have the same
/// center.)
template <class A, class B>
inline constexpr bool may_be_boxes = false;

template <class A, class B>
  requires(dimension_of<A> == 3 && (CoreAndPose<A>::placed || CoreAndPose<B>::placed) &&
           requires(const CoreAndPose<A>& a, const CoreAndPose<B>& b) { as_box(a.core), as_box(b.core); })
inline constexpr bool may_be_boxes<A, B> = true;

/// The same for a difference.
template <class Set>
inline constexpr bool holds_boxes = false;

template <class A, class B, bool rescaled>
inline constexpr bool holds_boxes<Difference<A, B, rescaled>> = may_be_boxes<A, B>;

template <class Set>
ABUT_INLINE bool are_boxes(const Set& set) {
  return as_box(set.core_a()) != nullptr && as_box(set.core_b()) != nullptr;
}

/// Reorders bits: from two bits of each of three pairs to three bits of A, followed by three of B.
struct BoxBits {
  unsigned char of[64] = {};

  constexpr BoxBits() {
    for (unsigned pairs = 0; pairs < 64; ++pairs) {
      unsigned r = 0;
      for (unsigned bit = 0; bit < 6; ++bit) r |= (pairs >> bit & 1U) << (bit / 2 + 3 * (bit % 2));
      of[pairs] = static_cast<unsigned char>(r);
    }
  }
};
inline constexpr BoxBits box_bits{};

class BoxPair {
 public:
  using V = Vec3d;

  /// `t`: from the center of A to that of B.
  ABUT_INLINE BoxPair(const MatrixPair<3>& matrices, const V& t, const VecPair<3>& half, const GjkLimits& limits)
      : matrices_(matrices), limits_(limits), half_(half), t_(VecPair<3>::of(t, -t)) {
    local_t_ = matrices_.to_local_each(t_);
    corner_ = VecPair<3>::from([this](int i) { return ScalarPair{negated_by(half_.x[i].ab, local_t_.x[i].ab)}; });
    find_images();
  }

  /// The nearest points if one of them is a corner, or a corner inside of the other box. False if that could not be
  /// proven.
  ABUT_INLINE bool find_corner(GjkResult<3>& r) {
    const VecPair<3> x = matrices_.to_local_each(other_corner_);
    const unsigned free = bits([&](int i) { return above(half_.x[i], absolute(x.x[i])); });
    if ((free & 7U) == 7U || free >> 3 == 7U) return find_common(x, (free & 7U) == 7U ? 0 : 1, r);
    const VecPair<3> z = VecPair<3>::from([&](int i) { return within(x.x[i], -half_.x[i], half_.x[i]); });
    const VecPair<3> own = x - z,
                     v = matrices_.to_world(own);  // zero along the axes that z is free along
    other_direction_ = matrices_.to_local_each(v.swapped());
    const ScalarPair length = square_root(dot(v, v)), over = ScalarPair::twice(1) / length;
    const ScalarPair lower = lower_bound((dot(v, t_) - (extent(own) + extent(other_direction_).swapped())) * over);
    const ScalarPair upper = length * (1 + direction_roundings * u) + ScalarPair::twice(limits_.point_error);
    const ScalarPair gap = upper - lower, most = upper * limits_.tolerance + ScalarPair::twice(width());
    const unsigned proven = above(lower, ScalarPair::twice(0)) & above(most, gap) & above(gap, ScalarPair::twice(0));
    if (proven == 0) return false;
    const int side = (proven & 1U) != 0 ? 0 : 1;
    set_bounds(lower.ab[side], upper.ab[side], length.ab[side], r);
    const V direction = lane(v, side), corner = other_corner(side), own_point = corner - direction;
    r.normal = direction * (side == 0 ? over.a() : -over.b());
    r.point_a = side == 0 ? own_point : corner;
    r.point_b = side == 0 ? corner : own_point;
    set_features(x, free >> (3 * side) & 7U, side, r);
    return true;
  }

  /// The nearest points of two edges, after find_corner(): the edges along which each corner would come nearest to the
  /// other box. If the points are beyond their ends, the corners at those ends are tried.
  bool find_edges(GjkResult<3>& r) {
    const int i = nearer_along(0), k = nearer_along(1);
    if (i < 0 || k < 0) return false;
    const V a = axis_of(0, i), b = axis_of(1, k), n = cross(a, b), t = t_.a(), w = other_corner_.a() - image_.a();
    // For parallel lines this is infinite or NaN, and the bounds are NaN.
    const double over = 1 / norm_squared(n);
    const double at_a = corner_.x[i].a() + dot(w, cross(b, n)) * over;
    const double at_b = corner_.x[k].b() + dot(w, cross(a, n)) * over;
    const bool ends_a = !(absolute(at_a) < half_.x[i].a()), ends_b = !(absolute(at_b) < half_.x[k].b());
    if (ends_a || ends_b) {
      const bool negate_a = ends_a && at_a * corner_.x[i].a() < 0, negate_b = ends_b && at_b * corner_.x[k].b() < 0;
      return negate_corners(negate_a ? i : -1, negate_b ? k : -1) && find_corner(r);
    }
    VecPair<3> z = corner_;
    z.x[i] = ScalarPair::of(at_a, z.x[i].b());
    z.x[k] = ScalarPair::of(z.x[k].a(), at_b);
    const VecPair<3> image = matrices_.to_world(z);
    const V v = dot(n, t) < 0 ? -n : n, p = (image.b() + t) - image.a();
    const ScalarPair extents = extent(matrices_.to_local(v)),
                     over_length = ScalarPair::twice(1 / square_root(norm_squared(v)));
    const double lower = lower_bound(ScalarPair::twice(dot(v, t) - (extents.a() + extents.b())) * over_length).a();
    const double length = square_root(norm_squared(p)), upper = upper_bound<3>(length, limits_);
    r.normal = v * over_length.a();
    if (!(lower > 0) || lower > upper || !is_aligned(p, r.normal, limits_) ||
        !bounds_meet(lower, upper, limits_, width()))
      return false;
    set_bounds(lower, upper, length, r);
    r.point_a = image.a();
    r.point_b = image.a() + p;
    set_edges(i, k, at_a * half_.x[k].b(), at_b * half_.x[i].a(), r);
    return true;
  }

 private:
  static constexpr double u = unit_roundoff;

  /// The error of the vector from a box to the corner of the other, in addition to the point error, in units of u of
  /// its length: it is rotated into the frame of the box as part of the vector from its center, subtracted, and rotated
  /// back.
  static constexpr double direction_roundings = 2 * rotation_roundings<3> + 2 + 8;

  ABUT_INLINE void find_images() {
    image_ = matrices_.to_world(corner_);
    other_corner_ = image_.swapped() + t_;
  }

  /// Moves the corners to the other ends of these edges, of A and of B; -1 for none. False if neither moves.
  bool negate_corners(int i, int k) {
    if (i >= 0) corner_.x[i] = ScalarPair::of(-corner_.x[i].a(), corner_.x[i].b());
    if (k >= 0) corner_.x[k] = ScalarPair::of(corner_.x[k].a(), -corner_.x[k].b());
    find_images();
    return i >= 0 || k >= 0;
  }

  template <class F>
  ABUT_INLINE static unsigned bits(F pair) {
    return box_bits.of[pair(0) | pair(1) << 2 | pair(2) << 4];
  }
  ABUT_INLINE static V lane(const VecPair<3>& v, int side) {
    return {v.x[0].ab[side], v.x[1].ab[side], v.x[2].ab[side]};
  }
  V axis_of(int side, int i) const {
    return {matrices_.entry(0, i).ab[side], matrices_.entry(1, i).ab[side], matrices_.entry(2, i).ab[side]};
  }

  /// The corner of the other box, relative to the center of A.
  ABUT_INLINE V other_corner(int side) const { return side == 0 ? other_corner_.a() : image_.a(); }

  /// How far each box extends along v, given in its frame.
  ABUT_INLINE ScalarPair extent(const VecPair<3>& v) const {
    return absolute(v.x[0]) * half_.x[0] + absolute(v.x[1]) * half_.x[1] + absolute(v.x[2]) * half_.x[2];
  }

  /// The lower bound of a height as in the head of this file, the quotient of v.t - extents and |v|. In units of u, the
  /// height is off by 19.25 of the sum of the extents (15.25 for v rotated into the frames, or out of them; 3 for the
  /// products and their sum, 1 for both together), 4 of |t| (3 for v.t, 1 for t), and 6 of itself (2.5 for |v|, 1 each
  /// for its inverse, the product and the difference). The support error has more than 27 and 6.
  ABUT_INLINE ScalarPair lower_bound(ScalarPair height) const {
    return height - absolute(height) * (6 * u) - ScalarPair::twice(limits_.support_error);
  }

  double width() const {
    return limits_.search_width < limits_.contract_width ? limits_.search_width : limits_.contract_width;
  }

  ABUT_INLINE static void set_bounds(double lower, double upper, double length, GjkResult<3>& r) {
    r.status = Status::converged;
    r.lower = lower;
    r.upper = upper;
    r.distance = length < lower ? lower : length;
  }

  /// The ids of the corners.
  ABUT_INLINE unsigned corners() const {
    return bits([this](int i) { return signs(corner_.x[i].ab); }) ^ 63U;
  }

  /// Sets the vertex, edge or face of one box that its point is in, against a corner of the other. `free`: the axes
  /// along which that feature extends.
  ABUT_INLINE void set_features(const VecPair<3>& x, unsigned free, int side, GjkResult<3>& r) const {
    const unsigned above_center = bits([&](int i) { return signs(x.x[i].ab); }) ^ 63U;
    const unsigned corner = corners() >> (3 - 3 * side) & 7U, fixed = above_center >> (3 * side) & 7U & ~free;
    VertexId* const own = side == 0 ? r.feature_a : r.feature_b;
    VertexId* const other = side == 0 ? r.feature_b : r.feature_a;
    other[0] = other[1] = other[2] = corner;
    own[0] = fixed;
    own[1] = own[2] = fixed | free;
    const unsigned first = free & (0U - free), second = free ^ first;
    r.feature_count = free == 0 ? 1 : 2;
    if (second == 0) return;
    // A face is two triangles: choose the one that holds the point.
    const double ahead = is_ahead(x, std::countr_zero(first), std::countr_zero(second), side);
    if (ahead == 0) return;
    own[2] = fixed | (ahead > 0 ? first : second);
    r.feature_count = 3;
  }

  /// Positive if x is further along axis i than along axis k, in units of the half extents; 0 if it is on the diagonal.
  ABUT_INLINE double is_ahead(const VecPair<3>& x, int i, int k, int side) const {
    return x.x[i].ab[side] * half_.x[k].ab[side] - x.x[k].ab[side] * half_.x[i].ab[side];
  }

  /// Sets the triangle of pairs of ends that the points of two edges are in; the edges extend along axes i and k.
  void set_edges(int i, int k, double at_a, double at_b, GjkResult<3>& r) const {
    const unsigned end_a = 1U << i, end_b = 1U << k;
    const VertexId a = corners() & 7U & ~end_a, b = corners() >> 3 & ~end_b;
    r.feature_a[0] = a;
    r.feature_b[0] = b;
    r.feature_a[1] = a | end_a;
    r.feature_b[1] = b | end_b;
    r.feature_a[2] = at_a > at_b ? a | end_a : a;
    r.feature_b[2] = at_a > at_b ? b : b | end_b;
    r.feature_count = at_a == at_b ? 2 : 3;
  }

  /// The axis along which the corner of a box comes nearest to the other one; -1 if there is none.
  int nearer_along(int side) const {
    double most = 0;
    int found = -1;
    for (int i = 0; i < 3; ++i) {
      const double slope = negated_by(other_direction_.x[i].ab, corner_.x[i].ab)[side];
      if (slope > most) {
        most = slope;
        found = i;
      }
    }
    return found;
  }

  /// The corner x of the other box is inside of this one: a common point, in one of the six tetrahedra around the
  /// diagonal that a box consists of. If it is between two of them, or if the centers are no further apart than
  /// rounding, GJK answers.
  ABUT_INLINE bool find_common(const VecPair<3>& x, int side, GjkResult<3>& r) const {
    const V t = t_.a();
    const double squared = norm_squared(t), rounding = u * limits_.size;
    const double xy = is_ahead(x, 0, 1, side), yz = is_ahead(x, 1, 2, side), zx = is_ahead(x, 2, 0, side);
    const unsigned first = xy > 0 ? (zx > 0 ? 4U : 1U) : (yz > 0 ? 2U : 4U);
    const unsigned last = xy > 0 ? (yz > 0 ? 4U : 2U) : (zx > 0 ? 1U : 4U);
    const bool is_between = (xy == 0) | (yz == 0) | (zx == 0) | (first == last);  // the last by rounding alone
    if (is_between || !(squared > rounding * rounding)) return false;
    const ScalarPair extents = extent(local_t_), over = ScalarPair::twice(1 / square_root(squared));
    r.lower = lower_bound(ScalarPair::twice(squared - (extents.a() + extents.b())) * over).a();
    if (r.lower > 0) return false;
    r.status = Status::converged;
    r.meets = true;
    r.upper = limits_.point_error;
    r.normal = t * over.a();
    r.point_a = r.point_b = other_corner(side);
    const unsigned corner = corners() >> (3 - 3 * side) & 7U;
    VertexId* const own = side == 0 ? r.feature_a : r.feature_b;
    VertexId* const other = side == 0 ? r.feature_b : r.feature_a;
    own[0] = 0;
    own[1] = first;
    own[2] = 7U & ~last;
    own[3] = 7U;
    for (int i = 0; i < 4; ++i) other[i] = corner;
    r.feature_count = 4;
    return true;
  }

  MatrixPair<3> matrices_;
  GjkLimits limits_;
  VecPair<3> half_;
  VecPair<3> t_;                  ///< from each center to the other's
  VecPair<3> local_t_;            ///< the same, in the frame of each box
  VecPair<3> corner_;             ///< corner of each box towards the other's center
  VecPair<3> image_;              ///< the same, rotated into the world
  VecPair<3> other_corner_;       ///< corner of the other box, relative to the center
  VecPair<3> other_direction_{};  ///< from the other box to the corner of this one; zero if that is inside
};

}  // namespace abut::detail
