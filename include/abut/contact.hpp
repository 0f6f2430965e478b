/// Where two convex shapes touch: a few points that carry a stack as its whole face would.
///
///     auto c = contact(crate, place(other, pose));
///     for (const auto& p : c) push(p.point_a, p.point_b, c.normal, p.separation);
///
/// The normal and the deepest point are those of `separation`, proven bounds included. The other points come from the faces that look at
/// each other along the normal: their common part, seen along it, is clipped, and of its corners those are kept that are spread widest. Each
/// point has its own separation, measured along the normal between the two surfaces, negative where they overlap, and tells by number
/// on which parts of the shapes it lies, so that a solver can find it again in the next frame. A vertex on a face, edges that
/// cross and smooth shapes touch in one point.
#pragma once

#include <abut/detail/contact/manifold.hpp>
#include <abut/separation.hpp>

#include <utility>

namespace abut {

/// Everything has a default.
template <Scalar T>
struct ContactOptions {
  int max_points = 4;      ///< at most; in the plane two are enough, and eight is the most there is room for
  T margin = infinity<T>;  ///< a length: points that are further apart are left out, the deepest excepted
  /// A tangent: edges and faces tilted by less than this against each other touch along all their length. 0.1 is 5.7 degrees.
  T slope = T(0.1);
  T tolerance = default_tolerance<T>;  ///< of the separation, as there
  int max_iterations = 256;            ///< as there
};

/// One place where they touch.
template <Scalar T, int D>
struct ContactPoint {
  Vec<T, D> point_a{};  ///< on the surface of A
  /// On that of B: point_b - point_a = separation * normal up to rounding. Only where two edges lie side by side without being quite parallel
  /// are the points also apart sideways, by less than `slope` times the length of the edges.
  Vec<T, D> point_b{};
  T separation{};
  FeatureId id_a, id_b;
};

/// The answer: a normal, and the points along it. A range of its points.
template <Scalar T, int D>
struct Contact {
  static constexpr int most = D == 2 ? 2 : 8;

  Status status = Status::invalid_argument;
  Vec<T, D> normal = axis<T, D>(0);  ///< unit vector from A to B
  T separation = T(0);               ///< of the shapes; lower <= true separation <= upper
  T lower = -infinity<T>;
  T upper = infinity<T>;
  int count = 0;  ///< 0 only if an argument is invalid
  ContactPoint<T, D> points[most];
  int iterations = 0;

  const ContactPoint<T, D>* begin() const { return points; }
  const ContactPoint<T, D>* end() const { return points + count; }
};

namespace detail {

template <Scalar T>
bool is_valid(const ContactOptions<T>& options) {
  return options.max_points > 0 && options.margin == options.margin && options.slope >= 0 && options.slope <= 1;
}

template <Scalar T>
SeparationOptions<T> separation_options(const ContactOptions<T>& options) {
  return {.tolerance = options.tolerance, .max_iterations = options.max_iterations};
}

template <int D>
FeatureId feature_id(const VertexId (&ids)[D + 1], int count) {
  return feature_id(count, [&](int i) { return ids[i]; });
}

/// The face of a shape towards n, along the axes of the world, seen from `origin`.
template <class S, int D = dimension_of<typename Operand<S>::Core>>
Face<D> face_in_world(const Operand<S>& s, const Vec<double, D>& n, double slope, const Vec<double, D>& origin) {
  const Matrix<D> turn = matrix(rescaled(s.pose().q));
  Face<D> r = face(s.core, transposed_times(turn, n), slope);
  for (int i = 0; i < r.count; ++i) {
    if constexpr (Operand<S>::placed) r.corner[i] = turn * r.corner[i];
    r.corner[i] += widen(s.pose().p) - origin;
  }
  return r;
}

/// The greatest coordinate of the corners; not finite if one is not.
template <int D>
double extent(const Face<D>& face) {
  double most = 0;
  for (int i = 0; i < face.count; ++i) {
    const double size = max_abs(face.corner[i]);
    const bool more = size > most, finite = is_finite(size);
    most = more || !finite ? size : most;
  }
  return most;
}

/// Between the user's lengths, seen from the world's origin, and those that faces are clipped in: seen from a place nearby, and scaled by a
/// power of two to about 1, so that no product of lengths over- or underflows.
template <Scalar T, int D>
struct ContactFrame {
  using V = Vec<double, D>;

  V origin, normal;
  double radius_a, radius_b;
  double scale = 1;  ///< 0 if a length is not finite

  void fit(double extent) { scale = !is_finite(extent) ? 0 : extent > 0 ? inverse_power_of_two(extent) : 1; }
  double scaled(double length) const { return length * scale; }
  V scaled(const Vec<T, D>& place) const { return (widen(place) - origin) * scale; }
  void rescale(Face<D>& face) const {
    for (int i = 0; i < face.count; ++i) face.corner[i] *= scale;
  }

  ContactPoint<T, D> describe(const ContactPair<D>& pair) const {
    return {.point_a = narrow_within_range<T>(pair.a / scale + normal * radius_a + origin),
            .point_b = narrow_within_range<T>(pair.b / scale - normal * radius_b + origin),
            .separation = narrow_within_range<T>(pair.separation / scale - (radius_a + radius_b)),
            .id_a = pair.id_a,
            .id_b = pair.id_b};
  }
};

template <Scalar T, int D>
Contact<T, D> contact_from(const Separation<T, D>& s) {
  Contact<T, D> r;
  r.status = s.status;
  r.normal = s.normal;
  r.separation = s.separation;
  r.lower = s.lower;
  r.upper = s.upper;
  r.iterations = s.iterations;
  return r;
}

/// The pair that separation() found.
template <Scalar T, int D>
ContactPoint<T, D> deepest_point(const Separation<T, D>& s) {
  return {.point_a = s.point_a,
          .point_b = s.point_b,
          .separation = s.separation,
          .id_a = feature_id<D>(s.feature_a, s.feature_count),
          .id_b = feature_id<D>(s.feature_b, s.feature_count)};
}

/// Chooses among the pairs and the deepest point, which is needed where none of the pairs is as deep as the shapes are proven to be.
template <Scalar T, int D>
void choose_points(const ContactFrame<T, D>& frame, ContactPairs<D>& pairs, const ContactPoint<T, D>& deepest,
                   const ContactOptions<T>& options, Contact<T, D>& r) {
  bool deep = false;
  for (int i = 0; i < pairs.count; ++i) deep = deep || frame.describe(pairs.pair[i]).separation <= r.upper;
  const double radii = frame.radius_a + frame.radius_b;
  const int own = deep ? -1 : pairs.count;
  if (!deep) {
    pairs.pair[pairs.count++] = {frame.scaled(deepest.point_a), frame.scaled(deepest.point_b), deepest.id_a,
                                 deepest.id_b, frame.scaled(double(deepest.separation) + radii)};
  }
  int chosen[Contact<T, D>::most];
  const int most = options.max_points < Contact<T, D>::most ? options.max_points : Contact<T, D>::most;
  r.count = Spread<D>(pairs).choose(most, frame.scaled(double(options.margin) + radii), chosen);
  for (int i = 0; i < r.count; ++i) r.points[i] = chosen[i] == own ? deepest : frame.describe(pairs.pair[chosen[i]]);
}

/// What the faces that look at each other along a normal have in common.
template <Shape A, Shape B>
struct FacingPairs {
  static constexpr int D = dimension_of<A>;

  ContactFrame<ScalarOf<A>, D> frame;
  ContactPairs<D> pairs;

  /// `deepest`: its ids, of vertices, become the names of what they belong to.
  FacingPairs(const A& shape_a, const B& shape_b, const Vec<ScalarOf<A>, D>& normal, double slope,
              ContactPoint<ScalarOf<A>, D>& deepest)
      : frame{.origin = {}, .normal = unit(widen(normal)), .radius_a = 0, .radius_b = 0} {
    const Operand<A> a(shape_a);
    const Operand<B> b(shape_b);
    frame.origin = widen(a.pose().p);
    frame.radius_a = radius(a.core);
    frame.radius_b = radius(b.core);
    const Vec<double, D>& n = frame.normal;
    Face<D> face_a = face_in_world(a, n, slope, frame.origin), face_b = face_in_world(b, -n, slope, frame.origin);
    frame.fit(extent(face_a) + extent(face_b));
    if (!(frame.scale > 0)) return;
    frame.rescale(face_a);
    frame.rescale(face_b);
    const Tangents<D> across(n);
    const ProjectedFace<D> foot_a(face_a, across), foot_b(face_b, across);
    deepest.id_a = foot_a.name(deepest.id_a);
    deepest.id_b = foot_b.name(deepest.id_b);
    add_common(foot_a, foot_b, slope, n, pairs);
  }
};

template <Shape A, Shape B>
void find_points(const A& a, const B& b, const Separation<ScalarOf<A>, dimension_of<A>>& s,
                 const ContactOptions<ScalarOf<A>>& options, Contact<ScalarOf<A>, dimension_of<A>>& r) {
  auto deepest = deepest_point(s);
  FacingPairs<A, B> facing(a, b, s.normal, double(options.slope), deepest);
  choose_points(facing.frame, facing.pairs, deepest, options, r);
}

/// Everything of the shape that faces the plane touches it. With the half-space as A.
template <Shape B>
void find_points_over_plane(const B& shape, const Separation<ScalarOf<B>, dimension_of<B>>& s,
                            const ContactOptions<ScalarOf<B>>& options, Contact<ScalarOf<B>, dimension_of<B>>& r) {
  constexpr int D = dimension_of<B>;
  const Operand<B> b(shape);
  ContactFrame<ScalarOf<B>, D> frame{
      .origin = widen(b.pose().p), .normal = unit(widen(s.normal)), .radius_a = 0, .radius_b = radius(b.core)};
  const Vec<double, D>& n = frame.normal;
  Face<D> face_b = face_in_world(b, -n, double(options.slope), frame.origin);
  const double height = dot(n, widen(s.point_a) - frame.origin);
  frame.fit(extent(face_b) + absolute(height));
  ContactPairs<D> pairs;
  if (frame.scale > 0) {
    frame.rescale(face_b);
    add_over_plane(ProjectedFace<D>(face_b, Tangents<D>(n)), frame.scaled(height), n, pairs);
  }
  choose_points(frame, pairs, deepest_point(s), options, r);
}

template <Scalar T, int D>
Contact<T, D> swapped(Contact<T, D> r) {
  r.normal = -r.normal;
  for (int i = 0; i < r.count; ++i) {
    std::swap(r.points[i].point_a, r.points[i].point_b);
    std::swap(r.points[i].id_a, r.points[i].id_b);
  }
  return r;
}

}  // namespace detail

/// The contact of two shapes of the same dimension and scalar, each placed or not. Shapes apart have one too, with positive separations: see
/// `margin`.
template <Shape A, Shape B>
[[nodiscard]] Contact<ScalarOf<A>, dimension_of<A>> contact(const A& a, const B& b,
                                                            const ContactOptions<ScalarOf<A>>& options = {}) {
  if (!detail::is_valid(options)) return {};
  const auto s = separation(a, b, detail::separation_options(options));
  auto r = detail::contact_from(s);
  if (s.status != Status::invalid_argument) detail::find_points(a, b, s, options, r);
  return r;
}

/// That of a half-space and a shape, in either order. The half-space has no parts: its ids are those of no vertex.
template <detail::AnyHalfSpace H, Shape S>
[[nodiscard]] Contact<ScalarOf<S>, dimension_of<S>> contact(const H& a, const S& b,
                                                            const ContactOptions<ScalarOf<S>>& options = {}) {
  if (!detail::is_valid(options)) return {};
  const auto s = separation(a, b, detail::separation_options(options));
  auto r = detail::contact_from(s);
  if (s.status != Status::invalid_argument) detail::find_points_over_plane(b, s, options, r);
  return r;
}

/// The same with the half-space second; the normal goes into it.
template <Shape S, detail::AnyHalfSpace H>
[[nodiscard]] Contact<ScalarOf<S>, dimension_of<S>> contact(const S& a, const H& b,
                                                            const ContactOptions<ScalarOf<S>>& options = {}) {
  return detail::swapped(contact(b, a, options));
}

}  // namespace abut
