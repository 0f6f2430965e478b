/// Vectors of the plane and of space, with the few operations that the textbook programs need.
#pragma once

#include <cmath>

namespace textbook {

struct Vec2 {
  double x = 0, y = 0;
  constexpr bool operator==(const Vec2&) const = default;
};
constexpr Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
constexpr Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
constexpr Vec2 operator-(Vec2 a) { return {-a.x, -a.y}; }
constexpr Vec2 operator*(double s, Vec2 a) { return {s * a.x, s * a.y}; }
constexpr double dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
/// Twice the area of the triangle 0, a, b: positive if the turn from a to b is to the left.
constexpr double cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }

struct Vec3 {
  double x = 0, y = 0, z = 0;
  constexpr bool operator==(const Vec3&) const = default;
};
constexpr Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vec3 operator-(Vec3 a) { return {-a.x, -a.y, -a.z}; }
constexpr Vec3 operator*(double s, Vec3 a) { return {s * a.x, s * a.y, s * a.z}; }
constexpr double dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
/// Perpendicular to a and b, and as long as twice the area of the triangle 0, a, b.
constexpr Vec3 cross(Vec3 a, Vec3 b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }

/// An area is a number in the plane and a vector in space; with this, dot() compares areas in both.
constexpr double dot(double a, double b) { return a * b; }

template <class Vec>
double length(Vec a) {
  return std::sqrt(dot(a, a));
}

}  // namespace textbook
