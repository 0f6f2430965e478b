/// Curved and composed shapes in 113 bits, and the distance of any two sets that have a support mapping.
///
/// support_point(shape, d) is the support point by the definition of the shape, its radius included, in real numbers:
/// it shares nothing with the library but the numbers in the shape. closest() then searches in 113 bits; its result
/// rests on a certificate, a plane for the lower bound and a convex combination for the upper one.
#pragma once

#include "oracle/draw/any_shape.hpp"

#include <abut/compose.hpp>

namespace oracle {

template <int D>
Vector<D> unit(const Vector<D>& d) {
  const Real length = norm(d);
  return length > 0 ? d * (1 / length) : d;
}

template <int D>
Vector<D> times(Vector<D> a, const Vector<D>& b) {
  for (int i = 0; i < D; ++i) a[i] *= b[i];
  return a;
}

template <int D>
Vector<D> transposed_times(const Matrix<D>& m, const Vector<D>& v) {
  Vector<D> r;
  for (int i = 0; i < D; ++i) r = r + m.row[i] * v[i];
  return r;
}

// --- Support points, radius included ------------------------------------------------------------------------

/// The support point among the corners, moved out by the radius.
template <class S, int D>
  requires requires(const S& s) { vertices(s); }
Vector<D> support_point(const S& s, const Vector<D>& d) {
  const auto corners = vertices(s);
  Vector<D> best = exact(corners[0]);
  for (const auto& p : corners) best = dot(d, exact(p)) > dot(d, best) ? exact(p) : best;
  return best + unit(d) * Real(abut::detail::radius(s));
}

template <class T, int D>
Vector<D> support_point(const abut::Ellipsoid<T, D>& s, const Vector<D>& d) {
  const Vector<D> r = exact(s.radii);
  return times(r, unit(times(r, d)));
}

/// The support point of the circle about axis k at the height z.
inline Vector<3> on_rim(const Vector<3>& d, int k, Real radius, Real z) {
  Vector<3> across = d;
  across[k] = 0;
  across = unit(across) * radius;
  across[k] = z;
  return across;
}

template <class T>
Vector<3> support_point(const abut::Cylinder<T>& s, const Vector<3>& d) {
  const int k = static_cast<int>(s.axis);
  return on_rim(d, k, s.radius, d[k] > 0 ? Real(s.half_height) : -Real(s.half_height));
}

template <class T>
Vector<3> support_point(const abut::Cone<T>& s, const Vector<3>& d) {
  const int k = static_cast<int>(s.axis);
  const Vector<3> rim = on_rim(d, k, s.radius, -Real(s.half_height));
  Vector<3> apex;
  apex[k] = s.half_height;
  return dot(d, rim) > dot(d, apex) ? rim : apex;
}

template <class S, int D>
Vector<D> support_point(const abut::Placed<S>& s, const Vector<D>& d) {
  const Matrix<D> m = matrix(s.pose.q);
  return m * support_point(s.shape, transposed_times(m, d)) + exact(s.pose.p);
}

template <class S, int D>
Vector<D> support_point(const abut::Inflated<S>& s, const Vector<D>& d) {
  return support_point(s.shape, d) + unit(d) * Real(s.extra);
}

template <class S, int D>
Vector<D> support_point(const abut::Swept<S>& s, const Vector<D>& d) {
  const Vector<D> start = support_point(s.shape, d), motion = exact(s.motion);
  return dot(d, motion) > 0 ? start + motion : start;
}

template <class A, class B, int D>
Vector<D> support_point(const abut::MinkowskiSum<A, B>& s, const Vector<D>& d) {
  return support_point(s.a, d) + support_point(s.b, d);
}

template <class A, class B, int D>
Vector<D> support_point(const abut::HullOf<A, B>& s, const Vector<D>& d) {
  const Vector<D> a = support_point(s.a, d), b = support_point(s.b, d);
  return dot(d, a) > dot(d, b) ? a : b;
}

template <class S, int D>
Vector<D> support_point(const abut::Scaled<S>& s, const Vector<D>& d) {
  return support_point(s.shape, d) * Real(s.factor);
}

template <class S, int D>
Vector<D> support_point(const abut::Stretched<S>& s, const Vector<D>& d) {
  const Vector<D> f = exact(s.factors);
  return times(f, support_point(s.shape, times(f, d)));
}

/// max of d.x / |d| over the shape.
template <class S, int D>
Real height(const S& shape, const Vector<D>& d) {
  return dot(unit(d), support_point(shape, d));
}

// --- The distance ------------------------------------------------------------------------------------------

/// lower <= distance <= upper.
template <int D>
struct Bracket {
  Real lower = 0, upper = 0;
  Vector<D> normal{};  ///< of length 1, from A to B: the plane that proves `lower`
  int iterations = 0;
};

/// GJK in 113 bits. Convergence is linear, so that a few hundred steps give 20 digits.
template <int D>
class Closest {
 public:
  /// `lowest(v)`: the point of the set with the least v.x. Stops when the bounds are within `enough`, or at the
  /// rounding of 113 bits.
  template <class F>
  Bracket<D> run(const F& lowest, Vector<D> v, Real enough) {
    for (; r_.iterations < 2000; ++r_.iterations) {
      const Vector<D> w = lowest(v);
      const Real below = dot(unit(v), w);
      if (below > r_.lower || r_.iterations == 0) {
        r_.lower = below;
        r_.normal = unit(v);
      }
      if (best_.index.size() > 0 && r_.upper - r_.lower <= enough) break;
      if (!take(w)) break;
      v = best_.p;
      if (best_.squared == 0) break;
    }
    r_.lower = r_.lower > 0 ? r_.lower : 0;
    return r_;
  }

 private:
  /// False if no simplex with the new vertex is nearer.
  bool take(const Vector<D>& w) {
    simplex_.push_back(w);
    const std::size_t n = simplex_.size();
    const bool had = !best_.index.empty();
    bool found = false;
    detail::Combination<D> c;
    for (unsigned mask = 1U << (n - 1); mask < 1U << n; ++mask) {
      if (std::popcount(mask) > D + 1) continue;
      c.index.clear();
      for (std::size_t i = 0; i < n; ++i) {
        if ((mask >> i & 1U) != 0) c.index.push_back(i);
      }
      if (!detail::nearest(simplex_, c) || ((had || found) && c.squared >= best_.squared)) continue;
      best_ = c;
      found = true;
    }
    if (!found) return false;
    std::vector<Vector<D>> kept;
    for (const std::size_t i : best_.index) kept.push_back(simplex_[i]);
    simplex_ = kept;
    r_.upper = square_root(best_.squared);
    return true;
  }

  std::vector<Vector<D>> simplex_;
  detail::Combination<D> best_;
  Bracket<D> r_;
};

template <class A, class B, int D>
Bracket<D> closest(const A& a, const B& b, const Vector<D>& first, Real enough) {
  return Closest<D>().run([&](const Vector<D>& v) { return support_point(b, v * -1) - support_point(a, v); }, first,
                          enough);
}

/// How far p is outside of the shape: an upper bound that stops at `enough`, found from the direction along which p
/// should be the support point.
template <class S, int D>
Real outside(const S& shape, const Vector<D>& p, const Vector<D>& d, Real enough) {
  const auto r = Closest<D>().run([&](const Vector<D>& v) { return support_point(shape, v * -1) - p; }, d * -1, enough);
  return r.upper;
}

}  // namespace oracle
