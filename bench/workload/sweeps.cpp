#include "workload/sweeps.hpp"

#include <abut/detail/numeric/trigonometry.hpp>

#include <numbers>
#include <random>

namespace bench {

namespace {

using abut::Vec;

constexpr std::size_t pool = 64;

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
      const auto length = static_cast<float>(abut::detail::norm(abut::detail::widen(v)));
      if (length > 0.1F && length <= 1) return v * (1 / length);
    }
  }

 private:
  std::mt19937_64 engine_;
};

template <int D>
abut::Motion<float, D> draw_turn(Source& source, Turning turning) {
  abut::Motion<float, D> m;
  if constexpr (D == 2) {
    m.start.q = abut::Rotation2f::by(source.between(-3, 3));
  } else {
    const Vec<float, 3> v = source.direction<3>();
    m.start.q = {source.between(0, 1), v.x, v.y, v.z};
    m.axis = source.direction<3>();
  }
  const float turn = source.between(-1.5, 1.5);
  if (turning == Turning::yes) m.angle = turn;
  return m;
}

template <int D>
void add_sweeps(Source& source, Turning turning, Sweeps<D>& w, double size) {
  for (std::size_t i = 0; i < sweep_count; ++i) {
    Sweep<D> s{i % pool, (7 * i + 3) % pool, draw_turn<D>(source, turning), draw_turn<D>(source, turning)};
    const Vec<float, D> away = source.direction<D>();
    s.motion_b.start.p = away * source.between(size, 1.5 * size);
    s.motion_a.velocity =
        away * source.between(0.5 * size, 2 * size) + source.direction<D>() * source.between(0, 0.3 * size);
    w.sweeps.push_back(s);
  }
}

}  // namespace

Sweeps<3> sweeps_of_boxes(Turning turning) {
  Source source(1);
  Sweeps<3> w;
  for (std::size_t i = 0; i < pool; ++i) {
    w.halves.push_back({source.between(0.3, 1), source.between(0.3, 1), source.between(0.3, 1)});
  }
  add_sweeps(source, turning, w, 2.4);
  return w;
}

Sweeps<3> sweeps_of_hulls(Turning turning) {
  Source source(2);
  Sweeps<3> w;
  for (std::size_t i = 0; i < pool; ++i) {
    auto& points = w.points.emplace_back();
    for (int k = 0; k < 32; ++k) points.push_back(source.direction<3>());
  }
  add_sweeps(source, turning, w, 2.2);
  return w;
}

Sweeps<2> sweeps_of_polygons(Turning turning) {
  Source source(3);
  Sweeps<2> w;
  for (std::size_t i = 0; i < pool; ++i) {
    auto& points = w.points.emplace_back();
    for (int k = 0; k < 6; ++k) {
      const double angle = 2 * std::numbers::pi * (k + 0.4 * double(source.between(0, 1))) / 6;
      const abut::SineCosine r = abut::sine_cosine(angle);
      points.push_back({static_cast<float>(r.cosine), static_cast<float>(r.sine)});
    }
  }
  add_sweeps(source, turning, w, 2.2);
  return w;
}

}  // namespace bench
