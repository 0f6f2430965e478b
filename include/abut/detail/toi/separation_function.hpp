/// The separation function: how the axis that separates two moving bodies will rotate. It follows the body whose face
/// it belongs to, or the two edges, or rotates as it has before.
///
/// This is a guess from the vertices that the closest points are combinations of. No proof rests on it: a motion bound
/// holds along any axis, and lasts longer along one that rotates with the features.
///
/// Reference: the separation functions of E. Catto, "Continuous Collision" (GDC 2013).
#pragma once

#include <abut/detail/toi/moving_pair.hpp>

namespace abut::detail {

/// A unit vector that rotates at a constant rate.
template <int D>
struct SeparationFunction {
  Vec<double, D> start{};
  Spin<D> rate{};
  double begin = 0;

  Vec<double, D> at(double t) const {
    const double speed = norm(rate);
    if (!(speed > 0)) return start;
    if constexpr (D == 2) {
      const SineCosine r = sine_cosine(rate * (t - begin));
      return start * r.cosine - cross(start, r.sine);
    } else {
      const SineCosine r = sine_cosine(speed * (t - begin));
      const Vec<double, 3> k = rate / speed;
      const Vec<double, 3> n = start * r.cosine + cross(k, start) * r.sine + k * (dot(k, start) * (1 - r.cosine));
      return n / norm(n);
    }
  }
};

/// The number of different vertices of one shape in a feature.
template <int D>
int distinct(const VertexId (&ids)[D + 1], int count) {
  int different = 0;
  for (int i = 0; i < count; ++i) {
    bool seen = ids[i] == no_vertex;
    for (int k = 0; k < i; ++k) seen = seen || ids[k] == ids[i];
    different += seen ? 0 : 1;
  }
  return different;
}

/// The direction of an edge of a feature with two distinct vertices, in the frame of the shape; its length is about 1.
template <Shape S>
DirectionOf<S> edge_of(const S& shape, const VertexId* ids) {
  int first = 0;
  while (ids[first] == no_vertex) ++first;
  int second = first + 1;
  while (ids[second] == no_vertex || ids[second] == ids[first]) ++second;
  return scale_direction(vertex(shape, ids[second]) - vertex(shape, ids[first]));
}

/// The rate at which n rotates to stay perpendicular to two rotating edges e and f. Zero if they are parallel.
inline Vec<double, 3> edges_rate(const Vec<double, 3>& n, const Vec<double, 3>& e, const Vec<double, 3>& spin_e,
                                 const Vec<double, 3>& f, const Vec<double, 3>& spin_f) {
  const double ee = norm_squared(e), ef = dot(e, f), ff = norm_squared(f), det = ee * ff - ef * ef;
  if (!(det > 0x1p-20 * ee * ff)) return {};  // the sine of their angle is below 1/1000: n' would be noise
  const double p = -dot(n, cross(spin_e, e)), q = -dot(n, cross(spin_f, f));
  const Vec<double, 3> change = e * ((p * ff - q * ef) / det) + f * ((q * ee - p * ef) / det);
  return cross(n, change);
}

/// The rate at which the axis will rotate, from the features it belongs to; `secant` if they do not determine it.
template <class Search>
Spin<Search::D> feature_rate(const Search& search, const Spin<Search::D>& secant) {
  constexpr int D = Search::D;
  const auto& d = search.distance_here();
  const auto& pair = search.pair;
  const int on_a = distinct<D>(d.feature_a, d.feature_count), on_b = distinct<D>(d.feature_b, d.feature_count);
  if (on_a >= D) return pair.a.spin();
  if (on_b >= D) return pair.b.spin();
  if constexpr (D == 3) {
    if (on_a == 2 && on_b == 2) {
      const auto e = pair.a.rotation() * edge_of(pair.a.shape(), d.feature_a);
      const auto f = pair.b.rotation() * edge_of(pair.b.shape(), d.feature_b);
      return edges_rate(d.normal, e, pair.a.spin(), f, pair.b.spin());
    }
  }
  return secant;
}

/// The axis to follow from n at the current time of the pair.
template <class Search, Shape A, Shape B>
SeparationFunction<Search::D> axis_to_follow(const Search& search, const MovingPair<A, B>& pair,
                                             const Vec<double, Search::D>& n, const Spin<Search::D>& secant) {
  return {n, feature_rate(search, secant), pair.time()};
}

}  // namespace abut::detail
