/// The Minkowski difference B - A of two shapes, as a support mapping with a bound on its rounding errors.
///
/// The distance between A and B is that of B - A from the origin. Its support point against v is b - a, where a is the
/// support point of A along v and b that of B along -v: the difference itself is never built. All points are relative
/// to the origin of A's frame, along the axes of the world: each shape is rotated by its own matrix, and only the
/// difference of the positions enters, so that two shapes far from the world's origin lose no digits. (Computing in the
/// frame of A would save one rotation per support call, but needs a relative rotation, whose own error counts twice.)
/// In double a problem that is far from a size of 1 is scaled to it by one power of two, so that no product of lengths
/// over- or underflows; in float the exponents of double have room to spare. Lengths in this class are in that scale.
/// It is chosen after the positions are subtracted, so that it does not depend on where the shapes stand.
///
/// All proofs rest on this invariant. With the true (real number) shapes A* and B* and any direction v:
///     v.w / |v| - support_error  <=  v.x / |v|  for every x of B* - A*,   w = the point along(v)
///     the point along(v) is within point_error of a point of B* - A*.
#pragma once

#include <abut/compiled.hpp>
#include <abut/detail/minkowski/core_and_pose.hpp>
#include <abut/detail/numeric/rotation_pair.hpp>
#include <abut/detail/support/support_pair.hpp>
#include <abut/support.hpp>

#include <concepts>

namespace abut::detail {

/// A point w of B - A, and the point of A that it came from, both in the frame of the difference. The point of B is a +
/// w.
template <int D>
struct DifferencePoint {
  Vec<double, D> w{}, a{};
  VertexId id_a = no_vertex, id_b = no_vertex;

  /// Both ends are numbered vertices: there are finitely many such points.
  bool is_vertex() const { return id_a != no_vertex && id_b != no_vertex; }
};

/// The bounding spheres of two cores.
template <int D>
struct SpherePair {
  Enclosure<D> a, b;
};

/// `rescaled`: all lengths are multiplied by a power of two, which is 1 where the size allows it. False in float, and
/// in double if needs_no_scaling() holds: then both have the same bits, also of subnormal numbers among the lengths.
template <Shape A, Shape B, bool rescaled>
class Difference {
  template <class S>
  using Core = typename CoreAndPose<S>::Core;

 public:
  using T = ScalarOf<A>;
  static constexpr int D = dimension_of<A>;
  using V = Vec<double, D>;
  static constexpr bool posed = CoreAndPose<A>::placed || CoreAndPose<B>::placed;
  static constexpr bool is_rescaled = rescaled;
  static constexpr bool has_no_radii = has_no_radius<Core<A>> && has_no_radius<Core<B>>;

  /// `known`: the bounding spheres of the cores, if they are known.
  template <std::same_as<SpherePair<D>>... Known>
  ABUT_INLINE Difference(const A& shape_a, const B& shape_b, const Known&... known)
      : a_(shape_a), b_(shape_b), cores_(a_.core, b_.core), matrices_(rotations()) {
    const Enclosure<D> sphere_a = sphere_of(a_.core, known.a...), sphere_b = sphere_of(b_.core, known.b...);
    valid_ = detail::is_valid(a_.core, sphere_a) && detail::is_valid(b_.core, sphere_b) && matrices_.are_valid();
    if (!valid_) return;
    measure_translation(sphere_a, sphere_b);
    measure(sphere_a, sphere_b);
    if constexpr (rescaled) {
      if (!is_ordinary(size_)) {
        normalize(sphere_a, sphere_b);
        measure(sphere_a, sphere_b);
      }
    }
    valid_ = is_finite(size_);  // otherwise a position is not finite
  }

  bool is_valid() const { return valid_; }

  /// Neither products of six lengths nor those of rotations over- or underflow.
  bool needs_no_scaling() const {
    if constexpr (is_small) return false;  // so that the code without rescaling is left out
    return is_ordinary(size_) && matrices_.need_no_scaling();
  }

  /// The support point against v. It is written in place: see Simplex.
  ABUT_INLINE void along(const V& v, DifferencePoint<D>& point) const {
    set_between(cores_.along(to_local(direction(v))), point);
  }

  /// The directions of the support calls against v, in the frame of each core: v for A, -v for B. v needs no scaling.
  ABUT_INLINE VecPair<D> support_directions(const V& v) const { return opposite_at_b(to_local(v)); }
  /// Points of the frames of A and B, rotated and scaled; B's without the translation.
  ABUT_INLINE VecPair<D> image_of(VecPair<D> points) const {
    if constexpr (rescaled) {
      for (int k = 0; k < D; ++k) points.x[k] = points.x[k] * scale_;
    }
    return to_world(points);
  }

  /// The point of two numbered vertices; false if one of the shapes has no vertex of that number.
  ABUT_INLINE bool find(VertexId id_a, VertexId id_b, DifferencePoint<D>& point) const {
    if (id_a >= vertex_count(a_.core) || id_b >= vertex_count(b_.core)) return false;
    set_between({VecPair<D>::of(vertex(a_.core, id_a), vertex(b_.core, id_b)), id_a, id_b}, point);
    return true;
  }

  /// The direction to begin with: from the center of A to that of B; if they coincide, the first axis.
  ABUT_INLINE V first_direction() const { return offset_ != V{} ? offset_ : axis<double, D>(0); }

  /// Reach of A + reach of B + radii + distance of the centers: no length in this problem is greater. With poses,
  /// reaches and distance count from the origins of the frames, about which the shapes are rotated.
  double size() const { return size_; }
  double radii() const { return radii_; }
  double support_error() const { return support_error_; }
  double point_error() const { return point_error_; }
  /// Conversions between the user's lengths and those of this class. They are exact: the scale is a power of two.
  double scaled(double length) const { return length * scale_; }
  double unscaled(double length) const { return length * inverse_scale_; }
  /// The length in the user's units, rounded down or up to T.
  T rounded_down(double length) const { return unscaled_down<T>(length, scale_, inverse_scale_); }
  T rounded_up(double length) const { return unscaled_up<T>(length, scale_, inverse_scale_); }
  ABUT_INLINE V scaled(const V& x) const {
    if constexpr (!rescaled) {
      return x;
    } else {
      return x * scale_;
    }
  }

  /// From a point relative to the origin of A's frame to the user's world coordinates. Unscaling comes last, so that
  /// tiny numbers lose nothing; unless the position is too far away for the scale of the problem.
  ABUT_INLINE V world(const V& x) const {
    if constexpr (!rescaled) {
      return a_.is_placed() ? x + position(a_) : x;
    } else {
      if (!a_.is_placed()) return x * inverse_scale_;
      const V place = scaled(position(a_));
      double all = place[0];  // finite only if every component is
      for (int i = 1; i < D; ++i) all += place[i];
      return is_finite(all) ? (x + place) * inverse_scale_ : x * inverse_scale_ + position(a_);
    }
  }

  /// Two points side by side.
  ABUT_INLINE VecPair<D> world(const VecPair<D>& x) const {
    if constexpr (rescaled) {
      return VecPair<D>::of(world(x.a()), world(x.b()));
    } else {
      return a_.is_placed() ? x + VecPair<D>::of(position(a_), position(a_)) : x;
    }
  }

  /// Caches keep directions in the frame of A, where they stay the same if both shapes move as one.
  V from_frame_of_a(const V& d) const { return to_world(VecPair<D>::of(d, d)).a(); }
  V in_frame_of_a(const V& d) const { return to_local(d).a(); }

  // The same for B, for methods that examine its faces.
  V from_frame_of_b(const V& d) const { return to_world(VecPair<D>::of(d, d)).b(); }
  V in_frame_of_b(const V& d) const { return to_local(d).b(); }
  /// Rotates two directions side by side.
  ABUT_INLINE VecPair<D> in_frame_of_b(const VecPair<D>& d) const {
    if constexpr (posed) {
      return matrices_.both_to_b(d);
    } else {
      return d;
    }
  }
  /// b - a for any points of the frames of A and B, with the error of support points.
  void between(const V& a, const V& b, DifferencePoint<D>& point) const {
    set_between({VecPair<D>::of(a, b), no_vertex, no_vertex}, point);
  }
  /// The difference of the centers. Its sum is computed in another order, which adds up to u size() to the error.
  const V& offset() const { return offset_; }

  /// The rotations as they were given, of any length; of a length of about 1 where their products over- or underflow.
  ABUT_INLINE RotationPair<D> rotations() const {
    const RotationPair<D> given(a_.pose().q, b_.pose().q);
    if constexpr (rescaled) {
      if (!MatrixPair<D>(given).need_no_scaling()) {
        return {detail::rescaled(a_.pose().q), detail::rescaled(b_.pose().q)};
      }
    }
    return given;
  }
  const MatrixPair<D>& matrices() const { return matrices_; }
  const V& translation() const { return translation_; }
  const Core<A>& core_a() const { return a_.core; }
  const Core<B>& core_b() const { return b_.core; }

  /// Whether the shape is rotated: otherwise its points are not rounded.
  bool is_placed_a() const { return a_.is_placed(); }
  bool is_placed_b() const { return b_.is_placed(); }

  double radius_a() const { return radius(a_.core); }
  double radius_b() const { return radius(b_.core); }

 private:
  static constexpr double u = unit_roundoff;

  template <class S>
  ABUT_INLINE static Enclosure<D> sphere_of(const S& core) {
    return enclosure(core);
  }
  /// `known` outlives the constructor, which asks.
  template <class S>
  ABUT_INLINE static const Enclosure<D>& sphere_of(const S&, const Enclosure<D>& known) {
    return known;  // NOLINT(bugprone-return-const-ref-from-parameter)
  }

  /// The length of a direction is arbitrary. In double it is scaled to about 1 for shapes that do not measure from
  /// their centers, and such that heights v.a neither overflow nor underflow if the coordinates nearly do. (In float,
  /// support() scales.)
  ABUT_INLINE V direction(const V& v) const {
    constexpr bool as_it_is =
        std::same_as<T, float> || (support_is_relative_to_center<Core<A>> && support_is_relative_to_center<Core<B>>);
    const V d = as_it_is ? v : scale_direction(v);
    if constexpr (rescaled) {
      return d * direction_scale_;
    } else {
      return d;
    }
  }

  ABUT_INLINE VecPair<D> to_local(const V& d) const {
    if constexpr (posed) {
      return matrices_.to_local(d);
    } else {
      return VecPair<D>::of(d, d);
    }
  }
  ABUT_INLINE VecPair<D> to_world(const VecPair<D>& x) const {
    if constexpr (posed) {
      return matrices_.to_world(x);
    } else {
      return x;
    }
  }

  ABUT_INLINE void set_between(const PointPair<D>& points, DifferencePoint<D>& point) const {
    const VecPair<D> image = image_of(points.point);
    const V from = image.a(), to = image.b();
    point.w = (posed ? to + translation_ : to) - from;
    point.a = from;
    point.id_a = points.id_a;
    point.id_b = points.id_b;
  }

  template <class S>
  ABUT_INLINE static V position(const CoreAndPose<S>& s) {
    return widen(s.pose().p);
  }

  /// Whether no product of six lengths of a problem of this size over- or underflows.
  static bool is_ordinary(double size) { return size > 0x1p-40 && size < 0x1p40; }

  /// Computed in the user's lengths, in which the difference loses nothing.
  ABUT_INLINE void measure_translation(const Enclosure<D>& sphere_a, const Enclosure<D>& sphere_b) {
    if constexpr (posed) {
      translation_ = scaled(position(b_)) - scaled(position(a_));
    } else {
      translation_ = scaled(sphere_b.center) - scaled(sphere_a.center);
    }
  }

  /// Computed in the scale of the problem, because a product with a matrix rounds.
  ABUT_INLINE void find_offset(const Enclosure<D>& sphere_a, const Enclosure<D>& sphere_b) {
    offset_ = translation_;
    if constexpr (posed) {
      const auto c = VecPair<D>::of(scaled(sphere_a.center), scaled(sphere_b.center));
      if (is_any_nonzero(c.x[0], c.x[1], c.x[D - 1])) {
        const VecPair<D> centers = to_world(c);
        offset_ += centers.b() - centers.a();
      }
    }
  }

  ABUT_INLINE double extent(const Enclosure<D>& sphere_a, const Enclosure<D>& sphere_b) const {
    const double r = scaled(sphere_a.reach) + scaled(sphere_b.reach) + scaled(radius_a()) + scaled(radius_b()) +
                     max_abs(translation_);
    return posed ? r + max_abs(scaled(sphere_a.center)) + max_abs(scaled(sphere_b.center)) : r;
  }

  /// Chooses the power of two that brings what is left after the subtractions to a size of about 1, and whose inverse
  /// is finite. If sums might overflow, sixteenths of the lengths are added.
  void normalize(const Enclosure<D>& sphere_a, const Enclosure<D>& sphere_b) {
    double all = extent(sphere_a, sphere_b);
    if (!(all < 0x1p1000)) {
      scale_ = 0x1p-4;
      measure_translation(sphere_a, sphere_b);
      all = extent(sphere_a, sphere_b);
    }
    const double before = scale_;
    if (all > 0) {
      scale_ *= inverse_power_of_two(all);
      if constexpr (!posed) limit_scale(sphere_a, sphere_b);
    }
    scale_ = scale_ < 0x1p-1022 ? 0x1p-1022 : scale_;
    inverse_scale_ = 1 / scale_;
    translation_ *= scale_ / before;
    // Heights of points must not underflow, and v, a product of up to three lengths, must not overflow.
    direction_scale_ = scale_ > 0x1p900 ? 0x1p900 : scale_ > 0x1p500 ? scale_ : scale_ < 0x1p-900 ? 0x1p-64 : 1.0;
  }

  /// Without poses the coordinates themselves are scaled, and may be far larger than what is left after the
  /// subtractions: two balls about the same center. Beyond 2^900 the problem is left so small that its squares may
  /// underflow.
  void limit_scale(const Enclosure<D>& sphere_a, const Enclosure<D>& sphere_b) {
    const double ca = max_abs(sphere_a.center), cb = max_abs(sphere_b.center);
    const double most = inverse_power_of_two(ca > cb ? ca : cb) * 0x1p900;
    if (!(scale_ > most)) return;
    scale_ = most;
    underflow_error_ = 0x1p-480;
  }

  template <class S>
  ABUT_INLINE double arm(const S& core, const Enclosure<D>& ball) const {
    if constexpr (rescaled) {
      return norm_from<T>(scaled(ball.center));
    } else {
      return center_norm(core, ball);
    }
  }

  /// Everything that follows from the scale and the translation.
  ABUT_INLINE void measure(const Enclosure<D>& sphere_a, const Enclosure<D>& sphere_b) {
    radii_ = scaled(radius_a()) + scaled(radius_b());
    find_offset(sphere_a, sphere_b);
    bound_errors(sphere_a, sphere_b);
  }

  /// Sums the rounding errors term by term, in units of u (unit roundoffs).
  ABUT_INLINE void bound_errors(const Enclosure<D>& sphere_a, const Enclosure<D>& sphere_b) {
    const double ra = scaled(sphere_a.reach), rb = scaled(sphere_b.reach), apart = norm_from<T>(translation_);
    // The arm goes from the point that a rotation is about, or that heights are measured from, to the center.
    const double arm_a = posed || measures_from_origin(a_.core) ? arm(a_.core, sphere_a) : 0;
    const double arm_b = posed || measures_from_origin(b_.core) ? arm(b_.core, sphere_b) : 0;
    size_ = ra + rb + radii_ + arm_a + arm_b + apart;

    const SupportError error_a = detail::support_error(a_.core, sphere_a, scale_),
                       error_b = detail::support_error(b_.core, sphere_b, scale_);
    support_error_ = error_a.height + error_b.height;
    point_error_ = error_a.point + error_b.point;
    // w = b - a is rounded once; its dot product with v has D more roundings. (The rest is relative to v.w: see
    // gjk/iteration.hpp.)
    support_error_ += (D + 1) * size_;
    point_error_ += size_;
    if constexpr (posed) {
      // The images of a and b, the sum of the latter with the translation, and the translation itself, a difference.
      const double rotated_a = a_.is_placed() ? 1 : 0, rotated_b = b_.is_placed() ? 1 : 0;
      const double image_error = rotated_a * rotation_roundings<D> * (ra + arm_a) +
                                 rotated_b * rotation_roundings<D> * (rb + arm_b) + (rb + arm_b + apart) + apart;
      point_error_ += image_error;
      // The direction rotated into the frames of A and B.
      support_error_ += image_error + 2 * product_roundings<D> * (rotated_a * ra + rotated_b * rb);
    }
    support_error_ *= u;
    point_error_ *= u;
    if constexpr (rescaled) {
      support_error_ += underflow_error_;
      point_error_ += underflow_error_;
    }
  }

  CoreAndPose<A> a_;
  CoreAndPose<B> b_;
  SupportPair<Core<A>, Core<B>> cores_;
  MatrixPair<D> matrices_;
  V translation_{};  ///< between the origins of the frames; without poses, between the centers
  V offset_{};
  double scale_ = 1, inverse_scale_ = 1, direction_scale_ = 1;
  double underflow_error_ = 0;  ///< lengths that the scale may have underflowed
  double size_ = 0, radii_ = 0, support_error_ = 0, point_error_ = 0;
  bool valid_ = false;
};

}  // namespace abut::detail
