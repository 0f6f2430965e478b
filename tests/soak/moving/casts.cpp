#include "soak/moving/casts.hpp"

#include "oracle/draw/cast_families.hpp"
#include "soak/still/pairs.hpp"
#include "soak/workers.hpp"

#include <abut/abut.hpp>

namespace soak {
namespace {

using abut::CastMethod;
using oracle::CastFamily;
constexpr CastMethod methods[] = {CastMethod::gjk, CastMethod::advancement, CastMethod::mpr};
constexpr const char* method_names[] = {"gjk", "advancement", "mpr"};

/// Runs `judge(index)` for all indices, on all threads. It returns what is wrong, or nothing.
template <class Judge>
bool all_pass(const char* what, long count, int threads, Judge judge) {
  std::atomic<long> failures{0};
  Progress progress(what, "casts", static_cast<double>(count));
  for_all(count, threads, progress, [&](long i) {
    const std::string failure = judge(i);
    if (failure.empty() || failures.fetch_add(1) >= most_failures) return;
    std::printf("FAILED %s, cast %ld: %s\n", what, i, failure.c_str());
  });
  std::printf("%s: %ld casts in %.0f s, %ld failures\n", what, count, progress.seconds(), failures.load());
  std::fflush(stdout);
  return failures == 0;
}

std::uint64_t seed_of(std::uint64_t seed, int setting, long index) {
  Random random(seed * 64 + static_cast<std::uint64_t>(setting));
  return random.next() + static_cast<std::uint64_t>(index) * 0x9e3779b97f4a7c15ULL;
}

template <class T, int D>
constexpr int setting = (D == 3 ? 2 : 0) + (sizeof(T) == 8 ? 1 : 0);

template <class T, int D>
std::string exact_failure(CastFamily family, std::uint64_t seed) {
  const auto c = oracle::draw_cast<T, D>(family, seed);
  const oracle::CastTruth<T, D> truth(c);
  for (int m = 0; m < 3; ++m) {
    const std::string failure = truth.failure(oracle::ask_cast(c, methods[m]), methods[m] == CastMethod::mpr);
    if (!failure.empty()) return std::string(method_names[m]) + ": " + failure;
  }
  return {};
}

template <class T, int D>
bool exact_pass(std::uint64_t seed, long count, int threads) {
  bool passed = true;
  for (int f = 0; f < oracle::cast_family_count; ++f) {
    char what[64];
    std::snprintf(what, sizeof what, "casts, %dD %s, %s", D, sizeof(T) == 4 ? "float" : "double",
                  oracle::cast_family_names[f]);
    const auto judge = [&](long i) {
      return exact_failure<T, D>(static_cast<CastFamily>(f), seed_of(seed, f * 4 + setting<T, D>, i));
    };
    passed = all_pass(what, count, threads, judge) && passed;
  }
  return passed;
}

template <class T, int D>
abut::ShapeCast<T, D> cast(const Pair<T, D>& p, const abut::Vec<T, D>& v, const abut::ShapeCastOptions<T, D>& options) {
  const auto a = shape_of(p.a), b = shape_of(p.b);
  if (!p.posed) return abut::shape_cast(a.shape(), v, b.shape(), options);
  return abut::shape_cast(abut::place(a.shape(), p.pose_a), v, abut::place(b.shape(), p.pose_b), options);
}

/// A motion that hits about half of the time, of up to a million sizes; and sometimes a target distance.
template <class T, int D>
abut::Vec<T, D> draw_motion(const Pair<T, D>& p, Random& random) {
  const auto a = shape_of(p.a), b = shape_of(p.b);
  const auto to =
      abut::detail::widen(p.pose_b.p) + b.shape().center() - abut::detail::widen(p.pose_a.p) - a.shape().center();
  const double unit = draw::reach_of(p.a) + draw::reach_of(p.b) + std::sqrt(abut::norm_squared(to));
  const auto aside = oracle::detail::arrow<D>(random, unit * random.between(0, 1));
  if (random.chance(0.02)) return {};
  return draw::rounded<T, D>((to + aside) * (random.chance(0.2) ? random.decade(0, 6) : random.between(-1, 3)));
}

/// Whether A, moved to the hit, may be as near to B as rounding and the tolerance allow: the distance there need not
/// have converged.
template <class T, int D>
bool is_near(const Pair<T, D>& pair, const abut::Vec<T, D>& v, const abut::ShapeCast<T, D>& r, T target) {
  const double t = double(r.t), unit = draw::reach_of(pair.a) + draw::reach_of(pair.b) +
                                       std::sqrt(abut::norm_squared(abut::detail::widen(pair.pose_b.p) -
                                                                    abut::detail::widen(pair.pose_a.p))) +
                                       std::sqrt(abut::norm_squared(abut::detail::widen(v))) * t;
  Pair<T, D> moved = pair;
  moved.posed = true;
  moved.pose_a.p = draw::rounded<T, D>(abut::detail::widen(pair.pose_a.p) + abut::detail::widen(v) * t);
  const auto gap = query(moved);
  // Relative to the size: the rounding of float, and in double the accuracy of the distance of curved shapes.
  const double eps = sizeof(T) == 4 ? 0x1p-23 : 1e-12;
  const double coordinates = std::sqrt(abut::norm_squared(abut::detail::widen(moved.pose_a.p)));
  return double(gap.signed_lower) - double(target) <= 16 * eps * (unit + coordinates);
}

/// No method's proof contradicts another's answer.
template <class T, int D>
std::string contradiction(std::uint64_t seed, long index) {
  const auto pair = draw_pair<T, D>(static_cast<Family>(index % 4), seed);
  Random random(seed + 1);
  const auto v = draw_motion(pair, random);
  abut::ShapeCastOptions<T, D> options;
  if (random.chance(0.3)) options.target = draw::rounded<T>(draw::reach_of(pair.a) * random.decade(-3, 0));
  abut::ShapeCast<T, D> r[3];
  for (int m = 0; m < 3; ++m) {
    options.method = methods[m];
    r[m] = cast(pair, v, options);
    if (r[m].status == abut::Status::invalid_argument) return std::string(method_names[m]) + ": invalid_argument";
    if (r[m].hit && r[m].miss) return std::string(method_names[m]) + ": hit and miss";
    if (r[m].hit && r[m].t < r[m].t_safe) return std::string(method_names[m]) + ": a hit before safe";
  }
  for (int m = 0; m < 3; ++m) {
    for (int k = 0; k < 3; ++k) {
      const std::string both = std::string(method_names[m]) + ", " + method_names[k];
      // Within rounding of a graze either verdict is allowed: the hit is then the one that is not proven.
      if (r[m].miss && r[k].hit &&
          !(r[k].start != abut::StartState::separated || is_near(pair, v, r[k], options.target)))
        return both + ": a miss and a hit";
      if (r[k].hit && !r[m].miss && r[m].t_safe > r[k].t && !is_near(pair, v, r[k], options.target))
        return both + ": free after a hit";
    }
  }
  return {};
}

template <class T, int D>
bool pairs_pass(std::uint64_t seed, long count, int threads) {
  char what[64];
  std::snprintf(what, sizeof what, "casts, %dD %s, three methods", D, sizeof(T) == 4 ? "float" : "double");
  return all_pass(what, count, threads,
                  [&](long i) { return contradiction<T, D>(seed_of(seed, 32 + setting<T, D>, i), i); });
}

}  // namespace

bool casts_pass(std::uint64_t seed, long exact, long pairs, int threads) {
  bool passed = exact_pass<float, 2>(seed, exact, threads);
  passed = exact_pass<double, 2>(seed, exact, threads) && passed;
  passed = exact_pass<float, 3>(seed, exact, threads) && passed;
  passed = exact_pass<double, 3>(seed, exact, threads) && passed;
  passed = pairs_pass<float, 2>(seed, pairs, threads) && passed;
  passed = pairs_pass<double, 2>(seed, pairs, threads) && passed;
  passed = pairs_pass<float, 3>(seed, pairs, threads) && passed;
  return pairs_pass<double, 3>(seed, pairs, threads) && passed;
}

}  // namespace soak
