/// Reads numbers of the user's, rounded to the scalar of the space, and keeps the first fault.
#pragma once

#include <abut.h>
#include <abut/pose.hpp>
#include <abut/vec.hpp>

#include <cstdint>
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

  ABUT_INLINE T number() {
    const T x = rounded(numbers_[next_], next_);
    ++next_;
    return x;
  }
  ABUT_INLINE T size() {
    if (numbers_[next_] < 0) [[unlikely]]
      fail(ABUT_NEGATIVE_SIZE, next_);
    return number();
  }
  ABUT_INLINE Vec<T, D> vector() {
    const Vec<T, D> v = rounded_vector(numbers_ + next_, next_);
    next_ += D;
    return v;
  }
  ABUT_INLINE Vec<T, D> sizes() {
    Vec<T, D> v;
    for (int i = 0; i < D; ++i) v[i] = size();
    return v;
  }
  ABUT_INLINE T rounded(double x, std::int64_t index) {
    const T narrow = detail::narrow<T>(x);
    if (!is_finite(narrow)) [[unlikely]]
      fail_at(x, index);
    return narrow;
  }
  /// D numbers, of which the first has this index; -1: they have none. One test serves them all, as long as they are
  /// finite.
  ABUT_INLINE Vec<T, D> rounded_vector(const double* x, std::int64_t index) {
    Vec<T, D> v;
    for (int i = 0; i < D; ++i) v[i] = detail::narrow<T>(x[i]);
    if (!is_finite(v)) [[unlikely]]
      fail_among(x, index);
    return v;
  }
  ABUT_COLD void fail(abut_error error, std::int64_t index = -1) {
    if (!fault_) fault_ = {error, where_, index};
  }
  const Fault& fault() const { return fault_; }

 private:
  /// Of a number that is not finite, or is not when it is rounded.
  ABUT_COLD void fail_at(double x, std::int64_t index) {
    fail(is_finite(x) ? ABUT_TOO_LARGE_FOR_FLOAT : ABUT_NOT_FINITE, index);
  }
  /// Of the first such number of a vector.
  ABUT_COLD void fail_among(const double* x, std::int64_t index) {
    for (int i = 0; i < D; ++i) rounded(x[i], index < 0 ? index : index + i);
  }

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
  const T w = read.rounded(q[0], -1);
  const Vec<T, 3> v = read.rounded_vector(q + 1, -1);
  return {w, v.x, v.y, v.z};
}

template <Scalar T>
bool is_zero(const Rotation<T, 2>& q) {
  return q.c == 0 && q.s == 0;
}
template <Scalar T>
bool is_zero(const Rotation<T, 3>& q) {
  return q.w == 0 && q.x == 0 && q.y == 0 && q.z == 0;
}

/// The radius that a shape is inflated by.
template <Scalar T, int D>
T radius_of(Reader<T, D>& read, const abut_shape& s) {
  if (!(s.radius >= 0)) read.fail(is_finite(s.radius) ? ABUT_NEGATIVE_SIZE : ABUT_NOT_FINITE);
  return read.rounded(s.radius, -1);
}

/// The pose of a shape, if it has one.
template <Scalar T, int D>
std::optional<Pose<T, D>> pose_of(Reader<T, D>& read, const abut_shape& s) {
  if (s.placed == 0) return std::nullopt;
  const Pose<T, D> pose{read.rounded_vector(s.position, -1), rotation_of(read, s.rotation)};
  if (is_zero(pose.q)) read.fail(ABUT_ZERO_ROTATION);
  return pose;
}

}  // namespace abut::c_api
