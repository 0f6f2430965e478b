/// Shapes in three languages: as C, as C++ and as the JSON that the JavaScript wrapper takes.
#pragma once

#include <abut.h>
#include <abut/abut.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace abut::c_test {

/// The shortest text that is read back as the same double; JSON has no infinities, and they are strings.
inline std::string text(double x) {
  if (x == detail::infinity<double>) return "\"Infinity\"";
  if (x == -detail::infinity<double>) return "\"-Infinity\"";
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.17g", x);
  return buffer;
}

inline std::string text(const double* numbers, int count) {
  std::string r = "[";
  for (int i = 0; i < count; ++i) r += (i > 0 ? "," : "") + text(numbers[i]);
  return r + "]";
}

/// In mesh_verbs.cpp: how many queries about meshes have other bits in C than in C++.
int other_bits_of_meshes();

template <Scalar T, int D>
struct Body {
  explicit Body(const ShapeRef<T, D>& s) : shape(s) {}

  abut_shape c{};
  ShapeRef<T, D> shape;
  std::optional<HalfSpace<T, D>> half_space;
  std::optional<Pose<T, D>> pose;
  std::function<Mass<T, D>(const Body&)> mass;  ///< null if there is none
  std::string json;                             ///< without the pose
};

/// All kinds of shapes in one space, which it owns.
template <Scalar T, int D>
class Bodies {
 public:
  using V = Vec<T, D>;

  Bodies() {
    V half, radii, a, b, c;
    const double all[] = {0.75, 0.5, 1.25, -0.5, 0.25, 0.625, 0.1, -0.9};
    for (int i = 0; i < D; ++i) {
      half[i] = static_cast<T>(all[i]);
      radii[i] = static_cast<T>(all[i + 1] < 0 ? 0.375 : all[i + 1]);
      a[i] = static_cast<T>(all[i + 2]);
      b[i] = static_cast<T>(all[i + 3]);
      c[i] = static_cast<T>(-all[i + 4]);
    }
    add(Box<T, D>{half}, ABUT_BOX, numbers({half}), "\"box\",\"half\":" + list(half));
    add(Ball<T, D>{{}, T(0.625)}, ABUT_BALL, numbers({V{}}, 0.625), "\"ball\",\"radius\":0.625");
    add(Ellipsoid<T, D>{radii}, ABUT_ELLIPSOID, numbers({radii}), "\"ellipsoid\",\"radii\":" + list(radii));
    const V end = detail::axis<T, D>(0) * T(0.5);
    add(Capsule<T, D>{V{} - end, end, T(0.25)}, ABUT_CAPSULE, numbers({V{} - end, end}, 0.25),
        R"("capsule","radius":0.25,"half_height":0.5,"axis":"x")");
    add(Segment<T, D>{a, b}, ABUT_SEGMENT, numbers({a, b}), "\"segment\",\"a\":" + list(a) + ",\"b\":" + list(b));
    add(Triangle<T, D>{a, b, c}, ABUT_TRIANGLE, numbers({a, b, c}),
        "\"triangle\",\"a\":" + list(a) + ",\"b\":" + list(b) + ",\"c\":" + list(c));
    if constexpr (D == 3) add_solids(a, b, c);
    add_points(6);
    for (const std::size_t count : {5U, 24U, 200U}) add_hull(count);
    add_round(Box<T, D>{half}, Body<T, D>(bodies_.front()));
    add_round(*hulls_.back(), Body<T, D>(bodies_[bodies_.size() - 2]));
    add_half_space(a * T(2));
  }
  Bodies(const Bodies&) = delete;
  Bodies(Bodies&&) = delete;
  Bodies& operator=(const Bodies&) = delete;
  Bodies& operator=(Bodies&&) = delete;
  ~Bodies() {
    for (abut_hull* hull : handles_) abut_hull_destroy(hull);
  }

  const std::vector<Body<T, D>>& all() const { return bodies_; }
  /// The points of the hulls, by their number, which the JSON of a hull is.
  const std::map<std::size_t, std::string>& hull_points() const { return hull_points_; }

  static std::string list(const V& v) {
    double wide[D];
    for (int i = 0; i < D; ++i) wide[i] = double(v[i]);
    return text(wide, D);
  }

 private:
  static std::vector<double> numbers(std::initializer_list<V> vectors, std::optional<double> last = {}) {
    std::vector<double> r;
    for (const V& v : vectors) {
      for (int i = 0; i < D; ++i) r.push_back(double(v[i]));
    }
    if (last) r.push_back(*last);
    return r;
  }
  static void set(abut_shape& shape, const std::vector<double>& numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i) shape.numbers[i] = numbers[i];
  }

  template <class S>
  Body<T, D>& hold(const S& shape) {
    const auto owner = std::make_shared<S>(shape);
    owners_.push_back(owner);
    bodies_.push_back(Body<T, D>(*owner));
    if constexpr (detail::HasMoments<S>) {
      bodies_.back().mass = [&s = *owner](const Body<T, D>& body) {
        return body.pose ? mass_properties(s, *body.pose) : mass_properties(s);
      };
    }
    return bodies_.back();
  }

  template <class S>
  void add(const S& shape, int kind, const std::vector<double>& numbers, const std::string& json) {
    Body<T, D>& body = hold(shape);
    body.c.kind = kind;
    set(body.c, numbers);
    body.json = "\"shape\":{\"shape\":" + json + "}";
  }

  void add_solids(const V& a, const V& b, const V& c) {
    const V d = detail::axis<T, D>(1);
    add(Tetrahedron<T>{a, b, c, d}, ABUT_TETRAHEDRON, numbers({a, b, c, d}),
        "\"tetrahedron\",\"a\":" + list(a) + ",\"b\":" + list(b) + ",\"c\":" + list(c) + ",\"d\":" + list(d));
    add(Cylinder<T>{T(0.5), T(0.75), Axis::y}, ABUT_CYLINDER, {0.5, 0.75},
        R"("cylinder","radius":0.5,"half_height":0.75,"axis":"y")");
    bodies_.back().c.axis = 1;
    add(Cone<T>{T(0.5), T(0.75), Axis::x}, ABUT_CONE, {0.5, 0.75},
        R"("cone","radius":0.5,"half_height":0.75,"axis":"x")");
  }

  /// Points all over a sphere, without trigonometry: the same bits everywhere.
  const std::vector<V>& cloud(std::size_t count) {
    std::vector<V>& points = clouds_.emplace_back();
    std::uint32_t state = 12345;
    while (points.size() < count) {
      V p;
      for (int k = 0; k < D; ++k) {
        state = state * 1664525U + 1013904223U;
        p[k] = static_cast<T>(double(state >> 16) / 32768 - 1);
      }
      const double length = detail::norm(detail::widen(p));
      if (length > 0.25 && length < 1) points.push_back(vec_cast<T>(detail::widen(p) / length));
    }
    return points;
  }

  std::string list_of(const std::vector<V>& points) {
    std::string r = "[";
    for (const V& p : points) r += (r.size() > 1 ? "," : "") + list(p);
    return r + "]";
  }

  void add_points(std::size_t count) {
    const auto& points = cloud(count);
    Body<T, D>& body = hold(*PointSet<T, D>::from(points));
    body.c.kind = ABUT_POINTS;
    body.c.points = points.data();
    body.c.count = count;
    body.json = "\"shape\":{\"shape\":\"points\",\"vertices\":" + list_of(points) + "}";
  }

  void add_hull(std::size_t count) {
    const auto& points = cloud(count);
    const int space = (std::is_same_v<T, float> ? 0 : 2) + (D == 3 ? 1 : 0);
    abut_answer answer;
    handles_.push_back(abut_hull_create(space, points.data(), count, &answer));
    hulls_.push_back(std::make_shared<Hull<T, D>>(*Hull<T, D>::from(points)));
    Body<T, D>& body = hold(hulls_.back()->view());
    body.c.kind = ABUT_HULL;
    body.c.hull = handles_.back();
    body.json = "\"hull\":" + std::to_string(count);
    hull_points_[count] = list_of(points);
  }

  template <class S>
  void add_round(const S& shape, const Body<T, D>& sharp) {
    Body<T, D>& body = hold(inflate(shape, T(0.25)));
    body.c = sharp.c;
    body.c.radius = 0.25;
    body.json = sharp.json + ",\"radius\":0.25";
  }

  void add_half_space(const V& up) {
    Body<T, D>& ground = hold(Point<T, D>{});
    ground.half_space = HalfSpace<T, D>{up, T(-0.25)};
    ground.mass = nullptr;
    ground.c.kind = ABUT_HALF_SPACE;
    set(ground.c, numbers({up}, -0.25));
    ground.json = "\"shape\":{\"shape\":\"half_space\",\"normal\":" + list(up) + ",\"offset\":-0.25}";
  }

  std::deque<std::vector<V>> clouds_;
  std::vector<std::shared_ptr<void>> owners_;
  std::vector<abut_hull*> handles_;
  std::vector<std::shared_ptr<Hull<T, D>>> hulls_;
  std::map<std::size_t, std::string> hull_points_;
  std::vector<Body<T, D>> bodies_;
};

}  // namespace abut::c_test
