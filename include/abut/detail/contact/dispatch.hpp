/// How the contact manifold of a pair of shapes is found: the separation first, then the faces that face each other
/// along its normal are projected, clipped against each other, and their common corners reduced to the widest spread.
#pragma once

#include <abut/contact.hpp>
#include <abut/detail/contact/box_manifold.hpp>
#include <abut/detail/contact/manifold.hpp>
#include <abut/detail/contact/polygon_manifold.hpp>
#include <abut/detail/contact/spread.hpp>
#include <abut/detail/minkowski/ref_operand.hpp>
#include <abut/operand.hpp>

#include <utility>

namespace abut::detail {

template <Scalar T, int D>
bool is_valid(const ContactOptions<T, D>& options) {
  return options.max_points > 0 && options.margin == options.margin && options.slope >= 0 && options.slope <= 1;
}

template <Scalar T, int D>
SeparationOptions<T, D> separation_options(const ContactOptions<T, D>& options) {
  return {.tolerance = options.tolerance,
          .cutoff = options.margin > 0 ? options.margin : T(0),  // shapes apart are beyond a negative margin
          .max_iterations = options.max_iterations,
          .cache = options.cache};
}

template <int D>
FeatureId feature_id(const VertexId (&ids)[D + 1], int count) {
  return feature_id(count, [&](int i) { return ids[i]; });
}

/// The face of a shape towards n, along the axes of the world, relative to `origin`.
template <class S, int D = dimension_of<typename CoreAndPose<S>::Core>>
Face<D> face_in_world(const CoreAndPose<S>& s, const Vec<double, D>& n, double slope, const Vec<double, D>& origin) {
  const Matrix<D> turn = matrix(rescaled(s.pose().q));
  Face<D> r = face(s.core, transposed_times(turn, n), slope);
  for (int i = 0; i < r.count; ++i) {
    if (s.is_placed()) r.corner[i] = turn * r.corner[i];
    r.corner[i] += widen(s.pose().p) - origin;
  }
  return r;
}

/// The largest absolute coordinate of the corners; not finite if one of them is not.
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

/// Converts between the user's coordinates and those in which faces are clipped: relative to a point nearby, and scaled
/// by a power of two to about 1, so that no product of lengths overflows or underflows.
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

/// Sets all but the points.
template <Scalar T, int D>
void set_separation(const Separation<T, D>& s, Contact<T, D>& r) {
  r.status = s.status;
  r.normal = s.normal;
  r.separation = s.separation;
  r.lower = s.lower;
  r.upper = s.upper;
  r.iterations = s.iterations;
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

/// Chooses among the pairs and the deepest point, which is added where no pair is as deep as the shapes are proven to
/// be.
template <Scalar T, int D>
void choose_points(const ContactFrame<T, D>& frame, ContactPairs<D>& pairs, const ContactPoint<T, D>& deepest,
                   const ContactOptions<T, D>& options, Contact<T, D>& r) {
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
  r.count = Spread(pairs).choose(most, frame.scaled(double(options.margin) + radii), chosen);
  for (int i = 0; i < r.count; ++i) r.points[i] = chosen[i] == own ? deepest : frame.describe(pairs.pair[chosen[i]]);
}

/// The common part of the faces that face each other along a normal.
template <Shape A, Shape B>
struct FacingPairs {
  static constexpr int D = dimension_of<A>;

  ContactFrame<ScalarOf<A>, D> frame;
  ContactPairs<D> pairs;

  /// The vertex ids of `deepest` are replaced by the ids of the features they belong to.
  FacingPairs(const A& shape_a, const B& shape_b, const Vec<ScalarOf<A>, D>& normal, double slope,
              ContactPoint<ScalarOf<A>, D>& deepest)
      : frame{.origin = {}, .normal = unit(widen(normal)), .radius_a = 0, .radius_b = 0} {
    const CoreAndPose<A> a(shape_a);
    const CoreAndPose<B> b(shape_b);
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
                 const ContactOptions<ScalarOf<A>, dimension_of<A>>& options,
                 Contact<ScalarOf<A>, dimension_of<A>>& r) {
  auto deepest = deepest_point(s);
  FacingPairs<A, B> facing(a, b, s.normal, double(options.slope), deepest);
  choose_points(facing.frame, facing.pairs, deepest, options, r);
}

/// The whole face of the shape towards the plane is in contact with it. The half-space is A.
template <Shape B>
void find_points_over_plane(const B& shape, const Separation<ScalarOf<B>, dimension_of<B>>& s,
                            const ContactOptions<ScalarOf<B>, dimension_of<B>>& options,
                            Contact<ScalarOf<B>, dimension_of<B>>& r) {
  constexpr int D = dimension_of<B>;
  const CoreAndPose<B> b(shape);
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

/// Whether there are points of contact: the shapes are not proven to be further apart than the margin.
template <Scalar T, int D>
bool is_within(const Separation<T, D>& s, const ContactOptions<T, D>& options) {
  return s.status != Status::invalid_argument && !(s.lower > options.margin);
}

/// The contact of two boxes in 3D.
struct ContactOfBoxes {
  enum class Outcome {
    complete,
    without_points,  ///< general faces have to be clipped
    open,            ///< the closed forms can not prove the separation
  };

  template <class Set>
  static Outcome run(const Set& set, const ContactOptions<typename Set::T, 3>& options,
                     Separation<typename Set::T, 3>& s, Contact<typename Set::T, 3>& r) {
    const auto distance_options = detail::distance_options(separation_options(options));
    if (!set.is_valid() || !is_valid(distance_options) || !are_boxes(set)) return Outcome::open;
    const GjkLimits limits = detail::limits(set, distance_options);
    BoxDepth depth = box_depth(set, limits);
    const BoxVerdict verdict = depth.decide();
    if (verdict == BoxVerdict::deep && find_at_face(set, depth, options, r)) return Outcome::complete;
    Vec3d normal;
    if (!separation_of_boxes(set, depth, verdict, limits, s, normal)) return Outcome::open;
    set_separation(s, r);
    if (!is_within(s, options)) return Outcome::complete;
    const BoxFrame frame = depth.frame_a();
    const BoxManifold manifold(set, frame, set.in_frame_of_a(normal), normal, options);
    return manifold.find(s, r) ? Outcome::complete : Outcome::without_points;
  }

 private:
  /// The contact of boxes that overlap, one of them with a face: the deepest of its corners stands for the deepest
  /// points, which are not looked for. False if there is none.
  template <class Set>
  static bool find_at_face(const Set& set, const BoxDepth& depth, const ContactOptions<typename Set::T, 3>& options,
                           Contact<typename Set::T, 3>& r) {
    if (!depth.keeps_contract()) return false;
    set_depth(set, depth.value(), depth.lower(), depth.upper(), r);
    if (r.lower > options.margin) return false;
    const BoxFrame frame = depth.frame_a();
    const Vec3d normal = depth.normal();
    if (!BoxManifold(set, frame, depth.normal_in_a(), normal, options).find_at_face(r)) return false;
    r.status = Status::converged;
    r.normal = vec_cast<typename Set::T>(normal);
    return true;
  }
};

/// The contact of two small polygons in 2D. False if the closed form can not prove it.
struct ContactOfPolygons {
  template <class Set>
  ABUT_INLINE static bool run(const Set& set, const ContactOptions<typename Set::T, 2>& options,
                              Contact<typename Set::T, 2>& r) {
    const auto distance_options = detail::distance_options(separation_options(options));
    if (!set.is_valid() || !is_valid(distance_options)) return false;
    const FacePlanes<2> a = bounding_planes(set.core_a()).planes, b = bounding_planes(set.core_b()).planes;
    if (!are_few(a, b)) return false;
    return PolygonManifold(set, a, b, options, distance_options).find(r);
  }
};

template <Shape A, Shape B>
Contact<ScalarOf<A>, dimension_of<A>> contact_in_place(const A& a, const B& b,
                                                       const ContactOptions<ScalarOf<A>, dimension_of<A>>& options) {
  Contact<ScalarOf<A>, dimension_of<A>> r;  // every return is of it: copying it would take as long as a clip
  if (!is_valid(options)) return r;
  if constexpr (may_be_boxes<A, B>) {
    Separation<ScalarOf<A>, dimension_of<A>> s;
    using Outcome = ContactOfBoxes::Outcome;
    const Outcome outcome = with_difference<ContactOfBoxes>(a, b, options, s, r);
    if (outcome == Outcome::without_points) find_points(a, b, s, options, r);
    if (outcome != Outcome::open) return r;
  }
  if constexpr (holds_polygons<Difference<A, B, false>>) {
    if (with_difference<ContactOfPolygons>(a, b, options, r)) return r;
    r = {};
  }
  const auto s = find_separation(a, b, separation_options(options), NoTrace{});
  set_separation(s, r);
  if (is_within(s, options)) find_points(a, b, s, options, r);
  return r;
}

/// The query of type-erased shapes, which is compiled once.
template <class T, int D>
Contact<T, D> contact_of_refs(const RefOperand<T, D>& a, const RefOperand<T, D>& b,
                              const ContactOptions<T, D>& options) {
  return with_shapes(a, b, [&](const auto& x, const auto& y) { return contact_in_place(x, y, options); });
}

#define ABUT_CONTACT_QUERIES(WORDS, T, D) \
  WORDS Contact<T, D> contact_of_refs(const RefOperand<T, D>&, const RefOperand<T, D>&, const ContactOptions<T, D>&);
ABUT_DECLARE_FOR_SPACES(ABUT_CONTACT_QUERIES)

template <Shape A, Shape B>
Contact<ScalarOf<A>, dimension_of<A>> find_contact(const A& a, const B& b,
                                                   const ContactOptions<ScalarOf<A>, dimension_of<A>>& options) {
  if constexpr (is_compiled<A, B>) {
    return contact_of_refs(ref_operand(a), ref_operand(b), options);
  } else {
    return contact_in_place(a, b, options);
  }
}

/// The half-space is A.
template <AnyHalfSpace A, Shape B>
Contact<ScalarOf<A>, dimension_of<A>> find_contact(const A& a, const B& b,
                                                   const ContactOptions<ScalarOf<A>, dimension_of<A>>& options) {
  if (!is_valid(options)) return {};
  const auto s = find_separation(a, b, separation_options(options), NoTrace{});
  Contact<ScalarOf<A>, dimension_of<A>> r;
  set_separation(s, r);
  if (is_within(s, options)) find_points_over_plane(b, s, options, r);
  return r;
}

template <Shape A, AnyHalfSpace B>
Contact<ScalarOf<A>, dimension_of<A>> find_contact(const A& a, const B& b,
                                                   const ContactOptions<ScalarOf<A>, dimension_of<A>>& options) {
  auto r = find_contact(b, a, options);
  r.normal = -r.normal;
  for (int i = 0; i < r.count; ++i) {
    std::swap(r.points[i].point_a, r.points[i].point_b);
    std::swap(r.points[i].id_a, r.points[i].id_b);
  }
  return r;
}

}  // namespace abut::detail
