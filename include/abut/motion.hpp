/// How a body moves while time goes from 0 to 1: with constant velocity, and rotating at a constant rate about one of
/// its points.
///
///     Motion3f fall{.start = pose, .velocity = {0, 0, -9}, .axis = {1, 0, 0}, .angle = 40};   // over six revolutions
///     auto hit = time_of_impact(moving(crate, fall), moving(arm, motion_between(before, after)));
///
/// At time t the point x of the body, in the frame of its shape, is at
///     c + t velocity + Q(t) R (x - center),     c = start.p + R center,  R the rotation of `start`,
/// where Q(t) is the rotation by t * angle: counter-clockwise in 2D, about `axis` by the right-hand rule in 3D. The
/// numbers stand for exact real ones: rotation and axis are divided by their lengths exactly, and the angle is not
/// reduced.
///
/// Poses are evaluated in double, for float shapes too. The rotation of pose_at() is off by an angle of at most
/// (motion_roundings<D> + |angle|) u, u = 2^-53; its position by 4 u (|start.p| + |velocity|), plus the effect of that
/// angle on `center`.
#pragma once

#include <abut/detail/numeric/trigonometry.hpp>
#include <abut/operand.hpp>
#include <abut/pose.hpp>
#include <abut/support.hpp>

#include <type_traits>

namespace abut {

/// A rigid motion: how a body moves while t goes from 0 to 1. See the head of this file.
template <Scalar T, int D>
struct Motion;

/// 2D.
template <Scalar T>
struct Motion<T, 2> {
  Pose<T, 2> start{};    ///< the pose at t = 0
  Vec<T, 2> center{};    ///< a point of the body, in the frame of the shape: the one that moves along a line
  Vec<T, 2> velocity{};  ///< of the center: its displacement while t goes from 0 to 1
  T angle{};             ///< the angle of rotation in radians, counter-clockwise; of any size
};

/// 3D.
template <Scalar T>
struct Motion<T, 3> {
  Pose<T, 3> start{};                   ///< the pose at t = 0
  Vec<T, 3> center{};                   ///< as in 2D
  Vec<T, 3> velocity{};                 ///< as in 2D
  Vec<T, 3> axis = {T(0), T(0), T(1)};  ///< in world coordinates, of any length; zero means no rotation
  T angle{};                            ///< the angle of rotation about the axis, in radians
};

using Motion2f = Motion<float, 2>;
using Motion3f = Motion<float, 3>;
using Motion2d = Motion<double, 2>;
using Motion3d = Motion<double, 3>;

/// Whether its numbers are finite and those of the rotation not all zero.
template <Scalar T, int D>
constexpr bool is_valid(const Motion<T, D>& m) {
  bool valid = is_valid(m.start) && is_finite(m.center) && is_finite(m.velocity) && is_finite(m.angle);
  if constexpr (D == 3) valid = valid && is_finite(m.axis);
  return valid;
}

namespace detail {

/// The angle by which a rotation of pose_at() is off, in units of u, without the part that grows with |angle|. In 3D:
/// sine and cosine of half the angle (4 u each, and twice that), the axis (3.5 u, twice), the product of quaternions
/// (10 u).
template <int D>
inline constexpr double motion_roundings = D == 2 ? 9 : 29;

/// An angular velocity: a number in 2D, a vector in 3D.
template <int D>
using Spin = std::conditional_t<D == 2, double, Vec<double, D>>;

inline double norm(double spin) { return absolute(spin); }

/// The rotation of a moving body as a function of time, with the constant parts precomputed.
template <int D>
struct RotationPath {
  Rotation<double, D> start;
  double turn = 0;
  Spin<D> axis{};  ///< of length 1; the number 1 in 2D

  template <Scalar T>
  explicit RotationPath(const Motion<T, D>& m) : start(rescaled(m.start.q)), turn(double(m.angle)) {
    if constexpr (D == 2) {
      axis = 1;
    } else {
      const Vec<double, 3> direction = scale_direction(scale_direction(widen(m.axis)));
      const double length = square_root(norm_squared(direction));
      if (length > 0) {
        axis = direction / length;
      } else {
        turn = 0;
      }
    }
  }

  Rotation<double, D> at(double t) const {
    if (turn == 0) return start;
    const SineCosine r = sine_cosine((D == 2 ? 1.0 : 0.5) * turn * t);
    if constexpr (D == 2) {
      return {r.cosine * start.c - r.sine * start.s, r.sine * start.c + r.cosine * start.s};
    } else {
      const Vec<double, 3> v = axis * r.sine, s{start.x, start.y, start.z};
      const Vec<double, 3> w = cross(v, s) + (s * r.cosine + v * start.w);
      return {r.cosine * start.w - dot(v, s), w.x, w.y, w.z};
    }
  }

  Spin<D> angular_velocity() const { return axis * turn; }
};

template <Scalar T, int D>
constexpr Pose<double, D> widen(const Pose<T, D>& pose) {
  return {widen(pose.p), widen(pose.q)};
}

template <Scalar T, int D>
constexpr Motion<double, D> widen(const Motion<T, D>& m) {
  Motion<double, D> r;
  r.start = widen(m.start);
  r.center = widen(m.center);
  r.velocity = widen(m.velocity);
  r.angle = double(m.angle);
  if constexpr (D == 3) r.axis = widen(m.axis);
  return r;
}

}  // namespace detail

/// The pose of the body at time t, 0 <= t <= 1.
template <Scalar T, int D>
Pose<double, D> pose_at(const Motion<T, D>& motion, double t) {
  const detail::RotationPath<D> rotation(motion);
  const Rotation<double, D> q = rotation.at(t);
  const Vec<double, D> center = detail::widen(motion.center);
  Vec<double, D> p = detail::widen(motion.start.p) + detail::widen(motion.velocity) * t;
  if (center != Vec<double, D>{}) p += detail::matrix(rotation.start) * center - detail::matrix(q) * center;
  return {p, q};
}

/// The motion from one pose to another that rotates by the least angle, about `center` (in the frame of the shape). It
/// ends at `to` up to the rounding of its own numbers to T; queries answer for the rounded numbers. If the angle is 180
/// degrees in 3D, both directions are as short and either may be returned.
template <Scalar T, int D>
Motion<T, D> motion_between(const Pose<T, D>& from, const Pose<T, D>& to, const Vec<T, D>& center = {}) {
  const Rotation<double, D> start = detail::rescaled(from.q), end = detail::rescaled(to.q);
  const Vec<double, D> c = detail::widen(center);
  Motion<T, D> m;
  m.start = from;
  m.center = center;
  m.velocity = vec_cast<T>((detail::widen(to.p) - detail::widen(from.p)) +
                           (detail::matrix(end) * c - detail::matrix(start) * c));
  const Rotation<double, D> turn = detail::relative(inverse(end), inverse(start));  // end start^-1
  if constexpr (D == 2) {
    const double angle = detail::arctangent(detail::absolute(turn.s), turn.c);
    m.angle = detail::narrow<T>(turn.s < 0 ? -angle : angle);
  } else {
    const double sign = turn.w < 0 ? -1 : 1;
    const Vec<double, 3> v = Vec<double, 3>{turn.x, turn.y, turn.z} * sign;
    const double length = detail::square_root(norm_squared(v));
    if (length > 0) m.axis = vec_cast<T>(v / length);
    m.angle = detail::narrow<T>(2 * detail::arctangent(length, turn.w * sign));
  }
  return m;
}

/// An operand with a motion. Made by moving().
template <Operand S>
struct Moving {
  using Vector = VectorOf<S>;

  S shape;                                 ///< in its own frame
  Motion<double, dimension_of<S>> motion;  ///< in double, whatever the scalar
};

namespace detail {

/// The motion of an operand. Undefined for other types, so that they may have a moving() of their own.
template <class S, class T>
using MotionOf = Motion<T, VectorTraits<VectorOf<S>>::dimension>;

}  // namespace detail

/// The shape or half-space with a motion, whose numbers are in its scalar or in double. Stores a copy; an owning shape
/// (Hull, Polygon, AnyShape) is stored as a view and must outlive the result.
template <Operand S, Scalar T>
  requires(!requires(const S& s) { s.view(); })
constexpr Moving<S> moving(const S& shape, const detail::MotionOf<S, T>& motion) {
  return {shape, detail::widen(motion)};
}

/// An owning shape is stored as a view: it must outlive the result.
template <Operand S, Scalar T>
  requires requires(const S& s) { s.view(); }
auto moving(const S& owner, const detail::MotionOf<S, T>& motion) {
  return moving(owner.view(), motion);
}

template <Operand S, Scalar T>
  requires requires(const S& s) { s.view(); }
void moving(const S&& temporary, const detail::MotionOf<S, T>& motion) = delete;  // the view would dangle

/// The state of the shapes at the start of a cast or motion.
enum class StartState {
  separated,      ///< further apart than the target
  within_target,  ///< apart, and as near as the target
  overlapping,    ///< they meet, or touch up to rounding
};

/// The name of the enumerator, as in JSON.
constexpr const char* to_string(StartState start) {
  switch (start) {
    case StartState::separated: return "separated";
    case StartState::within_target: return "within_target";
    case StartState::overlapping: return "overlapping";
  }
  return "unknown";
}

}  // namespace abut
