/// Two moving shapes from raw bytes, as in points.cpp: ray casts, shape casts and times of impact keep the promises
/// that are cheap to check, by every method, also against a half-space. The distance at a time is computed again, in
/// double.
#include "fuzz/bytes.hpp"
#include "fuzz/promises.hpp"

#include <abut/abut.hpp>

#include <limits>

namespace {

using abut::Status;
using abut::Vec;
using abut::detail::norm;

/// A pair and its motions.
template <class T, int D>
struct Question {
  soak::Pair<T, D> pair;
  Vec<T, D> motion{}, other{};  ///< of the first shape, of the second; direction and origin of a ray
  T target{};
  abut::Motion<double, D> a{}, b{};
  T offset{};  ///< of a half-space with the normal `other`
};

template <class T, int D>
void require(bool kept, const char* what, const Question<T, D>& q) {
  if (kept) return;
  std::fprintf(stderr, "target %.17g, offset %.17g, turns %.17g and %.17g, motions", double(q.target), double(q.offset),
               q.a.angle, q.b.angle);
  for (const auto& v : {abut::detail::widen(q.motion), abut::detail::widen(q.other), q.a.velocity, q.b.velocity,
                        q.a.center, q.b.center})
    for (int i = 0; i < D; ++i) std::fprintf(stderr, "%c%.17g", i == 0 ? ' ' : ',', v[i]);
  std::fprintf(stderr, "\n");
  fuzz::require(kept, what, q.pair);
}

template <class T, int D>
bool is_number(const Vec<T, D>& v) {
  return v == v;
}

/// A number of any bits, or a small one.
double number(fuzz::Bytes& bytes) {
  if (bytes.below(8) == 7) {
    const double x = bytes.raw<double>();
    return abut::is_finite(x) ? x : 1;
  }
  const double mantissa = static_cast<std::int8_t>(bytes.byte());
  return std::ldexp(mantissa, bytes.below(16) - 10);
}

template <class T, int D>
Vec<T, D> vector(fuzz::Bytes& bytes, double unit) {
  Vec<double, D> v;
  for (int i = 0; i < D; ++i) v[i] = number(bytes) * unit;
  const auto r = abut::vec_cast<T>(v);
  return abut::is_finite(r) ? r : Vec<T, D>{};
}

template <class T, int D>
Question<T, D> read(const soak::Pair<T, D>& pair, fuzz::Bytes& bytes) {
  Question<T, D> q{.pair = pair};
  // In the unit of the pair, so that it matters at any scale.
  const double size = soak::size_of(pair), unit = size > 0 && abut::is_finite(size) ? size : 1;
  q.motion = vector<T, D>(bytes, unit);
  q.other = vector<T, D>(bytes, unit);
  const T target = static_cast<T>(std::abs(number(bytes)) * unit * (bytes.below(2) == 0 ? 0 : 0.01));
  q.target = abut::is_finite(target) ? target : T(0);
  const T offset = static_cast<T>(number(bytes) * unit);
  q.offset = abut::is_finite(offset) ? offset : T(0);
  for (auto* m : {&q.a, &q.b}) {
    const bool first = m == &q.a;
    if (pair.posed) m->start = abut::detail::widen(first ? pair.pose_a : pair.pose_b);
    m->velocity = abut::detail::widen(first ? q.motion : q.other);
    if (bytes.below(3) == 0) m->center = vector<double, D>(bytes, unit);
    m->angle = number(bytes);
    if constexpr (D == 3) m->axis = vector<double, 3>(bytes, 1);
  }
  return q;
}

/// Whether lengths of this size can be squared and small parts of them are normal numbers, as the checks here need,
/// which do not rescale.
bool needs_no_scaling(double size) { return size > 0x1p-400 && size < 0x1p400; }

// --- Casts ----------------------------------------------------------------------------------------------------

/// The shapes in double, with the first one moved.
template <class T, int D>
class Moved {
 public:
  explicit Moved(const Question<T, D>& q) : q_(q), a_(soak::shape_of(q.pair.a)), b_(soak::shape_of(q.pair.b)) {}

  abut::detail::SignedDistance<double, D> at(double t) const {
    auto pose = pose_a();
    pose.p += abut::detail::widen(q_.motion) * t;
    return between(abut::Placed{abut::detail::double_view(a_.shape()), pose});
  }
  /// From a point of the ray to the second shape.
  abut::detail::SignedDistance<double, D> ray_at(double t) const {
    return between(abut::Point<double, D>{abut::detail::widen(q_.other) + abut::detail::widen(q_.motion) * t});
  }
  /// A bound on the rounding error of a position: a length in units of u.
  double coordinates(double t) const {
    return norm(abut::detail::widen(q_.motion)) * t + norm(abut::detail::widen(q_.other)) +
           norm(abut::detail::widen(q_.pair.pose_a.p)) + norm(abut::detail::widen(q_.pair.pose_b.p)) +
           soak::size_of(q_.pair) + double(q_.target);
  }
  abut::ShapeRef<T, D> a() const { return a_.shape(); }
  abut::ShapeRef<T, D> b() const { return b_.shape(); }

 private:
  abut::Pose<double, D> pose_a() const {
    return q_.pair.posed ? abut::detail::widen(q_.pair.pose_a) : abut::Pose<double, D>{};
  }
  template <class S>
  abut::detail::SignedDistance<double, D> between(const S& first) const {
    const auto second = abut::detail::double_view(b_.shape());
    if (!q_.pair.posed) return abut::detail::signed_distance(first, second);
    return abut::detail::signed_distance(first, abut::Placed{second, abut::detail::widen(q_.pair.pose_b)});
  }

  const Question<T, D>& q_;
  const abut::AnyShape<T, D> a_, b_;
};

/// `gap(t)` is the distance at t: above the target before `safe`, and not much above it at a hit.
template <class T, int D, class Gap>
void check_times(const Question<T, D>& q, const Moved<T, D>& moved, bool hit, double t, double safe, double target,
                 const char* what, const Gap& gap) {
  if (!needs_no_scaling(moved.coordinates(hit ? t : 1))) return;
  const double u = abut::detail::unit_roundoff;
  for (const double part : {0.0, 0.25, 0.5, 0.75, 1.0 - 0x1p-20}) {
    const double before = (safe < 4 ? safe : 4) * part;
    if (!(before < safe)) continue;
    const auto d = gap(before);
    if (d.status != Status::invalid_argument)
      require(d.signed_upper >= target - 16 * u * moved.coordinates(before), what, q);
  }
  if (!hit) return;
  // A bound on the error of a hit: the rounding of T, the tolerance of curved shapes, and the smallest positive number
  // as the spacing of times near zero.
  const double eps = sizeof(T) == 4 ? 0x1p-23 : 1e-12;
  const double step = norm(abut::detail::widen(q.motion)) * double(std::numeric_limits<T>::denorm_min());
  const auto d = gap(t);
  if (d.status != Status::invalid_argument)
    require(d.signed_lower <= target + 16 * eps * moved.coordinates(t) + step, "no contact at the hit", q);
}

template <class T, int D, class R>
void keeps_promises(const Question<T, D>& q, const R& r, double t, bool started) {
  require(!(r.hit && r.miss), "cast: hit and miss", q);
  require((r.status == Status::converged) == (r.hit || r.miss), "cast: a verdict without status", q);
  require(r.t_safe >= 0 && t == t && r.t_safe == r.t_safe, "cast: a NaN", q);
  require(is_number(r.normal), "cast: a NaN in the normal", q);
  if (r.hit) require(double(r.t_safe) <= t, "cast: a hit before safe", q);
  if (r.hit) require(abut::is_finite(t), "cast: an infinite time", q);
  if (r.hit && !started)
    require(std::abs(abut::norm_squared(abut::detail::widen(r.normal)) - 1) < 32 * abut::epsilon_of<T>,
            "cast: no unit normal", q);
}

template <class T, int D>
void cast_shapes(const Question<T, D>& q, const Moved<T, D>& moved) {
  for (const auto method : {abut::CastMethod::gjk, abut::CastMethod::advancement, abut::CastMethod::mpr}) {
    const abut::ShapeCastOptions<T, D> options{.target = q.target, .method = method};
    const auto r = q.pair.posed ? abut::shape_cast(abut::place(moved.a(), q.pair.pose_a), q.motion,
                                                   abut::place(moved.b(), q.pair.pose_b), options)
                                : abut::shape_cast(moved.a(), q.motion, moved.b(), options);
    if (r.status == Status::invalid_argument) continue;  // sums of lengths overflow
    keeps_promises(q, r, double(r.t), r.start != abut::StartState::separated);
    require(is_number(r.point_a) && is_number(r.point_b), "shape cast: a NaN in the points", q);
    require(!r.miss || r.t_safe == 1, "shape cast: a miss that is not proven to the end", q);
    check_times(q, moved, r.hit, double(r.t), double(r.t_safe), double(q.target),
                "shape cast: within the target before safe", [&](double t) { return moved.at(t); });
  }
}

template <class T, int D>
void cast_rays(const Question<T, D>& q, const Moved<T, D>& moved) {
  const abut::Ray<T, D> ray{.origin = q.other, .direction = q.motion};
  for (const auto method : {abut::CastMethod::gjk, abut::CastMethod::advancement, abut::CastMethod::mpr}) {
    for (const auto inside : {abut::InsidePolicy::hit, abut::InsidePolicy::ignore, abut::InsidePolicy::leave}) {
      const abut::RayCastOptions<T, D> options{.at_start = inside, .method = method};
      const auto r = q.pair.posed ? abut::ray_cast(ray, abut::place(moved.b(), q.pair.pose_b), options)
                                  : abut::ray_cast(ray, moved.b(), options);
      if (r.status == Status::invalid_argument) continue;
      keeps_promises(q, r, double(r.t), r.start != abut::StartState::separated);
      require(is_number(r.point), "ray cast: a NaN in the point", q);
      if (r.start != abut::StartState::separated && inside != abut::InsidePolicy::hit) continue;
      check_times(q, moved, r.hit, double(r.t), double(r.t_safe), 0, "ray cast: inside before safe",
                  [&](double t) { return moved.ray_at(t); });
    }
  }
}

// --- Times of impact ------------------------------------------------------------------------------------------

/// A bound on the rounding error of a moving point, that of its pose included: in units of u.
template <class T, int D>
double extent(const Question<T, D>& q) {
  const Moved<T, D> moved(q);
  double sum = moved.coordinates(1) + std::abs(double(q.offset));
  for (const auto* m : {&q.a, &q.b}) {
    const double arm = norm(m->center) + soak::size_of(q.pair);
    sum += norm(m->velocity) + arm * (1 + std::abs(m->angle));
  }
  return sum;
}

template <class T, int D, class Gap>
void keeps_promises(const Question<T, D>& q, const abut::TimeOfImpact<T, D>& r, bool proven, double lever,
                    const Gap& gap) {
  if (r.status == Status::invalid_argument) return;
  require(0 <= r.t_safe && r.t_safe <= r.t && r.t <= 1, "impact: the bracket is no bracket", q);
  require(r.target_tolerance >= 0 && r.iterations <= 1000, "impact: tolerance or iterations", q);
  require(is_number(r.normal) && is_number(r.point_a) && is_number(r.point_b), "impact: a NaN", q);
  require(r.hit || r.status != Status::converged || r.t_safe == 1, "impact: a miss not proven to the end", q);
  if (r.hit) {
    require(r.safe_separation <= r.hit_separation, "impact: separations out of order", q);
    require(double(r.hit_separation) <= (double(q.target) + double(r.target_tolerance)) * (1 + abut::epsilon_of<T>),
            "impact: further apart at the hit than the tolerance", q);
  }
  if (proven && r.start != abut::StartState::separated && r.status == Status::converged)
    require(r.hit && r.t == 0, "impact: a start in contact is no hit", q);
  if (!needs_no_scaling(lever)) return;
  const double rounding = 128 * abut::detail::unit_roundoff * lever;
  for (const double part : {0.0, 0.25, 0.5, 0.75, 1.0 - 0x1p-20}) {
    const double t = double(r.t_safe) * part;
    if (!(t < double(r.t_safe))) continue;
    const auto d = gap(t);
    if (d.status != Status::invalid_argument)
      require(d.signed_upper >= double(q.target) - rounding, "impact: within the target before safe", q);
  }
  if (!r.hit) return;
  const auto d = gap(double(r.t));
  if (d.status != Status::invalid_argument)
    require(d.signed_lower <= double(q.target) + double(r.target_tolerance) + rounding, "impact: no contact at the hit",
            q);
}

template <class T, int D>
void ask_impacts(const Question<T, D>& q, const Moved<T, D>& moved) {
  using abut::detail::double_view;
  const auto gap = [&](double t) {
    return abut::detail::signed_distance(abut::Placed{double_view(moved.a()), abut::pose_at(q.a, t)},
                                         abut::Placed{double_view(moved.b()), abut::pose_at(q.b, t)});
  };
  const abut::HalfSpace<T, D> wall{.normal = q.other, .offset = q.offset};
  const abut::PlacedHalfSpace<double, D> wide{{abut::detail::widen(q.other), double(q.offset)}, {}};
  const auto from_wall = [&](double t) {
    return abut::detail::signed_distance(abut::place(wide, abut::pose_at(q.a, t)),
                                         abut::Placed{double_view(moved.b()), abut::pose_at(q.b, t)});
  };
  const double size = extent(q);
  // The speed of a point of a rotating plane grows with its distance from the center.
  const double lever = size * (1 + std::abs(q.a.angle));
  using enum abut::TimeOfImpactMethod;
  for (const auto method : {advancement, bilateral, substep}) {
    const abut::TimeOfImpactOptions<T, D> options{.target = q.target, .method = method};
    const bool proven = method != substep;
    keeps_promises(q, abut::time_of_impact(moving(moved.a(), q.a), moving(moved.b(), q.b), options), proven, size, gap);
    if (q.other == Vec<T, D>{}) continue;
    keeps_promises(q, abut::time_of_impact(moving(wall, q.a), moving(moved.b(), q.b), options), proven, lever,
                   from_wall);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  fuzz::with_pair(bytes, [&bytes]<class T, int D>(const soak::Pair<T, D>& pair) {
    const Question<T, D> q = read(pair, bytes);
    const Moved<T, D> moved(q);
    cast_shapes(q, moved);
    cast_rays(q, moved);
    ask_impacts(q, moved);
  });
  return 0;
}
