/// The shapes of a pool as shapes of abut, in either scalar.
#pragma once

#include "workload/workload.hpp"

#include <abut/hull.hpp>
#include <abut/shape_ref.hpp>
#include <abut/shapes.hpp>

namespace bench {

template <class T, Form F, int D>
struct TypeOf;
template <class T, int D>
struct TypeOf<T, Form::box, D> {
  using Type = abut::Box<T, D>;
  static Type from(const Shape<D>& s) { return {abut::vec_cast<T>(s.half)}; }
};
template <class T>
struct TypeOf<T, Form::capsule, 3> {
  using Type = abut::Capsule<T, 3>;
  static Type from(const Shape<3>& s) { return {{0, 0, -s.half_height}, {0, 0, s.half_height}, s.radius}; }
};
template <class T>
struct TypeOf<T, Form::cylinder, 3> {
  using Type = abut::Cylinder<T>;
  static Type from(const Shape<3>& s) { return {s.radius, s.half_height, abut::Axis::z}; }
};

template <class T>
struct TypeOf<T, Form::ball, 3> {
  using Type = abut::Ball<T, 3>;
  static Type from(const Shape<3>& s) { return {{}, s.radius}; }
};
template <class T>
struct TypeOf<T, Form::triangle, 3> {
  using Type = abut::Triangle<T, 3>;
  static Type from(const Shape<3>& s) {
    return {abut::vec_cast<T>(s.points[0]), abut::vec_cast<T>(s.points[1]), abut::vec_cast<T>(s.points[2])};
  }
};

template <class T, int D>
abut::Hull<T, D> hull_from(const Shape<D>& s) {
  std::vector<abut::Vec<T, D>> points;
  for (const auto& p : s.points) points.push_back(abut::vec_cast<T>(p));
  return *abut::Hull<T, D>::from(points);
}

/// The shapes by value, contiguous.
template <class T, Form F, int D>
class ShapePool {
 public:
  using Type = typename TypeOf<T, F, D>::Type;

  explicit ShapePool(const Pool<D>& pool) {
    for (const auto& s : pool.shapes) shapes_.push_back(TypeOf<T, F, D>::from(s));
  }
  const Type& operator[](std::uint32_t i) const { return shapes_[i]; }

 private:
  std::vector<Type> shapes_;
};

template <class T, int D>
class ShapePool<T, Form::hull, D> {
 public:
  using Type = abut::HullView<T, D>;

  explicit ShapePool(const Pool<D>& pool) {
    hulls_.reserve(pool.shapes.size());  // the views point to them: they must not move
    for (const auto& s : pool.shapes) {
      hulls_.push_back(hull_from<T>(s));
      shapes_.push_back(hulls_.back().view());
    }
  }
  const Type& operator[](std::uint32_t i) const { return shapes_[i]; }

 private:
  std::vector<abut::Hull<T, D>> hulls_;
  std::vector<Type> shapes_;
};

}  // namespace bench
