/// Times of impact: abut by both proven methods beside Bullet and Box2D, on the same sweeps. Prints markdown.
///
/// 4096 sweeps, about nine in ten of which meet; in each of 7 rounds every one makes an untimed pass and then a timed one. Ratios are taken within a round, and their
/// median is printed. Time is that of the thread. abut has its default tolerance, 1e-4 of the reach; in the plane the target and tolerance of Box2D.
#include "impacts.hpp"
#include "quartiles.hpp"

#include <abut/hull.hpp>
#include <abut/polygon.hpp>
#include <abut/shapes.hpp>
#include <abut/time_of_impact.hpp>

#include <fmt/format.h>

#include <time.h>

#include <algorithm>
#include <cstring>
#include <numbers>
#include <random>

namespace {

using abut::Vec;
using bench::ImpactPass;
using bench::Sweeps;

constexpr std::size_t sweep_count = 4096, pool = 64;
constexpr int rounds = 7;

double nanoseconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

class Source {
 public:
  explicit Source(unsigned seed) : engine_(seed) {}

  float between(double low, double high) {
    return static_cast<float>(low + (high - low) * static_cast<double>(engine_() >> 11) * 0x1p-53);
  }
  template <int D>
  Vec<float, D> direction() {
    for (;;) {
      Vec<float, D> v;
      for (int i = 0; i < D; ++i) v[i] = between(-1, 1);
      const auto length = static_cast<float>(abut::detail::norm(abut::widen(v)));
      if (length > 0.1F && length <= 1) return v * (1 / length);
    }
  }

 private:
  std::mt19937_64 engine_;
};

template <int D>
abut::Motion<float, D> draw_turn(Source& source) {
  abut::Motion<float, D> m;
  if constexpr (D == 2) {
    m.start.q = abut::Rotation2f::by(source.between(-3, 3));
  } else {
    const Vec<float, 3> v = source.direction<3>();
    m.start.q = {source.between(0, 1), v.x, v.y, v.z};
    m.axis = source.direction<3>();
  }
  m.turn = source.between(-1.5, 1.5);
  return m;
}

/// B stands 1 to 1.5 sizes away, and A is sent past it.
template <int D>
void add_sweeps(Source& source, Sweeps<D>& w, double size) {
  for (std::size_t i = 0; i < sweep_count; ++i) {
    bench::Sweep<D> s{i % pool, (7 * i + 3) % pool, draw_turn<D>(source), draw_turn<D>(source)};
    const Vec<float, D> away = source.direction<D>();
    s.motion_b.start.p = away * source.between(size, 1.5 * size);
    s.motion_a.velocity =
        away * source.between(0.5 * size, 2 * size) + source.direction<D>() * source.between(0, 0.3 * size);
    w.sweeps.push_back(s);
  }
}

template <class S, int D>
class AbutImpacts : public ImpactPass {
 public:
  AbutImpacts(std::vector<S> shapes, const Sweeps<D>& w, const abut::TimeOfImpactOptions<float>& options)
      : shapes_(std::move(shapes)), sweeps_(w.sweeps), options_(options) {}

  int run() override {
    int hits = 0;
    sum = most = 0;
    for (const auto& s : sweeps_) {
      const auto r =
          abut::time_of_impact(moving(shapes_[s.a], s.motion_a), moving(shapes_[s.b], s.motion_b), options_);
      hits += r.hit ? 1 : 0;
      sum += r.iterations;
      most = std::max(most, r.iterations);
    }
    return hits;
  }

  int sum = 0, most = 0;  ///< of the distances computed

 private:
  std::vector<S> shapes_;
  const std::vector<bench::Sweep<D>>& sweeps_;
  const abut::TimeOfImpactOptions<float> options_;
};

double timed(ImpactPass& pass, int& hits) {
  pass.run();
  const double start = nanoseconds();
  hits = pass.run();
  return (nanoseconds() - start) / static_cast<double>(sweep_count);
}

template <class S, int D>
void measure(const char* name, const char* peer_name, const std::vector<S>& shapes, const Sweeps<D>& w,
             abut::TimeOfImpactOptions<float> options, ImpactPass& peer) {
  AbutImpacts<S, D> advancement(shapes, w, options);
  options.method = abut::ImpactMethod::bilateral;
  AbutImpacts<S, D> bilateral(shapes, w, options);
  std::vector<double> times, other, ratios;
  int hits = 0, same = 0, peer_hits = 0;
  for (int i = 0; i < rounds; ++i) {
    times.push_back(timed(advancement, hits));
    other.push_back(timed(bilateral, same) / times.back());
    ratios.push_back(timed(peer, peer_hits) / times.back());
  }
  const auto ratio = bench::quartiles(ratios);
  const auto mean = [](const auto& pass) {
    return static_cast<double>(pass.sum) / static_cast<double>(sweep_count);
  };
  fmt::print(
      "| {} | {:.0f} | {:.2f} / {} | **{:.2f}** | {:.2f} / {} | {} **{:.2f}** {:.2f}-{:.2f} | {} | {} |\n",
      name, bench::quartiles(times).median, mean(advancement), advancement.most,
      bench::quartiles(other).median, mean(bilateral), bilateral.most, peer_name, ratio.median, ratio.lower,
      ratio.upper, hits, peer_hits);
}

void measure_boxes() {
  Source source(1);
  Sweeps<3> w;
  std::vector<abut::Box3f> shapes;
  for (std::size_t i = 0; i < pool; ++i) {
    w.halves.push_back({source.between(0.3, 1), source.between(0.3, 1), source.between(0.3, 1)});
    shapes.push_back({w.halves.back()});
  }
  add_sweeps(source, w, 2.4);
  measure("box", "Bullet", shapes, w, {}, *bench::bullet_impacts(w));
}

void measure_hulls() {
  Source source(2);
  Sweeps<3> w;
  std::vector<abut::Hull<float, 3>> hulls;
  for (std::size_t i = 0; i < pool; ++i) {
    auto& points = w.points.emplace_back();
    for (int k = 0; k < 32; ++k) points.push_back(source.direction<3>());
    hulls.push_back(*abut::Hull<float, 3>::from(points));
  }
  std::vector<abut::HullView<float, 3>> shapes;
  for (const auto& hull : hulls) shapes.push_back(hull.view());
  add_sweeps(source, w, 2.2);
  measure("hull32", "Bullet", shapes, w, {}, *bench::bullet_impacts(w));
}

/// Box2D wants polygons of at most 8 corners. Its target is three times its slop beyond the skins of both; ours is the same distance.
void measure_polygons() {
  Source source(3);
  Sweeps<2> w;
  std::vector<abut::PointSet<float, 2>> shapes;
  w.points.reserve(pool);  // views look at them
  for (std::size_t i = 0; i < pool; ++i) {
    auto& points = w.points.emplace_back();
    for (int k = 0; k < 6; ++k) {
      const double angle = 2 * std::numbers::pi * (k + 0.4 * double(source.between(0, 1))) / 6;
      const abut::SineCosine r = abut::sine_cosine(angle);
      points.push_back({static_cast<float>(r.cosine), static_cast<float>(r.sine)});
    }
    shapes.push_back(*abut::PointSet<float, 2>::from(points));
  }
  add_sweeps(source, w, 2.2);
  measure("polygon6", "Box2D", shapes, w, {.target = 0.005F, .tolerance = 0.00125F},
          *bench::box2d_impacts(w));
}

}  // namespace

int main(int count, char** arguments) {
  if (count > 1) {
    const bool help = std::strcmp(arguments[1], "--help") == 0;
    fmt::print(help ? stdout : stderr,
               "usage: abut_impact_times\nTimes of impact of abut beside Bullet and Box2D, a few seconds.\n");
    return help ? 0 : 2;
  }
  fmt::print(
      "| sweeps | advancement, ns | distances, mean / most | bilateral, times that | distances | peer, times "
      "advancement | hits of "
      "{} | hits of the peer |\n|---|---|---|---|---|---|---|---|\n",
      sweep_count);
  measure_boxes();
  measure_hulls();
  measure_polygons();
}
