/// Shapes as the library takes them and as a record writes them.
#pragma once

#include <abut/abut.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace abut::test {

/// "[1,2,3]"
template <Scalar T, int D>
std::string json(const Vec<T, D>& v) {
  std::string list = "[";
  for (int i = 0; i < D; ++i) list += fmt::format("{}{}", i > 0 ? "," : "", double(v[i]));
  return list + "]";
}

template <Scalar T>
std::string json(const Pose<T, 2>& pose) {
  return fmt::format(R"({{"p":{},"q":[{},{}]}})", json(pose.p), double(pose.q.c), double(pose.q.s));
}

template <Scalar T>
std::string json(const Pose<T, 3>& pose) {
  return fmt::format(R"({{"p":{},"q":[{},{},{},{}]}})", json(pose.p), double(pose.q.w), double(pose.q.x),
                     double(pose.q.y), double(pose.q.z));
}

template <Scalar T, int D>
std::string json(const Motion<T, D>& m) {
  std::string axis;
  if constexpr (D == 3) axis = fmt::format(R"("axis":{},)", json(m.axis));
  return fmt::format(R"({{"start":{},"center":{},"velocity":{},{}"angle":{}}})", json(m.start), json(m.center),
                     json(m.velocity), axis, double(m.angle));
}

/// A shape or a half-space, perhaps with a pose.
template <Scalar T, int D>
struct Body {
  std::shared_ptr<const void> owner;
  std::optional<ShapeRef<T, D>> shape;  ///< else it is the half-space
  HalfSpace<T, D> half_space;
  std::optional<Pose<T, D>> pose;
  std::string written;  ///< its fields, X for the letter: "\"X\":\"unit_box\",\"rX\":0.5"

  bool is_half_space() const { return !shape; }

  /// The fields of a record that has it as `name`, without braces.
  std::string fields(char name) const {
    std::string text = written;
    for (std::size_t at = text.find('X'); at != std::string::npos; at = text.find('X')) text[at] = name;
    return pose ? fmt::format(R"({},"pose_{}":{})", text, name, json(*pose)) : text;
  }

  /// f of what the library takes.
  template <class F>
  auto visit(F f) const {
    if (shape) return pose ? f(place(*shape, *pose)) : f(*shape);
    return pose ? f(place(half_space, *pose)) : f(half_space);
  }
};

/// f(a, b) of what the library takes: both are placed, or neither is. Not for half-spaces.
template <Scalar T, int D, class F>
auto visit_shapes(const Body<T, D>& a, const Body<T, D>& b, F f) {
  if (!a.pose && !b.pose) return f(*a.shape, *b.shape);
  return f(place(*a.shape, a.pose.value_or(Pose<T, D>{})), place(*b.shape, b.pose.value_or(Pose<T, D>{})));
}

/// The same; one of them may be a half-space.
template <Scalar T, int D, class F>
auto visit(const Body<T, D>& a, const Body<T, D>& b, F f) {
  if (!a.is_half_space() && !b.is_half_space()) return visit_shapes(a, b, f);
  const bool placed = a.pose || b.pose;
  const Pose<T, D> at_a = a.pose.value_or(Pose<T, D>{}), at_b = b.pose.value_or(Pose<T, D>{});
  if (a.is_half_space()) {
    return placed ? f(place(a.half_space, at_a), place(*b.shape, at_b)) : f(a.half_space, *b.shape);
  }
  return placed ? f(place(*a.shape, at_a), place(b.half_space, at_b)) : f(*a.shape, b.half_space);
}

template <Scalar T, int D, Shape S>
Body<T, D> body_of(const S& shape, std::string written) {
  Body<T, D> body;
  const auto owner = std::make_shared<const S>(shape);
  body.owner = owner;
  body.shape.emplace(*owner);
  body.written = std::move(written);
  return body;
}

/// A box, a capsule, a hull, an ellipsoid, inflated ones, and a half-space.
template <Scalar T, int D>
std::vector<Body<T, D>> bodies() {
  static const std::vector<Vec<T, D>> points = [] {
    std::vector<Vec<T, D>> list;
    for (int i = 0; i < 9; ++i) {
      Vec<T, D> v;
      for (int k = 0; k < D; ++k) v[k] = static_cast<T>(((i * 7 + k * 5 + i * i * k) % 11) * 0.1 - 0.4);
      list.push_back(v);
    }
    return list;
  }();
  std::string written = "[";
  for (const auto& p : points) written += (written.size() > 1 ? "," : "") + json(p);
  written += "]";
  Vec<T, D> half, radii, end, normal;
  for (int k = 0; k < D; ++k) {
    half[k] = static_cast<T>(0.3 + 0.2 * k);
    radii[k] = static_cast<T>(0.7 - 0.1 * k);
    normal[k] = static_cast<T>(0.1 + 0.3 * k);
  }
  end[D - 1] = T(0.75);
  const T radius = T(0.1);
  const auto box = fmt::format(R"("X":{{"shape":"box","half":{}}})", json(half));
  const auto inflated = fmt::format(R"(,"rX":{})", double(radius));
  const auto set = *PointSet<T, D>::from(points);
  std::vector<Body<T, D>> all{
      body_of<T, D>(Box<T, D>{half}, box),
      body_of<T, D>(Capsule<T, D>{-end, end, radius},
                    fmt::format(R"("X":{{"shape":"capsule","radius":{},"half_height":0.75}})", double(radius))),
      body_of<T, D>(Ellipsoid<T, D>{radii}, fmt::format(R"("X":{{"shape":"ellipsoid","radii":{}}})", json(radii))),
      body_of<T, D>(set, R"("X":)" + written),
      body_of<T, D>(inflate(Box<T, D>{half}, radius), box + inflated),
      body_of<T, D>(inflate(set, radius), fmt::format(R"("X":{{"shape":"hull","vertices":{}}}{})", written, inflated)),
  };
  Body<T, D> ground;
  ground.half_space = {normal, T(0.2)};
  ground.written = fmt::format(R"("X":{{"shape":"half_space","normal":{},"offset":{}}})", json(normal), double(T(0.2)));
  all.push_back(ground);
  return all;
}

}  // namespace abut::test
