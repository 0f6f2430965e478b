/// One of the library's shapes, chosen at run time: one query to compile instead of one for every pair of
/// types.
#pragma once

#include "oracle/draw/generators.hpp"

#include <abut/hull.hpp>
#include <abut/polygon.hpp>
#include <abut/shapes.hpp>

#include <variant>

namespace oracle {

template <class T, int D>
using LastShape = std::conditional_t<D == 3, abut::Tetrahedron<T, 3>, abut::PointSet<T, 2>>;

/// Forwards exactly the members that the library uses of a shape.
template <class T, int D>
struct AnyShape {
  using Vector = abut::Vec<T, D>;
  static constexpr bool ranks_about_center = true;
  std::variant<abut::Point<T, D>, abut::Segment<T, D>, abut::Triangle<T, D>, abut::Box<T, D>, abut::Ball<T, D>,
               abut::Capsule<T, D>, LastShape<T, D>>
      shape;

  abut::SupportPoint<abut::Vec<double, D>> support(const abut::Vec<double, D>& d) const {
    return std::visit([&](const auto& s) { return s.support(d); }, shape);
  }
  abut::Vec<double, D> center() const {
    return std::visit([](const auto& s) { return abut::detail::center(s); }, shape);
  }
  double reach() const {
    return std::visit([](const auto& s) { return s.reach(); }, shape);
  }
  double radius() const {
    return std::visit([](const auto& s) { return abut::detail::radius(s); }, shape);
  }
  bool is_valid() const {
    return std::visit([](const auto& s) { return abut::detail::is_valid(s, abut::detail::enclosure(s)); }, shape);
  }
};

// The vertices of each shape's core, for the judge.

template <class T, int D>
Points<T, D> vertices(const abut::Point<T, D>& s) {
  return {s.p};
}
template <class T, int D>
Points<T, D> vertices(const abut::Segment<T, D>& s) {
  return {s.a, s.b};
}
template <class T, int D>
Points<T, D> vertices(const abut::Triangle<T, D>& s) {
  return {s.a, s.b, s.c};
}
template <class T, int D>
Points<T, D> vertices(const abut::Tetrahedron<T, D>& s) {
  return {s.a, s.b, s.c, s.d};
}
template <class T, int D>
Points<T, D> vertices(const abut::Ball<T, D>& s) {
  return {s.center};
}
template <class T, int D>
Points<T, D> vertices(const abut::Capsule<T, D>& s) {
  return {s.a, s.b};
}
template <class T, int D>
Points<T, D> vertices(const abut::PointSet<T, D>& s) {
  return {s.points().begin(), s.points().end()};
}
template <class T, int D>
Points<T, D> vertices(const abut::HullView<T, D>& s) {
  return {s.vertices().begin(), s.vertices().end()};
}
template <class T, int D>
Points<T, D> vertices(const abut::Box<T, D>& s) {
  Points<T, D> r;
  for (int corner = 0; corner < 1 << D; ++corner) {
    abut::Vec<T, D> p = s.half;
    for (int i = 0; i < D; ++i) p[i] = (corner >> i & 1) != 0 ? p[i] : -p[i];
    r.push_back(p);
  }
  return r;
}
template <class T, int D>
Points<T, D> vertices(const AnyShape<T, D>& s) {
  return std::visit([](const auto& shape) { return vertices(shape); }, s.shape);
}

}  // namespace oracle
