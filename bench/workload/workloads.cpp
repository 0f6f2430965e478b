/// Random shapes and poses, the same on every machine for the same row.
///
/// Each random number is drawn in a statement of its own, because compilers differ in the order in which they evaluate
/// operands. Only + - * /, square roots and abut's own sine are used.
#include "oracle/draw/random.hpp"
#include "workload/exact_pool.hpp"
#include "workload/rows.hpp"

#include <abut/distance.hpp>
#include <abut/hull.hpp>
#include <abut/overlap.hpp>
#include <abut/shapes.hpp>

#include <cmath>
#include <numbers>

namespace bench {

namespace {

using oracle::Random;

template <int D>
using V = abut::Vec<double, D>;
template <int D>
using Rotation = abut::Rotation<double, D>;

/// Not inlined: the numbers must pass through memory as floats, since g++ 12 may drop a rounding whose result is
/// widened again.
[[gnu::noinline]] float rounded(double x) { return static_cast<float>(x); }

template <int D>
abut::Vec<float, D> rounded(const V<D>& v) {
  abut::Vec<float, D> r;
  for (int i = 0; i < D; ++i) r[i] = rounded(v[i]);
  return r;
}

/// Normalized up to rounding: peers require it.
abut::Rotation2f rounded(const Rotation<2>& q) {
  const double length = std::sqrt(q.c * q.c + q.s * q.s);
  return {rounded(q.c / length), rounded(q.s / length)};
}
abut::Rotation3f rounded(const Rotation<3>& q) {
  const double length = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {rounded(q.w / length), rounded(q.x / length), rounded(q.y / length), rounded(q.z / length)};
}

template <int D>
V<D> direction(Random& random) {
  for (;;) {
    V<D> v;
    for (int i = 0; i < D; ++i) v[i] = random.between(-1, 1);
    const double squared = abut::norm_squared(v);
    if (squared <= 1 && squared > 0.01) return v / std::sqrt(squared);
  }
}

template <int D>
Rotation<D> random_rotation(Random& random) {
  if constexpr (D == 2) {
    const V<2> u = direction<2>(random);
    return {u.x, u.y};
  } else {
    const V<3> axis = direction<3>(random);
    return Rotation<3>::about(axis, random.between(0, 2 * std::numbers::pi));
  }
}

/// The rotation by the angle; in 3D about the axis.
Rotation<2> rotation_by(const V<2>&, double angle) { return Rotation<2>::by(angle); }
Rotation<3> rotation_by(const V<3>& axis, double angle) { return Rotation<3>::about(axis, angle); }

// --- Shapes ----------------------------------------------------------------------------------------------------

/// Extents of 0.5 to 1, the last one times `flatness`, the second times `slimness`.
template <int D>
V<D> extents(Random& random, const Row& row, double scale) {
  V<D> r;
  for (int i = 0; i < D; ++i) r[i] = scale * random.between(0.5, 1);
  r[D - 1] *= row.flatness;
  r[1] *= row.slimness;
  return r;
}

/// Points on an ellipsoid; on an ellipse in counter-clockwise order.
template <int D>
std::vector<abut::Vec<float, D>> on_ellipsoid(Random& random, const V<D>& radii, int count) {
  std::vector<abut::Vec<float, D>> points;
  for (int i = 0; i < count; ++i) {
    V<D> u;
    if constexpr (D == 2) {
      const auto q = Rotation<2>::by(2 * std::numbers::pi * (i + random.between(0, 0.8)) / count);
      u = {q.c, q.s};
    } else {
      u = direction<3>(random);
    }
    for (int k = 0; k < D; ++k) u[k] *= radii[k];
    points.push_back(rounded(u));
  }
  return points;
}

template <int D>
bool holds_origin(const std::vector<abut::Vec<float, D>>& points) {
  return abut::overlap(*abut::Hull<float, D>::from(points), abut::Point<float, D>{}).overlap;
}

/// Overlapping shapes are drawn together by their origins, which few points need not have among them.
template <int D>
std::vector<abut::Vec<float, D>> draw_hull(Random& random, const Row& row, const V<D>& radii) {
  for (;;) {
    auto points = on_ellipsoid(random, radii, row.points);
    if (row.arrangement != Arrangement::overlapping || holds_origin<D>(points)) return points;
  }
}

template <int D>
Pool<D> make_pool(Random& random, const Row& row, Form form, double scale) {
  const int shapes = form == Form::hull && row.points > 8 ? 64 : 256;
  Pool<D> pool{form, {}};
  for (int i = 0; i < shapes; ++i) {
    Shape<D> s;
    const V<D> r = extents<D>(random, row, scale);
    switch (form) {
      case Form::box: s.half = rounded(r); break;
      case Form::hull: s.points = draw_hull<D>(random, row, r); break;
      case Form::triangle: s.points = on_ellipsoid(random, r, 3); break;
      case Form::ball: s.radius = rounded(r[0] / 2); break;
      case Form::capsule:
      case Form::cylinder: s.radius = rounded(r[0] / 2), s.half_height = rounded(r[1]); break;
    }
    pool.shapes.push_back(s);
  }
  return pool;
}

// --- Poses -----------------------------------------------------------------------------------------------------

/// The placement of a pair before it is moved to its gap: A at the origin, B along `away`, plus `aside`.
template <int D>
struct Stance {
  Rotation<D> a, b;
  V<D> away, aside{};
};

/// Moves B along the normal between the shapes. The closest points stay closest, so the gap is met up to rounding.
template <int D>
class Mover {
 public:
  explicit Mover(const Workload<D>& workload) : a_(workload.a), b_(workload.b) {}

  double size(const Query<D>& q) const { return radius(a_[q.a]) + radius(b_[q.b]); }

  /// Sets the poses: A at `origin`, B `gap` away from it.
  void move(Query<D>& q, const Stance<D>& stance, double gap, const V<D>& origin) const {
    q.pose_a = {rounded(origin), rounded(stance.a)};
    q.pose_b = {rounded(origin + stance.away * (2 * size(q)) + stance.aside), rounded(stance.b)};
    const auto far = abut::distance(abut::place(a_[q.a], widened(q.pose_a)), abut::place(b_[q.b], widened(q.pose_b)));
    q.pose_b.p = rounded(abut::detail::widen(q.pose_b.p) - far.normal * (far.distance - gap));
  }

  /// Sets the poses so that the shapes overlap: from where they touch, at c, B moves towards A by a part of the
  /// distance between their origins. All shapes here contain their origins, so both contain the point that lies this
  /// part of the way from c to A's.
  void push_in(Query<D>& q, const Stance<D>& stance, double part, const V<D>& origin) const {
    move(q, stance, 0, origin);
    const V<D> a = abut::detail::widen(q.pose_a.p), way = abut::detail::widen(q.pose_b.p) - a;
    q.pose_b.p = rounded(a + way * (1 - part));
  }

 private:
  static double radius(const abut::ShapeRef<double, D>& s) { return s.bounding_radius() + s.radius(); }

  ExactPool<D> a_, b_;
};

template <int D>
Stance<D> random_stance(Random& random) {
  Stance<D> s;
  s.a = random_rotation<D>(random);
  s.b = random_rotation<D>(random);
  s.away = direction<D>(random);
  return s;
}

/// Boxes whose faces across the last axis face each other, tilted by 2^(-most - 1) to 2^-least radians.
template <int D>
Stance<D> parallel_stance(Random& random, double size, int least, int most) {
  Stance<D> s = random_stance<D>(random);
  const V<D> axis = direction<D>(random);
  const int exponent = random.integer(least, most);
  const double tilt = std::ldexp(random.between(0.5, 1), -exponent);
  s.b = s.a * rotation_by(axis, tilt);
  V<D> last, aside;
  last[D - 1] = 1;
  for (int i = 0; i + 1 < D; ++i) aside[i] = size * random.between(-0.3, 0.3);
  s.away = abut::rotate(s.a, last);
  s.aside = abut::rotate(s.a, aside);
  return s;
}

template <int D>
V<D> random_origin(Random& random, const Row& row, double size) {
  if (row.offset > 0) return direction<D>(random) * (row.offset * row.scale);
  V<D> v;
  for (int i = 0; i < D; ++i) v[i] = 5 * size * random.between(-1, 1);
  return v;
}

template <int D>
Query<D> draw_pair(Random& random, const Workload<D>& w) {
  Query<D> q;
  q.a = static_cast<std::uint32_t>(random.integer(0, static_cast<int>(w.a.shapes.size()) - 1));
  q.b = static_cast<std::uint32_t>(random.integer(0, static_cast<int>(w.b.shapes.size()) - 1));
  return q;
}

/// How deep resting boxes are, in the unit of their half extents.
double resting_depth(Random& random) { return random.between(1e-3, 2e-2); }

/// As far as the stance of a row depends on its arrangement.
template <int D>
Stance<D> draw_stance(Random& random, const Row& row, double size) {
  if (row.arrangement == Arrangement::parallel) return parallel_stance<D>(random, size, 7, 20);
  if (row.arrangement == Arrangement::resting) return parallel_stance<D>(random, size, 10, 22);
  return random_stance<D>(random);
}

template <int D>
void add_scattered(Workload<D>& w, const Row& row, Random& random, int count) {
  const Mover<D> mover(w);
  for (int i = 0; i < count; ++i) {
    Query<D> q = draw_pair(random, w);
    const double size = mover.size(q);
    Stance<D> stance = draw_stance<D>(random, row, size);
    if (row.aligned) stance.a = stance.b = {};
    const double part = random.between(0.05, 0.3);
    const V<D> origin = random_origin<D>(random, row, size);
    if (row.arrangement == Arrangement::overlapping) {
      mover.push_in(q, stance, part, origin);
    } else if (row.arrangement == Arrangement::resting) {
      mover.move(q, stance, -resting_depth(random), origin);
    } else {
      mover.move(q, stance, row.gap * size, origin);
    }
    w.queries.push_back(q);
  }
}

/// The motion of a pair: each shape rotates by up to 0.03 radians a frame, B circles A by up to 0.01, the gap swings by
/// 30 %, and both drift by 1 % of the size. Members are drawn in the order of their declaration.
template <int D>
struct Motion {
  Query<D> pair;
  double size;
  Stance<D> start;
  V<D> axis_a, axis_b, axis_away, origin, drift;
  double spin_a, spin_b, spin_away, nearness, phase;

  Motion(Random& random, const Row& row, const Workload<D>& w, const Mover<D>& mover)
      : pair(draw_pair(random, w)),
        size(mover.size(pair)),
        start(random_stance<D>(random)),
        axis_a(direction<D>(random)),
        axis_b(direction<D>(random)),
        axis_away(direction<D>(random)),
        origin(random_origin<D>(random, row, size)),
        drift(direction<D>(random) * (size * 0.01)),
        spin_a(random.between(-0.03, 0.03)),
        spin_b(random.between(-0.03, 0.03)),
        spin_away(random.between(-0.01, 0.01)),
        nearness(random.unit()),
        phase(random.between(0, 2 * std::numbers::pi)) {}

  Query<D> at(int frame, const Mover<D>& mover) const {
    Query<D> q = pair;
    Stance<D> s = start;
    s.a = rotation_by(axis_a, spin_a * frame) * s.a;
    s.b = rotation_by(axis_b, spin_b * frame) * s.b;
    s.away = abut::rotate(rotation_by(axis_away, spin_away * frame), s.away);
    const double gap = size * (0.015 + 0.75 * nearness * nearness);
    const double swing = 1 + 0.3 * abut::sine_cosine(phase + 0.1 * frame).sine;
    mover.move(q, s, gap * swing, origin + drift * double(frame));
    return q;
  }
};

template <int D>
void add_frames(Workload<D>& w, const Row& row, Random& random, int count) {
  w.pairs = 64;
  w.warm = row.warm;
  const Mover<D> mover(w);
  std::vector<Motion<D>> motions;
  for (std::uint32_t i = 0; i < w.pairs; ++i) motions.emplace_back(random, row, w, mover);
  for (int i = 0; i < count; ++i) {
    const auto pairs = static_cast<int>(w.pairs);
    w.queries.push_back(motions[static_cast<std::size_t>(i % pairs)].at(i / pairs, mover));
  }
}

/// A pair at rest: each frame tilts B by another 1e-7 to 1e-3 radians about another axis and slides it by up to 1e-3,
/// and its depth changes by a hundredth.
template <int D>
struct Stack {
  Query<D> pair;
  double size;
  Stance<D> start;
  V<D> origin;
  double depth;

  Stack(Random& random, const Row& row, const Workload<D>& w, const Mover<D>& mover)
      : pair(draw_pair(random, w)),
        size(mover.size(pair)),
        start(parallel_stance<D>(random, size, 10, 22)),
        origin(random_origin<D>(random, row, size)),
        depth(resting_depth(random)) {}

  Query<D> at(Random& random, const Mover<D>& mover) const {
    Query<D> q = pair;
    Stance<D> s = start;
    const V<D> axis = direction<D>(random);
    s.b = start.a * rotation_by(axis, random.between(0, 1e-3));
    const V<D> slide = direction<D>(random);
    s.aside = s.aside + slide * (1e-3 * random.unit());
    mover.move(q, s, -depth * random.between(0.99, 1.01), origin);
    return q;
  }
};

template <int D>
void add_stacked(Workload<D>& w, const Row& row, Random& random, int count) {
  w.pairs = 64;
  w.warm = row.warm;
  const Mover<D> mover(w);
  std::vector<Stack<D>> stacks;
  for (std::uint32_t i = 0; i < w.pairs; ++i) stacks.emplace_back(random, row, w, mover);
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    w.queries.push_back(stacks[i % w.pairs].at(random, mover));
  }
}

/// Rays that begin outside of the bounding ball of B and pass its center at up to 0.9 of the ball's radius.
template <int D>
void add_rays(Workload<D>& w, const Row& row, Random& random, int count) {
  const ExactPool<D> pool(w.b);
  for (int i = 0; i < count; ++i) {
    Query<D> q = draw_pair(random, w);
    const auto b = pool[q.b];
    const double radius = b.bounding_radius() + b.radius();
    q.pose_b = {rounded(random_origin<D>(random, row, radius)), rounded(random_rotation<D>(random))};
    const V<D> center = abut::vec_cast<double>(q.pose_b.p), away = direction<D>(random), beside = direction<D>(random);
    const double length = 2 * radius * random.between(1, 2.5);
    const V<D> start = center + away * length;
    q.pose_a.p = rounded(start);
    const double offset = 0.9 * radius * random.unit();
    q.direction = rounded((center + beside * offset - start) * random.between(1, 2));
    w.queries.push_back(q);
  }
}

/// FNV-1a of the name up to "-warm" or "-cold", so that both have the same queries.
std::uint64_t seed_of(const Row& row) {
  std::uint64_t h = 0xcbf29ce484222325ULL;
  std::string_view name = row.name;
  if (has_frames(row)) name = name.substr(0, name.rfind('-'));
  for (const char c : name) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return h;
}

}  // namespace

template <int D>
Workload<D> make_workload(const Row& row, int count) {
  Random random(seed_of(row));
  Workload<D> w;
  w.a = make_pool<D>(random, row, row.form_a, row.scale);
  w.b = make_pool<D>(random, row, row.form_b, row.scale / row.ratio);
  switch (row.arrangement) {
    case Arrangement::frames: add_frames(w, row, random, count); break;
    case Arrangement::stacked: add_stacked(w, row, random, count); break;
    case Arrangement::aimed: add_rays(w, row, random, count); break;
    default: add_scattered(w, row, random, count);
  }
  return w;
}

template Workload<2> make_workload(const Row&, int);
template Workload<3> make_workload(const Row&, int);

}  // namespace bench
