/// Questions about two hulls, in 2D or 3D, for the suite of closed_form.hpp.
#pragma once

#include "oracle/judge/closed_form.hpp"

#include <abut/hull.hpp>

namespace oracle {

/// Two hulls, one placed or both.
template <class Scalar, int Dimension>
struct HullQuestion : PlacedPair<HullQuestion<Scalar, Dimension>, Scalar, Dimension> {
  using T = Scalar;
  static constexpr int D = Dimension;
  using V = abut::Vec<T, D>;
  using Hull = abut::Hull<T, D>;
  static constexpr std::uint64_t seed = D == 2 ? 21 : 31;
  std::vector<V> a, b;  ///< the points

  HullQuestion(Random& random, Stance stance) {
    const double unit = random.chance(0.3) ? random.decade(-30, 30) : 1;
    for (auto* points : {&a, &b}) {
      const bool large = stance == Stance::unequal && points == &a;
      draw(*points, random, stance, unit * (large ? 1e5 : 1));
    }
    // In 3D the farthest points of a ball are further apart than its hull extends toward the other.
    constexpr Spacing spacing = D == 2 ? Spacing{.overlapping = 0.4, .least = 0.5, .most = 1.5}
                                       : Spacing{.overlapping = 0.2, .least = 0.3, .most = 1.2};
    this->place_pair(random, stance, unit, reach(a) + reach(b), spacing);
  }

  /// Points of an ellipsoid: one to ten around it in 2D, up to forty in 3D, usually few; or the corners of a box.
  static void draw(std::vector<V>& points, Random& random, Stance stance, double unit) {
    const bool flat = stance == Stance::thin && random.chance(0.7);
    abut::Vec<double, D> half, middle;
    for (int k = 0; k < D; ++k) half[k] = random.integer(16, 32) / 32.0;
    if (flat) half[random.integer(0, D - 1)] = random.decade(-5, 0);
    if (stance == Stance::remote) middle = detail::arrow<D>(random, unit * random.decade(0, 4));
    const int count = random.integer(1, D == 2 ? 10 : random.chance(0.5) ? 8 : 40);
    const bool is_box = random.chance(0.3);
    for (int i = 0; i < (is_box ? 1 << D : count); ++i) {
      abut::Vec<double, D> p = is_box ? corner(i) : on_sphere(random, i, count);
      for (int k = 0; k < D; ++k) p[k] *= half[k];
      points.push_back(abut::vec_cast<T>(p * unit + middle));
    }
  }
  static double reach(const std::vector<V>& points) {
    double most = 0;
    for (const V& p : points) most = std::max(most, std::sqrt(abut::norm_squared(abut::detail::widen(p - points[0]))));
    return most;
  }

  template <class F>
  auto with_shapes(const F& f) const {
    const Hull hull_a = *Hull::from(a), hull_b = *Hull::from(b);
    return f(hull_a.view(), hull_b.view());
  }
  std::vector<T*> numbers() {
    std::vector<T*> all;
    for (V* p : {&this->pose_a.p, &this->pose_b.p}) this->add_numbers(*p, all);
    for (auto* points : {&a, &b}) {
      for (V& p : *points) this->add_numbers(p, all);
    }
    return all;
  }

  /// In the order of the hull's vertices.
  static std::vector<V> vertices(const std::vector<V>& points) {
    const Hull hull = *Hull::from(points);
    return {hull.vertices().begin(), hull.vertices().end()};
  }
  Body<D> body_a() const { return HullQuestion::PlacedPair::body_a(vertices(a)); }
  Body<D> body_b() const { return HullQuestion::PlacedPair::body_b(vertices(b)); }

  Real size() const {
    const auto of = [](const Hull& hull) {
      return Real(hull.view().bounding_radius()) + norm(exact(hull.view().center()));
    };
    return of(*Hull::from(a)) + of(*Hull::from(b)) + this->origin_distance();
  }

 private:
  static abut::Vec<double, D> on_sphere(Random& random, int i, int count) {
    if constexpr (D == 2) {
      const double angle = 2 * 3.141592653589793 * (i + random.between(0, 0.9)) / count;
      return {std::cos(angle), std::sin(angle)};
    } else {
      return detail::arrow<3>(random, 1);
    }
  }
  /// A corner of the cube from -1 to 1.
  static abut::Vec<double, D> corner(int i) {
    abut::Vec<double, D> p;
    for (int k = 0; k < D; ++k) p[k] = (i >> k & 1) != 0 ? 1 : -1;
    return p;
  }
};

}  // namespace oracle
