/// Times one support call and one distance query for sets of 4 to 100,000 points on ellipsoids: by a scan of all points
/// (PointSet), and as a hull does it (vertex_search.hpp). Prints markdown, and draws a chart.
///
/// 4096 different directions or queries (64 for scans of more than 2000 points), an untimed pass before each timed one,
/// the least of 5 rounds. Time is thread time.
#include <abut/abut.hpp>
#include <abut/detail/hull/build_direction_table.hpp>

#include "report/growth_chart.hpp"
#include "shared/whole_file.hpp"
#include "thread_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

namespace {

using abut::Vec;
using abut::detail::find_support;
using abut::detail::norm;
using bench::thread_nanoseconds;

constexpr std::size_t query_count = 4096;

/// The least time per query of a pass of ask(i) over `count` queries.
template <class F>
double least_time(std::size_t count, F ask) {
  double least = 1e300, sum = 0;
  for (int pass = 0; pass < 10; ++pass) {
    const double start = thread_nanoseconds();
    for (std::size_t i = 0; i < count; ++i) sum += static_cast<double>(ask(i));
    if (pass % 2 == 1) least = std::min(least, (thread_nanoseconds() - start) / static_cast<double>(count));
  }
  volatile double kept = sum;
  static_cast<void>(kept);
  return least;
}

template <int D>
Vec<double, D> draw(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  Vec<double, D> v;
  for (int k = 0; k < D; ++k) v[k] = normal(random);
  return v;
}

/// A shape that finds support points as a hull does.
template <class T, int D>
struct Searched {
  using Vector = Vec<T, D>;
  static constexpr bool support_is_relative_to_center = true;

  abut::PointSet<T, D> set;
  abut::detail::DirectionTable<D> table;

  abut::SupportPoint<Vec<double, D>> support(const Vec<double, D>& d) const {
    const std::size_t i = find_support(table, set.points().data(), set.points().size(), set.center(), d);
    return {abut::detail::widen(set.points()[i]), static_cast<abut::VertexId>(i)};
  }
  Vec<double, D> center() const { return set.center(); }
  double bounding_radius() const { return set.bounding_radius(); }
  Vector vertex(abut::VertexId id) const { return set.vertex(id); }
  abut::VertexId vertex_count() const { return set.vertex_count(); }
};

/// Sets of `count` points with their tables, and pairs of them at a gap of a hundredth of their size.
template <class T, int D>
struct Workload {
  struct Query {
    std::size_t a, b;
    abut::Pose<T, D> p, q;
  };
  std::vector<std::vector<Vec<T, D>>> points;
  std::vector<abut::detail::DirectionTableStore<D>> searches;
  std::vector<Searched<T, D>> shapes;
  std::vector<Vec<double, D>> directions;
  std::vector<Query> queries;
  double build = 0;  ///< microseconds per point

  Workload(std::size_t count, std::size_t pool) : points(pool) {
    std::mt19937_64 random(count);
    for (auto& set : points) {
      Vec<double, D> radii = draw<D>(random);
      for (int k = 0; k < D; ++k) radii[k] = 0.5 + 0.5 * abut::detail::absolute(radii[k]) / norm(radii);
      for (std::size_t i = 0; i < count; ++i) {
        const Vec<double, D> v = draw<D>(random);
        set.push_back(abut::vec_cast<T>(abut::detail::times(v / norm(v), radii)));
      }
    }
    const double start = thread_nanoseconds();
    for (auto& set : points) {
      const auto center = abut::PointSet<T, D>::from(set)->center();
      searches.push_back(abut::detail::make_direction_table(std::span<const Vec<T, D>>(set), center));
    }
    build = (thread_nanoseconds() - start) / 1000 / static_cast<double>(pool * count);
    for (std::size_t i = 0; i < pool; ++i)
      shapes.push_back({*abut::PointSet<T, D>::from(points[i]), searches[i].table()});
    for (std::size_t i = 0; i < query_count; ++i) directions.push_back(draw<D>(random));
    while (queries.size() < query_count) add_query(random);
  }

  void add_query(std::mt19937_64& random) {
    const auto turn = [&] {
      const Vec<double, 2> u = draw<2>(random), v = draw<2>(random);
      if constexpr (D == 2)
        return abut::Rotation<T, 2>{T(u.x), T(u.y)};
      else
        return abut::Rotation<T, 3>{T(u.x), T(u.y), T(v.x), T(v.y)};
    };
    Query q{random() % shapes.size(), random() % shapes.size(), {{}, turn()}, {{}, turn()}};
    const Vec<double, D> away = draw<D>(random), there = away * (4 / norm(away));
    q.q.p = abut::vec_cast<T>(there);
    const auto r = abut::distance(place(shapes[q.a], q.p), place(shapes[q.b], q.q));
    q.q.p = abut::vec_cast<T>(there - abut::detail::widen(r.normal) * (static_cast<double>(r.distance) - 0.02));
    queries.push_back(q);
  }
};

template <class T, int D>
bench::Growth measure(std::size_t count) {
  const Workload<T, D> w(count, count > 2000 ? 4 : 64);
  const auto& one = w.shapes[0];
  const std::size_t fewer = count > 2000 ? 64 : query_count;  // scans take long
  const double scan = least_time(fewer, [&](std::size_t i) { return one.set.support(w.directions[i]).id; });
  const double table = least_time(query_count, [&](std::size_t i) { return one.support(w.directions[i]).id; });
  const auto distances = [&](std::size_t queries, const auto& shape) {
    return least_time(queries, [&](std::size_t i) {
      const auto& q = w.queries[i];
      return abut::distance(place(shape(q.a), q.p), place(shape(q.b), q.q)).distance;
    });
  };
  const double by_table = distances(query_count, [&](std::size_t i) { return w.shapes[i]; });
  const double by_scan = distances(fewer, [&](std::size_t i) { return w.shapes[i].set; });
  const auto& search = w.searches[0];
  const auto bytes =
      static_cast<double>(sizeof(search.orthants.fours[0]) * search.orthants.fours.size() +
                          sizeof(search.orthants.vertices[0]) * search.orthants.vertices.size() + search.bytes());
  fmt::print("| {}D {} | {} | {:.1f} | {:.1f} | {:.0f} | {:.0f} | {:.1f} | {:.0f} |\n", D,
             sizeof(T) == 4 ? "float" : "double", count, scan, table, by_scan, by_table, w.build,
             bytes / static_cast<double>(count));
  return {count, scan, table, by_scan, by_table};
}

void print_slopes(std::span<const bench::Growth> rows, std::size_t from, std::size_t to) {
  const auto row = [&](std::size_t n) {
    return *std::find_if(rows.begin(), rows.end(), [n](const bench::Growth& r) { return r.vertices == n; });
  };
  fmt::print("Slope from {} to {} vertices: support {:.2f}, query {:.2f}.\n", from, to,
             bench::slope(&bench::Growth::support, row(from), row(to)),
             bench::slope(&bench::Growth::distance, row(from), row(to)));
}

}  // namespace

int main(int count, char** arguments) {
  const bool help = count == 2 && std::strcmp(arguments[1], "--help") == 0;
  if (count > 2 || help) {
    fmt::print(help ? stdout : stderr,
               "usage: abut_support_times [growth.svg]\n"
               "Times support calls and queries of 4 to 100,000 points, a minute or two, and draws them.\n");
    return help ? 0 : 2;
  }
  fmt::print(
      "| | points | scan, ns | hull, ns | distance by scan, ns | by hull, ns | build, us/point | "
      "bytes/point |\n");
  fmt::print("|---|---|---|---|---|---|---|---|\n");
  std::vector<bench::Growth> rows;
  for (const std::size_t n : {4U, 8U, 16U, 32U, 64U, 128U, 256U, 512U, 1024U, 4096U, 16384U, 100000U}) {
    const auto row = measure<float, 3>(n);
    if (n >= 8) rows.push_back(row);
    measure<double, 3>(n);
  }
  for (const std::size_t n : {4U, 8U, 16U, 32U, 64U, 256U, 1024U, 16384U}) {
    measure<float, 2>(n);
    measure<double, 2>(n);
  }
  fmt::print("\n");
  print_slopes(rows, 256, 16384);
  print_slopes(rows, 256, 100000);
  if (count < 2) return 0;
  try {
    abut::shared::write_whole_file(arguments[1], bench::growth_chart(rows));
  } catch (const std::exception& e) {
    fmt::print(stderr, "abut_support_times: {}\n", e.what());
    return 1;
  }
}
