/// The pairs that the property tests share: generated once, judged once, queried as often as needed.
#pragma once

#include "oracle/draw/generators.hpp"

#include <abut/distance.hpp>
#include <abut/shapes.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <ostream>
#include <string>

namespace oracle {

/// What a property is tested for: scalar, dimension, with or without poses.
template <class Scalar, int Dimension, bool Posed>
struct Setting {
  using T = Scalar;
  static constexpr int D = Dimension;
  static constexpr bool posed = Posed;
  static constexpr double eps = abut::epsilon_of<T>;
};

using Settings = ::testing::Types<Setting<float, 2, false>, Setting<float, 3, false>, Setting<double, 2, false>,
                                  Setting<double, 3, false>, Setting<float, 2, true>, Setting<float, 3, true>,
                                  Setting<double, 2, true>, Setting<double, 3, true>>;

struct SettingNames {
  template <class S>
  static std::string GetName(int) {
    return std::string(S::D == 2 ? "2D" : "3D") + (sizeof(typename S::T) == 4 ? "Float" : "Double") +
           (S::posed ? "Posed" : "");
  }
};

/// Pairs of each kind in each setting. ABUT_TRIALS=10000 makes a long run.
inline int trials() {
  const char* text = std::getenv("ABUT_TRIALS");
  return text != nullptr ? std::atoi(text) : 300;
}

/// A hull of points with a radius, as a user would write it.
template <class T, int D>
struct Rounded {
  using Vector = abut::Vec<T, D>;
  static constexpr bool support_is_relative_to_center = true;
  abut::PointSet<T, D> core;
  T r;

  auto support(const abut::Vec<double, D>& d) const { return core.support(d); }
  auto center() const { return core.center(); }
  double bounding_radius() const { return core.bounding_radius(); }
  T radius() const { return r; }
};

template <class T, int D>
abut::PointSet<T, D> points(const Points<T, D>& p) {
  return *abut::PointSet<T, D>::from(p);
}

/// The distance of the pair with its sign, as bare point sets if it has neither poses nor radii.
template <class T, int D>
abut::detail::SignedDistance<T, D> query(const Pair<T, D>& p, const abut::DistanceOptions<T, D>& options = {}) {
  const auto a = points<T, D>(p.a), b = points<T, D>(p.b);
  const bool round = p.radius_a > 0 || p.radius_b > 0;
  if (!p.posed && !round) return abut::detail::signed_distance(a, b, options);
  if (p.posed && !round)
    return abut::detail::signed_distance(abut::place(a, p.pose_a), abut::place(b, p.pose_b), options);
  const Rounded<T, D> ra{a, p.radius_a}, rb{b, p.radius_b};
  if (!p.posed) return abut::detail::signed_distance(ra, rb, options);
  return abut::detail::signed_distance(abut::place(ra, p.pose_a), abut::place(rb, p.pose_b), options);
}

/// A shape's center and reach as the contract's `size` counts them: about the center of its bounding box.
template <class T, int D>
struct Extent {
  Vector<D> center{};
  Real reach = 0;

  explicit Extent(const Points<T, D>& points) {
    Vector<D> low = exact(points[0]), high = low;
    for (const auto& p : points) {
      for (int i = 0; i < D; ++i) {
        low[i] = p[i] < low[i] ? Real(p[i]) : low[i];
        high[i] = p[i] > high[i] ? Real(p[i]) : high[i];
      }
    }
    center = (low + high) * Real(0.5);
    for (const auto& p : points) {
      const Real r = norm(exact(p) - center);
      reach = r > reach ? r : reach;
    }
  }
};

/// Reach of A + reach of B + radii + distance of the centers. With poses, reaches and distance count from the origins
/// of the frames, about which the shapes are rotated.
template <class T, int D>
Real size_of(const Pair<T, D>& p) {
  const Extent<T, D> a(p.a), b(p.b);
  const Real sizes = a.reach + b.reach + p.radius_a + p.radius_b;
  if (!p.posed) return sizes + norm(b.center - a.center);
  return sizes + norm(a.center) + norm(b.center) + norm(exact(p.pose_b.p) - exact(p.pose_a.p));
}

/// A pair and its true distance.
template <class T, int D>
struct Case {
  Pair<T, D> pair;
  Body<D> a, b;
  Truth<D> cores;
  Real size = 0;

  explicit Case(Pair<T, D> p);

  Real radii() const { return a.radius + b.radius; }
  /// Bounds of the true distance.
  Real lower() const { return cores.lower > radii() ? cores.lower - radii() : 0; }
  Real upper() const { return cores.upper > radii() ? cores.upper - radii() : 0; }

  friend std::ostream& operator<<(std::ostream& out, const Case& c) {
    c.print(out);
    return out;
  }

 private:
  void print(std::ostream& out) const;
};

template <class T, int D>
Case<T, D>::Case(Pair<T, D> p) : pair(std::move(p)) {
  if (pair.posed) {
    a = body<T, D>(pair.a, pair.pose_a, pair.radius_a);
    b = body<T, D>(pair.b, pair.pose_b, pair.radius_b);
  } else {
    a = body<T, D>(pair.a, pair.radius_a);
    b = body<T, D>(pair.b, pair.radius_b);
  }
  cores = oracle::distance(a, b);
  size = size_of(pair);
}

template <class T, int D>
void Case<T, D>::print(std::ostream& out) const {
  out << name(pair.kind) << " seed " << pair.seed << (pair.posed ? " posed" : "") << (radii() > 0 ? " round" : "")
      << ", true distance " << narrow(lower()) << ", size " << narrow(size);
}

/// The cases of one setting; every third has radii.
template <class S>
const std::vector<Case<typename S::T, S::D>>& corpus() {
  using C = Case<typename S::T, S::D>;
  static const std::vector<C> cases = [] {
    std::vector<C> r;
    for (int kind = 0; kind < kind_count; ++kind) {
      for (int i = 0; i < trials(); ++i) {
        r.push_back(C(make_pair<typename S::T, S::D>(static_cast<Kind>(kind), S::posed, i % 3 == 2,
                                                     static_cast<std::uint64_t>(i))));
      }
    }
    return r;
  }();
  return cases;
}

// The expensive ones are compiled once, in property/judge.cpp and property/library.cpp.

extern template const std::vector<Case<float, 2>>& corpus<Setting<float, 2, false>>();
extern template const std::vector<Case<float, 3>>& corpus<Setting<float, 3, false>>();
extern template const std::vector<Case<double, 2>>& corpus<Setting<double, 2, false>>();
extern template const std::vector<Case<double, 3>>& corpus<Setting<double, 3, false>>();
extern template const std::vector<Case<float, 2>>& corpus<Setting<float, 2, true>>();
extern template const std::vector<Case<float, 3>>& corpus<Setting<float, 3, true>>();
extern template const std::vector<Case<double, 2>>& corpus<Setting<double, 2, true>>();
extern template const std::vector<Case<double, 3>>& corpus<Setting<double, 3, true>>();

extern template struct Case<float, 2>;
extern template struct Case<float, 3>;
extern template struct Case<double, 2>;
extern template struct Case<double, 3>;

extern template abut::detail::SignedDistance<float, 2> query(const Pair<float, 2>&,
                                                             const abut::DistanceOptions<float, 2>&);
extern template abut::detail::SignedDistance<float, 3> query(const Pair<float, 3>&,
                                                             const abut::DistanceOptions<float, 3>&);
extern template abut::detail::SignedDistance<double, 2> query(const Pair<double, 2>&,
                                                              const abut::DistanceOptions<double, 2>&);
extern template abut::detail::SignedDistance<double, 3> query(const Pair<double, 3>&,
                                                              const abut::DistanceOptions<double, 3>&);

/// Rounding units: the contract's allowance for `converged`.
template <class S>
Real allowance(Real size) {
  constexpr int units = std::is_same_v<typename S::T, float> ? 8 : S::posed ? 32 : 16;
  return Real(units * S::eps) * size;
}

}  // namespace oracle
