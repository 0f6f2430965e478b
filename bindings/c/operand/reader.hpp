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

/// The pose of a shape, if it has one.
template <Scalar T, int D>
std::optional<Pose<T, D>> pose_of(Reader<T, D>& read, const abut_shape& s) {
  if (s.placed == 0) return std::nullopt;
  Vec<T, D> p;
  for (int i = 0; i < D; ++i) p[i] = read.rounded(s.position[i], -1);
  const Pose<T, D> pose{p, rotation_of(read, s.rotation)};
  if (!is_valid(pose)) read.fail(ABUT_ZERO_ROTATION);
  return pose;
}

}  // namespace abut::c_api
