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

#include <abut/detail/contact/projected_face.hpp>
#include <abut/separation.hpp>

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

// See contact/dispatch.hpp.
template <Shape A, Shape B>
Contact<ScalarOf<A>, dimension_of<A>> find_contact(const A& a, const B& b, const ContactOptions<ScalarOf<A>>& options);
template <AnyHalfSpace H, Shape S>
Contact<ScalarOf<S>, dimension_of<S>> contact_with_half_space(const H& a, const S& b,
                                                              const ContactOptions<ScalarOf<S>>& options);
template <Scalar T, int D>
Contact<T, D> swapped(Contact<T, D> r);

}  // namespace detail

/// The contact of two shapes of the same dimension and scalar, each placed or not. Shapes apart have one too, with positive separations: see
/// `margin`.
template <Shape A, Shape B>
[[nodiscard]] Contact<ScalarOf<A>, dimension_of<A>> contact(const A& a, const B& b,
                                                            const ContactOptions<ScalarOf<A>>& options = {}) {
  return detail::find_contact(a, b, options);
}

/// That of a half-space and a shape, in either order. The half-space has no parts: its ids are those of no vertex.
template <detail::AnyHalfSpace H, Shape S>
[[nodiscard]] Contact<ScalarOf<S>, dimension_of<S>> contact(const H& a, const S& b,
                                                            const ContactOptions<ScalarOf<S>>& options = {}) {
  return detail::contact_with_half_space(a, b, options);
}

/// The same with the half-space second; the normal goes into it.
template <Shape S, detail::AnyHalfSpace H>
[[nodiscard]] Contact<ScalarOf<S>, dimension_of<S>> contact(const S& a, const H& b,
                                                            const ContactOptions<ScalarOf<S>>& options = {}) {
  return detail::swapped(contact(b, a, options));
}

}  // namespace abut

#include <abut/detail/contact/dispatch.hpp>
