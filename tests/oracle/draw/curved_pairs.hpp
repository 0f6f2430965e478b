/// Random pairs of curved shapes, in poses, at a chosen gap.
#pragma once

#include "oracle/draw/generators.hpp"

#include <abut/distance.hpp>
#include <abut/shapes.hpp>

#include <tuple>

namespace oracle {

template <class A, class B>
struct CurvedPair {
  abut::Placed<A> a;
  abut::Placed<B> b;
  double size = 0;  ///< the sum of the reaches, the unit of the gap
};

namespace detail {

/// Sizes of 0.1 to 2, including flat and slender shapes. Rounded through memory: see rounded().
template <class T, int D>
[[gnu::noinline]] abut::Vec<T, D> sizes(Random& random) {
  abut::Vec<T, D> r;
  for (int i = 0; i < D; ++i) r[i] = static_cast<T>(random.decade(-1, 0.3));
  return r;
}

template <class T, int D>
void draw(Random& random, abut::Ellipsoid<T, D>& s) {
  s.radii = sizes<T, D>(random);
}
template <class T, int D>
void draw(Random& random, abut::Box<T, D>& s) {
  s.half = sizes<T, D>(random);
}
template <class S>
  requires requires(S s) { s.half_height; }
void draw(Random& random, S& s) {
  const auto r = sizes<abut::ScalarOf<S>, 2>(random);
  s = {r.x, r.y, static_cast<abut::Axis>(random.integer(0, 2))};
}

template <class T, int D>
[[gnu::noinline]] abut::Vec<T, D> rounded(const V<D>& v) {
  abut::Vec<T, D> r;
  for (int i = 0; i < D; ++i) r[i] = static_cast<T>(v[i]);
  return r;
}

}  // namespace detail

/// B at a gap of `gap` times the size from A, along the normal of their closest points and up to the rounding of its
/// position. The position comes from the library; the judge decides afterward how far apart they are.
template <class A, class B>
CurvedPair<A, B> curved_pair(std::uint64_t seed, double gap) {
  using T = abut::ScalarOf<A>;
  constexpr int D = abut::dimension_of<A>;
  Random random(seed);
  CurvedPair<A, B> r;
  detail::draw(random, r.a.shape);
  detail::draw(random, r.b.shape);
  detail::assign(r.a.pose.q, detail::rotation<D>(random), 1);
  detail::assign(r.b.pose.q, detail::rotation<D>(random), 1);
  r.size = r.a.shape.bounding_radius() + r.b.shape.bounding_radius();
  const auto origin = detail::direction<D>(random) * random.between(0, 1);
  auto place = origin + detail::direction<D>(random) * (r.size * random.between(1.1, 2));
  r.a.pose.p = detail::rounded<T, D>(origin);
  r.b.pose.p = detail::rounded<T, D>(place);
  const auto far = abut::distance(r.a, r.b);
  place += abut::detail::widen(far.normal) * (gap * r.size - double(far.distance));
  r.b.pose.p = detail::rounded<T, D>(place);
  return r;
}

/// Every pair of curved shapes, and each against a box.
template <class T>
using CurvedPairs =
    std::tuple<CurvedPair<abut::Ellipsoid<T, 2>, abut::Ellipsoid<T, 2>>,
               CurvedPair<abut::Ellipsoid<T, 2>, abut::Box<T, 2>>,
               CurvedPair<abut::Ellipsoid<T, 3>, abut::Ellipsoid<T, 3>>,
               CurvedPair<abut::Ellipsoid<T, 3>, abut::Cylinder<T>>, CurvedPair<abut::Ellipsoid<T, 3>, abut::Cone<T>>,
               CurvedPair<abut::Ellipsoid<T, 3>, abut::Box<T, 3>>, CurvedPair<abut::Cylinder<T>, abut::Cylinder<T>>,
               CurvedPair<abut::Cylinder<T>, abut::Cone<T>>, CurvedPair<abut::Cylinder<T>, abut::Box<T, 3>>,
               CurvedPair<abut::Cone<T>, abut::Cone<T>>, CurvedPair<abut::Cone<T>, abut::Box<T, 3>>>;

inline constexpr const char* curved_pair_names[] = {"ellipse, ellipse",    "ellipse, box (2D)", "ellipsoid, ellipsoid",
                                                    "ellipsoid, cylinder", "ellipsoid, cone",   "ellipsoid, box",
                                                    "cylinder, cylinder",  "cylinder, cone",    "cylinder, box",
                                                    "cone, cone",          "cone, box"};

inline constexpr double curved_gaps[] = {1, 1e-2, 1e-4, 1e-6};

/// Calls f(name, make) for each, where make(seed, gap) gives a pair.
template <class T, class F, std::size_t I = 0>
void for_each_curved_pair(F&& f) {
  if constexpr (I < std::tuple_size_v<CurvedPairs<T>>) {
    [&]<class A, class B>(std::type_identity<CurvedPair<A, B>>) {
      f(curved_pair_names[I], [](std::uint64_t seed, double gap) { return curved_pair<A, B>(seed, gap); });
    }(std::type_identity<std::tuple_element_t<I, CurvedPairs<T>>>{});
    for_each_curved_pair<T, F, I + 1>(std::forward<F>(f));
  }
}

}  // namespace oracle
