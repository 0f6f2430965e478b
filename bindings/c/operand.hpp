/// From an abut_shape to a shape of the library. Nothing is allocated: the shape is stored in the operand.
#pragma once

#include <abut.h>
#include <abut/compose.hpp>
#include <abut/half_space.hpp>
#include <abut/shape_ref.hpp>
#include <abut/shapes.hpp>

#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>

namespace abut::c_api {

/// An error and its place in the arguments, as in abut_answer.
struct Fault {
  abut_error error = ABUT_OK;
  std::int32_t where = 0;
  std::int64_t index = -1;

  explicit operator bool() const { return error != ABUT_OK; }
};

/// Reads the user's numbers, rounded to T. Keeps the first fault.
template <Scalar T, int D>
class Reader {
 public:
  Reader(const double* numbers, std::int32_t where) : numbers_(numbers), where_(where) {}

  T number() {
    const T x = rounded(numbers_[next_], next_);
    ++next_;
    return x;
  }
  T size() {
    if (numbers_[next_] < 0) fail(ABUT_NEGATIVE_SIZE, next_);
    return number();
  }
  Vec<T, D> vector() {
    Vec<T, D> v;
    for (int i = 0; i < D; ++i) v[i] = number();
    return v;
  }
  Vec<T, D> sizes() {
    Vec<T, D> v;
    for (int i = 0; i < D; ++i) v[i] = size();
    return v;
  }
  T rounded(double x, std::int64_t index) {
    if (!is_finite(x)) fail(ABUT_NOT_FINITE, index);
    const T narrow = static_cast<T>(x);
    if (is_finite(x) && !is_finite(narrow)) fail(ABUT_TOO_LARGE_FOR_FLOAT, index);
    return narrow;
  }
  void fail(abut_error error, std::int64_t index = -1) {
    if (!fault_) fault_ = {error, where_, index};
  }
  const Fault& fault() const { return fault_; }

 private:
  const double* numbers_;
  std::int64_t next_ = 0;
  std::int32_t where_;
  Fault fault_;
};

template <Scalar T>
Rotation<T, 2> rotation_of(Reader<T, 2>& read, const double (&q)[4]) {
  return {read.rounded(q[0], -1), read.rounded(q[1], -1)};
}
template <Scalar T>
Rotation<T, 3> rotation_of(Reader<T, 3>& read, const double (&q)[4]) {
  return {read.rounded(q[0], -1), read.rounded(q[1], -1), read.rounded(q[2], -1), read.rounded(q[3], -1)};
}

template <Scalar T, int D>
class Operand {
 public:
  Operand(const abut_shape& shape, std::int32_t where) : read_(shape.numbers, where) {
    if (!(shape.radius >= 0)) read_.fail(is_finite(shape.radius) ? ABUT_NEGATIVE_SIZE : ABUT_NOT_FINITE);
    make(shape, read_.rounded(shape.radius, -1));
    if (shape.placed != 0) set_pose(shape);
  }
  Operand(const Operand&) = delete;  // the reference is to a member
  Operand(Operand&&) = delete;
  Operand& operator=(const Operand&) = delete;
  Operand& operator=(Operand&&) = delete;
  ~Operand() = default;

  const Fault& fault() const { return read_.fault(); }
  bool is_half_space() const { return half_space_.has_value(); }
  bool has_pose() const { return pose_.has_value(); }

  // The following are valid only without a fault.
  const ShapeRef<T, D>& shape() const { return shape_; }
  const HalfSpace<T, D>& half_space() const { return *half_space_; }
  Placed<ShapeRef<T, D>> placed() const { return place(shape_, pose_.value_or(Pose<T, D>{})); }
  PlacedHalfSpace<T, D> placed_half_space() const { return place(*half_space_, pose_.value_or(Pose<T, D>{})); }

 private:
  using Largest = Inflated<PointSet<T, D>>;

  template <Shape S>
  void hold(const S& shape) {
    static_assert(sizeof(S) <= sizeof(room_) && alignof(S) <= alignof(std::max_align_t));
    static_assert(std::is_trivially_destructible_v<S>);
    shape_ = ShapeRef<T, D>(*new (room_) S(shape));
  }
  template <Shape S>
  void hold(const S& shape, T extra) {
    if (extra > 0) {
      hold(inflate(shape, extra));
    } else {
      hold(shape);
    }
  }

  void make(const abut_shape& s, T extra) {
    switch (s.kind) {
      case ABUT_POINT: return hold(Point<T, D>{read_.vector()}, extra);
      case ABUT_SEGMENT: return hold(Segment<T, D>{read_.vector(), read_.vector()}, extra);
      case ABUT_TRIANGLE: return hold(Triangle<T, D>{read_.vector(), read_.vector(), read_.vector()}, extra);
      case ABUT_BOX: return hold(Box<T, D>{read_.sizes()}, extra);
      case ABUT_BALL: return hold(Ball<T, D>{read_.vector(), read_.size()}, extra);
      case ABUT_CAPSULE: return hold(Capsule<T, D>{read_.vector(), read_.vector(), read_.size()}, extra);
      case ABUT_ELLIPSOID: return hold(Ellipsoid<T, D>{read_.sizes()}, extra);
      case ABUT_POINTS: return make_points(s, extra);
      case ABUT_HALF_SPACE: return make_half_space(extra);
      case ABUT_TETRAHEDRON:
      case ABUT_CYLINDER:
      case ABUT_CONE: return make_solid(s, extra);
      default: read_.fail(ABUT_UNKNOWN_KIND);
    }
  }

  void make_solid(const abut_shape& s, T extra) {
    if constexpr (D == 2) {
      read_.fail(ABUT_NEEDS_SPACE);
    } else if (s.kind == ABUT_TETRAHEDRON) {
      hold(Tetrahedron<T>{read_.vector(), read_.vector(), read_.vector(), read_.vector()}, extra);
    } else if (s.axis < 0 || s.axis > 2) {
      read_.fail(ABUT_UNKNOWN_AXIS);
    } else if (s.kind == ABUT_CYLINDER) {
      hold(Cylinder<T>{read_.size(), read_.size(), static_cast<Axis>(s.axis)}, extra);
    } else {
      hold(Cone<T>{read_.size(), read_.size(), static_cast<Axis>(s.axis)}, extra);
    }
  }

  void make_points(const abut_shape& s, T extra) {
    static_assert(sizeof(Vec<T, D>) == D * sizeof(T));
    if (s.points == nullptr && s.count > 0) return read_.fail(ABUT_NULL_ARGUMENT);
    const auto set = PointSet<T, D>::from(std::span(static_cast<const Vec<T, D>*>(s.points), s.count));
    if (set) return hold(*set, extra);
    switch (set.error().kind) {
      case PointsError::Kind::empty: return read_.fail(ABUT_EMPTY_POINTS);
      case PointsError::Kind::too_many: return read_.fail(ABUT_TOO_MANY_POINTS);
      default: read_.fail(ABUT_NOT_FINITE, static_cast<std::int64_t>(set.error().index));
    }
  }

  void make_half_space(T extra) {
    if (extra > 0) read_.fail(ABUT_HALF_SPACE_RADIUS);
    half_space_ = HalfSpace<T, D>{read_.vector(), read_.number()};
    if (half_space_->normal == Vec<T, D>{}) read_.fail(ABUT_ZERO_NORMAL);
  }

  void set_pose(const abut_shape& s) {
    Vec<T, D> p;
    for (int i = 0; i < D; ++i) p[i] = read_.rounded(s.position[i], -1);
    pose_ = Pose<T, D>{p, rotation_of(read_, s.rotation)};
    if (!is_valid(*pose_)) read_.fail(ABUT_ZERO_ROTATION);
  }

  static inline const Point<T, D> origin_{};  ///< what shape_ refers to if there is no shape

  alignas(std::max_align_t) std::byte room_[sizeof(Largest) + 12 * sizeof(T)];
  Reader<T, D> read_;
  ShapeRef<T, D> shape_ = origin_;
  std::optional<HalfSpace<T, D>> half_space_;
  std::optional<Pose<T, D>> pose_;
};

}  // namespace abut::c_api
