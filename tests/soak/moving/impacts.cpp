#include "soak/moving/impacts.hpp"

#include <abut/half_space.hpp>
#include <abut/shape_cast.hpp>
#include <abut/shapes.hpp>
#include <abut/time_of_impact.hpp>

#include "oracle/draw/random.hpp"
#include "soak/workers.hpp"

#include <array>
#include <cmath>
#include <string>

namespace soak {
namespace {

using abut::Vec;
using oracle::Random;

constexpr double pi = 3.14159265358979323846;

enum class Kind { plates, rods, boxes, hulls, capsules, rods_2d, half_spaces, half_spaces_2d, subnormal };
constexpr const char* kind_names[impact_settings] = {
    "plates 1:100, half a turn", "rods 1:100, half a turn", "boxes, ten turns",
    "hulls, ten turns",          "capsules, ten turns",     "2D rods 1:100, ten turns",
    "half-spaces and hulls",     "2D half-spaces and rods", "2D polygons of subnormal size"};

bool has_half_space(Kind kind) { return kind == Kind::half_spaces || kind == Kind::half_spaces_2d; }

template <int D>
using Points = std::vector<Vec<double, D>>;

template <int D>
struct Body {
  Points<D> points;
  Vec<double, D> half{};    ///< of a box
  Vec<double, D> normal{};  ///< of a half-space, whose only point is the foot of the plane; zero for shapes
  double radius = 0;
  abut::Motion<double, D> motion;

  double reach() const {
    double r = 0;
    for (const auto& p : points) r = std::max(r, abut::detail::norm(p - motion.center));
    return r;
  }
};

template <int D>
struct Sweep {
  Body<D> a, b;
  double target = 0, tolerance = 0;
  bool in_float = false;
  abut::TimeOfImpactMethod method = abut::TimeOfImpactMethod::advancement;
};

// --- Random motions -----------------------------------------------------------------------------------------------

template <int D>
Vec<double, D> draw_vector(Random& random, double half_width) {
  Vec<double, D> v;
  for (int i = 0; i < D; ++i) v[i] = random.between(-half_width, half_width);
  return v;
}

template <int D>
void set_box(Body<D>& body, const Vec<double, D>& half) {
  body.half = half;
  for (unsigned id = 0; id < 1U << D; ++id) {
    Vec<double, D> p = half;
    for (int i = 0; i < D; ++i) p[i] = (id >> i & 1U) != 0 ? p[i] : -p[i];
    body.points.push_back(p);
  }
}

/// Along an axis of its frame: so offset and foot are the same numbers, in float too.
template <int D>
void draw_half_space(Random& random, Body<D>& body) {
  body.normal = abut::detail::axis<double, D>(random.integer(0, D - 1)) * (random.chance(0.5) ? 1 : -1);
  body.points = {body.normal * random.between(-1, 1)};
}

template <int D>
void draw_shape(Random& random, Kind kind, Body<D>& body) {
  const double size = random.between(0.25, 2);
  if constexpr (D == 2) {
    set_box<2>(body, {size, size / 100});
  } else {
    switch (kind) {
      case Kind::plates: return set_box<3>(body, {size, size * random.between(0.3, 1), size / 100});
      case Kind::rods: return set_box<3>(body, {size, size / 100, size / 100});
      case Kind::boxes: return set_box<3>(body, {size, random.between(0.2, 2), random.between(0.2, 2)});
      case Kind::capsules:
        body.radius = size * random.decade(-2, 0);
        body.points = {draw_vector<3>(random, size), draw_vector<3>(random, size)};
        return;
      default:
        for (int i = random.integer(4, 20); i > 0; --i) body.points.push_back(draw_vector<3>(random, size));
    }
  }
}

template <int D>
void draw_turn(Random& random, double most, abut::Motion<double, D>& m) {
  m.angle = random.chance(0.15) ? 0 : most * random.between(-1, 1);
  if constexpr (D == 2) {
    m.start.q = {random.between(-1, 1), random.between(0.1, 1)};
  } else {
    m.start.q = {random.between(0.1, 1), random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
    m.axis = draw_vector<3>(random, 1) + Vec<double, 3>{0, 0, 0.01};
  }
}

template <int D>
void round_to_float(Vec<double, D>& v) {
  v = abut::detail::widen(abut::vec_cast<float>(v));
}

template <int D>
void round_to_float(Body<D>& body) {
  for (auto& p : body.points) round_to_float(p);
  round_to_float(body.half);
  body.radius = double(float(body.radius));
}

/// About half of them meet: B is within reach, and A is sent past it.
template <int D>
Sweep<D> draw(Random& random, Kind kind) {
  Sweep<D> s;
  const bool slow = kind == Kind::plates || kind == Kind::rods;
  for (Body<D>* body : {&s.a, &s.b}) {
    const bool plane = has_half_space(kind) && body == &s.a;
    if (plane) {
      draw_half_space(random, *body);
    } else {
      draw_shape(random, kind, *body);
    }
    // A plane that rotates far sweeps everything.
    draw_turn(random, plane && random.chance(0.7) ? 0.25 : slow ? pi : 20 * pi, body->motion);
    if (random.chance(0.4)) body->motion.center = draw_vector<D>(random, 0.5);
  }
  const double size = s.a.reach() + s.b.reach() + s.a.radius + s.b.radius;
  Vec<double, D> away = draw_vector<D>(random, 1) + abut::detail::axis<double, D>(0) * 0.01;
  if (has_half_space(kind) && random.chance(0.8)) away = abut::rotate(s.a.motion.start.q, s.a.normal);
  away = away / abut::detail::norm(away);
  const double apart = size * random.between(0.3, 1.6);
  s.b.motion.start.p = away * apart;
  s.a.motion.velocity = away * (apart * random.between(0, 2)) + draw_vector<D>(random, size * random.between(0, 0.7));
  if (random.chance(0.3)) {
    const Vec<double, D> place = draw_vector<D>(random, size * random.decade(0, 3)),
                         drift = draw_vector<D>(random, size);
    for (Body<D>* body : {&s.a, &s.b}) {
      body->motion.start.p += place;
      body->motion.velocity += drift;
    }
  }
  s.target = random.chance(0.5) ? 0 : size * random.decade(-4, -1);
  s.tolerance = size * random.decade(-7, -3);
  s.in_float = random.chance(0.5);
  s.method = random.chance(0.5) ? abut::TimeOfImpactMethod::bilateral : abut::TimeOfImpactMethod::advancement;
  if (s.in_float) {
    round_to_float(s.a);
    round_to_float(s.b);
    s.target = double(float(s.target));
    s.tolerance = double(float(s.tolerance));
  }
  return s;
}

// --- The query ----------------------------------------------------------------------------------------------------

/// The answer in double, whatever the scalar of the query.
struct Answer {
  abut::Status status;
  bool hit;
  double t_safe, t, tolerance;
  int iterations;
};

template <abut::Scalar T, int D, class S>
Answer query(const Sweep<D>& s, const S& a, const S& b) {
  const auto r = abut::time_of_impact(abut::moving(a, s.a.motion), abut::moving(b, s.b.motion),
                                      {.target = T(s.target), .target_tolerance = T(s.tolerance), .method = s.method});
  return {r.status, r.hit, double(r.t_safe), double(r.t), double(r.target_tolerance), r.iterations};
}

/// In either order.
template <abut::Scalar T, int D>
Answer answer_of_half_space(const Sweep<D>& s) {
  std::vector<Vec<T, D>> points;
  for (const auto& p : s.b.points) points.push_back(abut::vec_cast<T>(p));
  const auto a =
      abut::moving(abut::HalfSpace<T, D>{abut::vec_cast<T>(s.a.normal), T(dot(s.a.normal, s.a.points[0]))}, s.a.motion);
  const auto b = abut::moving(*abut::PointSet<T, D>::from(points), s.b.motion);
  const abut::TimeOfImpactOptions<T, D> options{
      .target = T(s.target), .target_tolerance = T(s.tolerance), .method = s.method};
  const auto r = s.target > 0 ? time_of_impact(a, b, options) : time_of_impact(b, a, options);
  return {r.status, r.hit, double(r.t_safe), double(r.t), double(r.target_tolerance), r.iterations};
}

template <abut::Scalar T, int D>
Answer answer_in(const Sweep<D>& s, Kind kind) {
  if (has_half_space(kind)) return answer_of_half_space<T>(s);
  if (kind == Kind::hulls) {
    std::array<std::vector<Vec<T, D>>, 2> points;
    for (const auto& p : s.a.points) points[0].push_back(abut::vec_cast<T>(p));
    for (const auto& p : s.b.points) points[1].push_back(abut::vec_cast<T>(p));
    return query<T>(s, *abut::PointSet<T, D>::from(points[0]), *abut::PointSet<T, D>::from(points[1]));
  }
  if (kind == Kind::capsules) {
    const auto capsule = [](const Body<D>& b) {
      return abut::Capsule<T, D>{abut::vec_cast<T>(b.points[0]), abut::vec_cast<T>(b.points[1]), T(b.radius)};
    };
    return query<T>(s, capsule(s.a), capsule(s.b));
  }
  return query<T>(s, abut::Box<T, D>{abut::vec_cast<T>(s.a.half)}, abut::Box<T, D>{abut::vec_cast<T>(s.b.half)});
}

// --- The check ----------------------------------------------------------------------------------------------------

/// v rotated by an angle about an axis, with the sines of libm.
Vec<double, 2> rotated(const Vec<double, 2>& v, const abut::Motion<double, 2>& m, double t) {
  const double c = std::cos(m.angle * t), s = std::sin(m.angle * t);
  return {c * v.x - s * v.y, s * v.x + c * v.y};
}
Vec<double, 3> rotated(const Vec<double, 3>& v, const abut::Motion<double, 3>& m, double t) {
  const Vec<double, 3> k = m.axis / std::hypot(m.axis.x, m.axis.y, m.axis.z);
  const double c = std::cos(m.angle * t), s = std::sin(m.angle * t);
  return v * c + cross(k, v) * s + k * (dot(k, v) * (1 - c));
}

template <int D>
void place(const Body<D>& body, double t, const Vec<double, D>& origin, Points<D>& out) {
  const auto& m = body.motion;
  const Vec<double, D> center = (m.start.p - origin) + abut::rotate(m.start.q, m.center) + m.velocity * t;
  out.clear();
  for (const auto& p : body.points) out.push_back(center + rotated(abut::rotate(m.start.q, p - m.center), m, t));
}

template <int D>
class Checker {
 public:
  explicit Checker(const Sweep<D>& s) : s_(s) {
    const double speed = abut::detail::norm(s.a.motion.velocity - s.b.motion.velocity);
    const double apart = abut::detail::norm(s.a.motion.start.p - s.b.motion.start.p);
    const double arms = abut::detail::norm(s.a.motion.center) + abut::detail::norm(s.b.motion.center);
    // The speed of a point of a rotating plane grows with its distance from the center.
    const bool plane = s.a.normal != Vec<double, D>{};
    const double lever = s.a.reach() + (plane ? apart + arms + speed + s.b.reach() : 0);
    fastest_ = speed + std::fabs(s.a.motion.angle) * lever + std::fabs(s.b.motion.angle) * s.b.reach();
    size_ = apart + lever + s.b.reach() + fastest_;
  }

  double distance_at(double t) {
    ++steps;
    place(s_.a, t, s_.a.motion.start.p, a_);
    place(s_.b, t, s_.a.motion.start.p, b_);
    if (s_.a.normal != Vec<double, D>{}) return clearance_at(t);
    const auto r = abut::distance(*abut::PointSet<double, D>::from(a_), *abut::PointSet<double, D>::from(b_));
    return r.distance - s_.a.radius - s_.b.radius;
  }

  /// What is wrong with the answer; empty if nothing is.
  std::string fault(const Answer& r) {
    // A length: the rounding of points placed with the sines of libm, some hundred units in the last place.
    const double rounding = 768 * abut::detail::unit_roundoff * size_, tolerance = r.tolerance;
    if (r.status != abut::Status::converged) return std::string("status ") + abut::to_string(r.status);
    if (!(r.t_safe <= r.t && r.t_safe >= 0 && r.t <= 1)) return "the bracket is no bracket";
    if (r.hit && distance_at(r.t) > s_.target + tolerance + rounding) return "no contact at the hit";
    if (!r.hit && r.t_safe != 1) return "a miss that is not proven to the end";
    if (!(fastest_ > 0)) return {};
    for (double t = 0; t < r.t_safe;) {
      const double d = distance_at(t);
      if (d < s_.target - rounding) return "within the target at " + std::to_string(t) + ", before safe";
      t += std::max(d - s_.target + tolerance, tolerance / 64) / fastest_;
    }
    return {};
  }

  long steps = 0;

 private:
  /// For B and the half-space, whose foot is placed.
  double clearance_at(double t) const {
    const auto n = rotated(abut::rotate(s_.a.motion.start.q, s_.a.normal), s_.a.motion, t);
    double least = HUGE_VAL;
    for (const auto& x : b_) least = std::min(least, dot(n, x - a_[0]));
    return least;
  }

  const Sweep<D>& s_;
  double fastest_, size_;
  Points<D> a_, b_;
};

// --- Subnormal sizes ----------------------------------------------------------------------------------------------

/// Points and motions of whole numbers, which stay exact times 2^-1066, and no rotation: the time of contact is that of
/// the cast at ordinary size. The best that is known about the small pair is what is proven, so `t` is not judged.
std::string subnormal_fault(Random& random, Answer& r) {
  const int k = -random.integer(1000, 1066);
  const auto lattice = [&](int most) {
    return Vec<double, 2>{double(random.integer(-most, most)), double(random.integer(-most, most))};
  };
  const auto sized = [k](const Vec<double, 2>& v) { return Vec<double, 2>{std::ldexp(v.x, k), std::ldexp(v.y, k)}; };
  Points<2> points[2], small[2];
  for (int i = 0; i < 2; ++i) {
    for (int n = random.integer(1, 5); n > 0; --n) {
      points[i].push_back(lattice(60) + Vec<double, 2>{i * 90.0, 0});
      small[i].push_back(sized(points[i].back()));
    }
  }
  const Vec<double, 2> a = lattice(100), b = lattice(100);
  const auto whole =
      abut::shape_cast(*abut::PointSet2d::from(points[0]), a, *abut::PointSet2d::from(points[1]), {.translation_b = b});
  const auto method = random.chance(0.5) ? abut::TimeOfImpactMethod::bilateral : abut::TimeOfImpactMethod::advancement;
  const auto found = abut::time_of_impact(
      abut::moving(*abut::PointSet2d::from(small[0]), abut::Motion2d{.velocity = sized(a)}),
      abut::moving(*abut::PointSet2d::from(small[1]), abut::Motion2d{.velocity = sized(b)}), {.method = method});
  r = {found.status, found.hit, found.t_safe, found.t, found.target_tolerance, found.iterations};
  // A graze within rounding may be called either.
  if (!whole.hit || (found.t_safe <= whole.t * (1 + 0x1p-40))) return {};
  const auto before = abut::shape_cast(*abut::PointSet2d::from(points[0]), a, *abut::PointSet2d::from(points[1]),
                                       {.translation_b = b, .method = abut::CastMethod::advancement});
  return before.hit ? "2^" + std::to_string(k) + ": safe past the contact at " + std::to_string(whole.t) : "";
}

// --- The run ------------------------------------------------------------------------------------------------------

std::string describe(const Answer& r) {
  char text[200];
  std::snprintf(text, sizeof text, "hit %d, safe %.17g, time %.17g, tolerance %.3g, %d distances", r.hit ? 1 : 0,
                r.t_safe, r.t, r.tolerance, r.iterations);
  return text;
}

class ImpactRun {
 public:
  ImpactRun(std::uint64_t seed, Kind kind, long sweeps)
      : seed_(seed), kind_(kind), sweeps_(sweeps), progress_(name(), "sweeps", static_cast<double>(sweeps)) {}

  bool passes(int threads) {
    for_all(sweeps_, threads, progress_, [this](long i) { judge(i); });
    std::printf(
        "%s: %ld sweeps in %.0f s, %ld hits, %ld failures; distances: mean %.2f, most %d; steps of the "
        "check: %.1f\n",
        name(), sweeps_, progress_.seconds(), hits_.load(), failures_.load(),
        double(distances_.load()) / double(sweeps_), most_.load(), double(steps_.load()) / double(sweeps_));
    std::fflush(stdout);
    return failures_ == 0;
  }

  bool judge(long index, bool aloud = false) {
    oracle::Random scrambled(seed_ * 16 + static_cast<std::uint64_t>(kind_));
    Random random(scrambled.next() + static_cast<std::uint64_t>(index) * 0x9e3779b97f4a7c15ULL);
    if (kind_ == Kind::subnormal) {
      Answer r{};
      const std::string fault = subnormal_fault(random, r);
      return report(r, fault, 0, "double", index, aloud);
    }
    const bool planar = kind_ == Kind::rods_2d || kind_ == Kind::half_spaces_2d;
    return planar ? judge(draw<2>(random, kind_), index, aloud) : judge(draw<3>(random, kind_), index, aloud);
  }

 private:
  const char* name() const { return kind_names[static_cast<int>(kind_)]; }

  template <int D>
  bool judge(const Sweep<D>& s, long index, bool aloud) {
    const Answer r = s.in_float ? answer_in<float, D>(s, kind_) : answer_in<double, D>(s, kind_);
    Checker<D> checker(s);
    const std::string fault = checker.fault(r);
    const std::string how = std::string(s.in_float ? "float" : "double") +
                            (s.method == abut::TimeOfImpactMethod::bilateral ? " by bilateral" : " by advancement");
    return report(r, fault, checker.steps, how.c_str(), index, aloud);
  }

  /// Counts an answer, and prints it if it is wrong. True if nothing is.
  bool report(const Answer& r, const std::string& fault, long steps, const char* how, long index, bool aloud) {
    hits_ += r.hit ? 1 : 0;
    distances_ += r.iterations;
    steps_ += steps;
    for (int most = most_; r.iterations > most && !most_.compare_exchange_weak(most, r.iterations);) {
    }
    if (!fault.empty() && ++failures_ > most_failures) return false;
    if (fault.empty() && !aloud) return true;
    std::printf("%s %s, %s, sweep %llu:%d:%ld: %s\n  %s\n", fault.empty() ? "passed" : "FAILED", name(), how,
                static_cast<unsigned long long>(seed_), first_impact_setting + static_cast<int>(kind_), index,
                fault.c_str(), describe(r).c_str());
    return fault.empty();
  }

  const std::uint64_t seed_;
  const Kind kind_;
  const long sweeps_;
  Progress progress_;
  std::atomic<long> failures_{0}, hits_{0}, distances_{0}, steps_{0};
  std::atomic<int> most_{0};
};

}  // namespace

bool impacts_pass(std::uint64_t seed, long sweeps, int threads) {
  bool passed = true;
  for (int i = 0; i < impact_settings; ++i) {
    ImpactRun run(seed, static_cast<Kind>(i), sweeps);
    passed = run.passes(threads) && passed;
  }
  return passed;
}

bool impact_passes(std::uint64_t seed, int setting, long index) {
  ImpactRun run(seed, static_cast<Kind>(setting - first_impact_setting), 1);
  return run.judge(index, true);
}

}  // namespace soak
