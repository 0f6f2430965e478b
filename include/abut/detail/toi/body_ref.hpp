/// A type-erased moving pair: the search for a time of impact is compiled once per dimension, not for every pair of
/// shapes.
///
/// The hot part stays inlined: the distance at a time is a function of the actual types of the shapes, called through a
/// pointer once per time.
#pragma once

#include <abut/compiled.hpp>
#include <abut/detail/toi/moving_pair.hpp>
#include <abut/distance.hpp>
#include <abut/shape_ref.hpp>

namespace abut::detail {

/// A type-erased body in double. Its shape must outlive it.
template <int D>
class BodyRef : public ShapeRef<double, D> {
 public:
  template <Shape S>
  explicit BodyRef(const S& shape) : ShapeRef<double, D>(shape) {
    if constexpr (std::same_as<S, Box<double, D>>) box_ = &shape;
  }

  /// The shape itself if its type is Box. A box behind a ShapeRef of the user's is not detected.
  const Box<double, D>* known_box() const { return box_; }

 private:
  const Box<double, D>* box_ = nullptr;
};

/// The distance of two type-erased bodies as a function of their poses.
template <int D>
struct BodyDistance {
  void* bodies;  ///< PlacedBodies, the first argument of `find`
  SignedDistance<double, D> (*find)(void* bodies, const Pose<double, D>& a, const Pose<double, D>& b,
                                    const DistanceOptions<double, D>& options);
};

template <Shape A, Shape B>
struct PlacedBodies {
  Placed<A> a;
  Placed<B> b;
};

/// `bodies` are PlacedBodies<A, B>.
template <class A, class B, int D>
SignedDistance<double, D> distance_of_bodies(void* bodies, const Pose<double, D>& pose_a, const Pose<double, D>& pose_b,
                                             const DistanceOptions<double, D>& options) {
  auto& self = *static_cast<PlacedBodies<A, B>*>(bodies);
  self.a.pose = pose_a;
  self.b.pose = pose_b;
  return find_distance<SignedDistance<double, D>>(self.a, self.b, options.cache, options, NoTrace{});
}

/// Capsules are what users move most often, and their closed form is most of what such a query would compile.
template <class T, int D>
using CapsuleView = decltype(double_view(Capsule<T, D>{}));

// NOLINTBEGIN(bugprone-macro-parentheses): types can not be enclosed in them.
#define ABUT_BODY_DISTANCES(WORDS, T, D)                                                    \
  WORDS SignedDistance<double, D> distance_of_bodies<CapsuleView<T, D>, CapsuleView<T, D>>( \
      void*, const Pose<double, D>&, const Pose<double, D>&, const DistanceOptions<double, D>&);
// NOLINTEND(bugprone-macro-parentheses)
ABUT_DECLARE_FOR_SPACES(ABUT_BODY_DISTANCES)

template <int N>
class MovingRefPair : public MovingPair<BodyRef<N>, BodyRef<N>> {
 public:
  MovingRefPair(const BodyRef<N>& body_a, const Motion<double, N>& motion_a, const BodyRef<N>& body_b,
                const Motion<double, N>& motion_b, const BodyDistance<N>& body_distance)
      : MovingPair<BodyRef<N>, BodyRef<N>>(body_a, motion_a, body_b, motion_b), distance_(body_distance) {}

  SignedDistance<double, N> distance(const DistanceOptions<double, N>& options) const {
    return distance_.find(distance_.bodies, this->a.placed().pose, this->b.placed().pose, options);
  }

 private:
  BodyDistance<N> distance_;
};

template <int D>
SignedDistance<double, D> distance_of(const MovingRefPair<D>& pair, const DistanceOptions<double, D>& options) {
  return pair.distance(options);
}

}  // namespace abut::detail
