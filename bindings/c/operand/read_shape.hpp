/// From an abut_shape to a shape of the library: the one place that knows what each kind is.
#pragma once

#include "hull_handle.hpp"
#include "reader.hpp"

#include <abut.h>
#include <abut/half_space.hpp>
#include <abut/shapes.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace abut::c_api {

/// Calls f(shape, radius), or f(half-space, 0). The reader has its numbers; if it has a fault in the end, what f was
/// called with is meaningless, or it was not called.
template <Scalar T, int D, class F>
class ShapeReader {
 public:
  ShapeReader(Reader<T, D>& read, F f) : read_(read), f_(f) {}

  void read(const abut_shape& s) {
    radius_ = radius_of(read_, s);
    switch (s.kind) {
      case ABUT_POINT: return give(Point<T, D>{read_.vector()});
      case ABUT_SEGMENT: return give(Segment<T, D>{read_.vector(), read_.vector()});
      case ABUT_TRIANGLE: return give(Triangle<T, D>{read_.vector(), read_.vector(), read_.vector()});
      case ABUT_BOX: return give(Box<T, D>{read_.sizes()});
      case ABUT_BALL: return give(Ball<T, D>{read_.vector(), read_.size()});
      case ABUT_CAPSULE: return give(Capsule<T, D>{read_.vector(), read_.vector(), read_.size()});
      case ABUT_ELLIPSOID: return give(Ellipsoid<T, D>{read_.sizes()});
      case ABUT_POINTS: return read_points(s);
      case ABUT_HALF_SPACE: return read_half_space();
      case ABUT_HULL: return read_hull(s);
      case ABUT_MESH: return read_.fail(ABUT_TAKES_NO_MESH);
      case ABUT_TETRAHEDRON:
      case ABUT_CYLINDER:
      case ABUT_CONE: return read_solid(s);
      default: read_.fail(ABUT_UNKNOWN_KIND);
    }
  }

 private:
  template <Shape S>
  void give(const S& shape) {
    f_(shape, radius_);
  }

  void read_solid(const abut_shape& s) {
    if constexpr (D == 2) {
      read_.fail(ABUT_NEEDS_SPACE);
    } else if (s.kind == ABUT_TETRAHEDRON) {
      give(Tetrahedron<T>{read_.vector(), read_.vector(), read_.vector(), read_.vector()});
    } else if (s.axis < 0 || s.axis > 2) {
      read_.fail(ABUT_UNKNOWN_AXIS);
    } else if (s.kind == ABUT_CYLINDER) {
      give(Cylinder<T>{read_.size(), read_.size(), static_cast<Axis>(s.axis)});
    } else {
      give(Cone<T>{read_.size(), read_.size(), static_cast<Axis>(s.axis)});
    }
  }

  void read_points(const abut_shape& s) {
    static_assert(sizeof(Vec<T, D>) == D * sizeof(T));
    if (s.points == nullptr && s.count > 0) return read_.fail(ABUT_NULL_ARGUMENT);
    const auto set = PointSet<T, D>::from(std::span(static_cast<const Vec<T, D>*>(s.points), s.count));
    if (set) return give(*set);
    switch (set.error().kind) {
      case PointsError::Kind::empty: return read_.fail(ABUT_EMPTY_POINTS);
      case PointsError::Kind::too_many: return read_.fail(ABUT_TOO_MANY_POINTS);
      default: read_.fail(ABUT_NOT_FINITE, static_cast<std::int64_t>(set.error().index));
    }
  }

  void read_hull(const abut_shape& s) {
    if (s.hull == nullptr) return read_.fail(ABUT_NULL_ARGUMENT);
    if (s.hull->space != space_of<T, D>) return read_.fail(ABUT_WRONG_SPACE);
    give(view_of<T, D>(*s.hull));
  }

  void read_half_space() {
    if (radius_ > 0) read_.fail(ABUT_HALF_SPACE_RADIUS);
    const HalfSpace<T, D> half_space{read_.vector(), read_.number()};
    if (half_space.normal == Vec<T, D>{}) read_.fail(ABUT_ZERO_NORMAL);
    f_(half_space, T(0));
  }

  Reader<T, D>& read_;
  F f_;
  T radius_{};
};

template <Scalar T, int D, class F>
void read_shape(Reader<T, D>& read, const abut_shape& s, F f) {
  ShapeReader<T, D, F>(read, f).read(s);
}

}  // namespace abut::c_api
