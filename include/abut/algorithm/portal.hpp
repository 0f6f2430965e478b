/// Portals of MPR: the part of a set's inside that a ray passes through.
///
/// A portal is an edge in the plane, a triangle in space; its vertices are points of the set, and the ray passes between them. Split by a
/// point further out it becomes two or three portals, of which the ray passes one: signs of areas or volumes tell which. What
/// differs between plane and space is in portal2.hpp and portal3.hpp.
#pragma once

#include <abut/algorithm/difference.hpp>

#include <utility>

namespace abut::detail {

/// A ray of points from + t along, t >= 0.
template <int D>
struct PortalRay {
  Vec<double, D> from, along;
};

template <int D>
class Portal;

/// A point of a simplex, as a combination of its vertices with weights of 0 or more, of sum 1.
template <int D>
struct Mixture {
  double weight[D + 1];
  Vec<double, D> p;
};

/// The sum of weight times vertex.
template <int D>
void mix(const Vec<double, D> (&w)[D + 1], Mixture<D>& m) {
  m.p = {};
  for (int i = 0; i <= D; ++i) m.p += w[i] * m.weight[i];
}

/// Weights divided by their sum; negative ones, the point being outside, become 0. False if nothing is left.
template <int N>
bool normalise(double (&weight)[N]) {
  double sum = 0;
  for (double& x : weight) {
    x = x > 0 ? x : 0;
    sum += x;
  }
  for (double& x : weight) x /= sum;
  return sum > 0;
}

}  // namespace abut::detail
