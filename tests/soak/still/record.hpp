/// A pair as a record of `abut query`.
#pragma once

#include "soak/still/solid.hpp"

#include <cstdio>
#include <string>

namespace soak {

class RecordWriter {
 public:
  template <class T, int D>
  std::string write(const Pair<T, D>& p, const std::string& id) {
    text_ = "{\"id\":\"" + id + "\",\"op\":\"rounded\",\"dim\":" + std::to_string(D) + ",\"a\":";
    solid(p.a);
    text_ += ",\"ra\":";
    number(p.a.extra);
    text_ += ",\"b\":";
    solid(p.b);
    text_ += ",\"rb\":";
    number(p.b.extra);
    if (p.posed) {
      text_ += ",\"pose_a\":";
      pose(p.pose_a);
      text_ += ",\"pose_b\":";
      pose(p.pose_b);
    }
    return text_ + "}";
  }

 private:
  /// 17 digits read back as the same double.
  void number(double x) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.17g", x);
    text_ += digits;
  }
  template <class T, int D>
  void vector(const abut::Vec<T, D>& v) {
    for (int i = 0; i < D; ++i) {
      text_ += i == 0 ? '[' : ',';
      number(v[i]);
    }
    text_ += ']';
  }
  template <class T>
  void rotation(const abut::Rotation<T, 2>& q) {
    vector(abut::Vec<T, 2>{q.c, q.s});
  }
  template <class T>
  void rotation(const abut::Rotation<T, 3>& q) {
    text_ += '[';
    number(q.w);
    for (const T x : {q.x, q.y, q.z}) {
      text_ += ',';
      number(x);
    }
    text_ += ']';
  }
  template <class T, int D>
  void pose(const abut::Pose<T, D>& pose) {
    text_ += "{\"p\":";
    vector(pose.p);
    text_ += ",\"q\":";
    rotation(pose.q);
    text_ += '}';
  }
  template <class T, int D>
  void solid(const Solid<T, D>& s) {
    switch (s.kind) {
      case Kind::hull: return points(s);
      case Kind::simplex: return simplex(s);
      case Kind::box: return sized("box", "half", s.size);
      case Kind::ellipsoid: return sized("ellipsoid", "radii", s.size);
      case Kind::ball:
        text_ += R"({"shape":"ball","radius":)";
        number(s.radius);
        text_ += '}';
        return;
      case Kind::capsule: return rotated("capsule", s);
      case Kind::cylinder: return rotated("cylinder", s);
      case Kind::cone: return rotated("cone", s);
    }
  }
  template <class T, int D>
  void points(const Solid<T, D>& s) {
    for (std::size_t i = 0; i < s.points.size(); ++i) {
      text_ += i == 0 ? '[' : ',';
      vector(s.points[i]);
    }
    text_ += ']';
  }
  template <class T, int D>
  void simplex(const Solid<T, D>& s) {
    constexpr const char* names[] = {"segment", "triangle", "tetrahedron"};
    text_ += R"({"shape":")" + std::string(names[s.points.size() - 2]) + '"';
    for (std::size_t i = 0; i < s.points.size(); ++i) {
      text_ += std::string(",\"") + "abcd"[i] + "\":";
      vector(s.points[i]);
    }
    text_ += '}';
  }
  template <class T, int D>
  void sized(const std::string& shape, const std::string& member, const abut::Vec<T, D>& size) {
    text_ += R"({"shape":")" + shape + "\",\"" + member + "\":";
    vector(size);
    text_ += '}';
  }
  template <class T, int D>
  void rotated(const std::string& shape, const Solid<T, D>& s) {
    text_ += R"({"shape":")" + shape + R"(","radius":)";
    number(s.radius);
    text_ += R"(,"half_height":)";
    number(s.half_height);
    text_ += std::string(R"(,"axis":")") + "xyz"[static_cast<int>(s.axis)] + "\"}";
  }

  std::string text_;
};

}  // namespace soak
