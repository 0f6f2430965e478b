/// Where do two convex shapes touch? A contact manifold: a few points that support a stack as the whole face would.
///
///     auto c = contact(crate, place(other, pose));
///     for (const auto& p : c) push(p.point_a, p.point_b, c.normal, p.separation);
///
/// The normal and the proven bounds are those of `separation`; where several normals are as near up to rounding, it may
/// be another of them. The points come from the faces that face each other along the normal: they are projected along
/// it and clipped against each other, and the deepest corner of the common part and those that are spread widest are
/// kept. Each point has its own separation, measured along the
/// normal between the two surfaces and negative where they overlap, and ids of the features of the shapes on which it
/// lies, so that a solver can match it in the next frame. A vertex on a face, crossing edges and smooth shapes touch in
/// one point.
#pragma once

#include <abut/face.hpp>
#include <abut/separation.hpp>

namespace abut {

/// Options of contact(). Every field has a default.
template <Scalar T, int D>
struct ContactOptions {
  int max_points = 4;  ///< at most this many points; a 2D contact has at most two, a 3D contact at most eight
  /// A length: points with a larger separation are dropped, except the deepest. Shapes that are proven to be further
  /// apart have no contact, and the search ends there: `lower` is above the margin, and there is no point.
  T margin = detail::infinity<T>;
  /// A tangent: edges and faces tilted against each other by less than this touch along their whole length. 0.1 is 5.7
  /// degrees.
  T slope = T(0.1);
  T tolerance = default_tolerance<T>;  ///< as in SeparationOptions
  int max_iterations = 256;            ///< as in SeparationOptions
  Cache<D>* cache = nullptr;           ///< as in SeparationOptions
};

using ContactOptions2f = ContactOptions<float, 2>;
using ContactOptions3f = ContactOptions<float, 3>;
using ContactOptions2d = ContactOptions<double, 2>;
using ContactOptions3d = ContactOptions<double, 3>;

/// One point of a contact.
template <Scalar T, int D>
struct ContactPoint {
  Vec<T, D> point_a{};  ///< on the surface of A
  /// On the surface of B: point_b - point_a = separation * normal up to rounding. Only for two edges that are nearly,
  /// but not exactly, parallel are the points also apart sideways, by less than `slope` times the length of the edges.
  Vec<T, D> point_b{};
  T separation{};        ///< along the normal, between the surfaces; negative where they overlap
  FeatureId id_a, id_b;  ///< the features of A and B on which the point lies, from frame to frame
};

/// The answer of contact(): a normal, and the points along it. It is a range of its points.
template <Scalar T, int D>
struct Contact {
  static constexpr int most = D == 2 ? 2 : 8;  ///< the largest number of points

  Status status = Status::invalid_argument;  ///< how the search ended
  Vec<T, D> normal = detail::axis<T, D>(0);  ///< unit vector from A to B
  T separation = T(0);                       ///< of the shapes; lower <= true separation <= upper
  T lower = -detail::infinity<T>;            ///< proven, as is `upper`
  T upper = detail::infinity<T>;
  int count = 0;                    ///< 0 only if `lower` is above the margin, or an argument is invalid
  ContactPoint<T, D> points[most];  ///< the first `count` are set
  int iterations = 0;               ///< support calls on each shape

  /// The first point.
  const ContactPoint<T, D>* begin() const { return points; }
  /// Behind the last point.
  const ContactPoint<T, D>* end() const { return points + count; }
};

using Contact2f = Contact<float, 2>;
using Contact3f = Contact<float, 3>;
using Contact2d = Contact<double, 2>;
using Contact3d = Contact<double, 3>;

namespace detail {

// See contact/dispatch.hpp.
template <Shape A, Shape B>
Contact<ScalarOf<A>, dimension_of<A>> find_contact(const A& a, const B& b,
                                                   const ContactOptions<ScalarOf<A>, dimension_of<A>>& options);
template <AnyHalfSpace A, Shape B>
Contact<ScalarOf<A>, dimension_of<A>> find_contact(const A& a, const B& b,
                                                   const ContactOptions<ScalarOf<A>, dimension_of<A>>& options);
template <Shape A, AnyHalfSpace B>
Contact<ScalarOf<A>, dimension_of<A>> find_contact(const A& a, const B& b,
                                                   const ContactOptions<ScalarOf<A>, dimension_of<A>>& options);

}  // namespace detail

/// The contact of two operands of the same dimension and scalar (operand.hpp). Shapes apart have a contact too, with
/// positive separations: see `margin`. A half-space has no features: its ids are those of no vertex.
template <detail::Argument A, detail::Argument B>
[[nodiscard]] Contact<ScalarOf<A>, dimension_of<A>> contact(
    const A& a, const B& b, const ContactOptions<ScalarOf<A>, dimension_of<A>>& options = {}) {
  return detail::ask<Contact<ScalarOf<A>, dimension_of<A>>>(
      a, b, [&](const auto& x, const auto& y) { return detail::find_contact(x, y, options); });
}

}  // namespace abut

#include <abut/detail/contact/dispatch.hpp>
