/// Meshes: abut beside FCL, CGAL and Embree. Prints markdown.
///
/// Every query is asked of each library in turn, so that each begins with the caches that the others have left, and the
/// least time of a few rounds counts. A ratio is that of the sums over the queries of a cell.
#include "meshes/mesh_files.hpp"
#include "meshes/mesh_queries.hpp"
#include "thread_time.hpp"
#include "workload/rows.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace {

using namespace bench;

constexpr int rounds = 3;

struct Options {
  std::string data, row;
  double detail = 1;
  int poses = 12;
};

/// What a reading of the clock takes; it is subtracted.
double clock_nanoseconds() {
  double least = 1e9;
  for (int i = 0; i < 1000; ++i) {
    const double start = thread_nanoseconds();
    least = std::min(least, thread_nanoseconds() - start);
  }
  return least;
}

/// Nanoseconds of each library: the sum over all queries of the least time of the rounds. ask(library, query).
template <class Ask>
std::vector<double> times_of(std::size_t libraries, std::size_t queries, const Ask& ask) {
  static const double overhead = clock_nanoseconds();
  std::vector<double> sums(libraries);
  std::vector<double> least(libraries * queries, std::numeric_limits<double>::infinity());
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t q = 0; q < queries; ++q) {
      for (std::size_t k = 0; k < libraries; ++k) {
        const double start = thread_nanoseconds();
        ask(k, q);
        double& best = least[k * queries + q];
        best = std::min(best, std::max(1.0, thread_nanoseconds() - start - overhead));
      }
    }
  }
  for (std::size_t k = 0; k < libraries; ++k) {
    for (std::size_t q = 0; q < queries; ++q) sums[k] += least[k * queries + q];
  }
  return sums;
}

/// Ratios of a column: their geometric mean, and the worst.
struct Column {
  double logarithms = 0, worst = std::numeric_limits<double>::infinity();
  int count = 0;

  void add(double ratio) {
    logarithms += std::log(ratio);
    worst = std::min(worst, ratio);
    ++count;
  }
  double mean() const { return std::exp(logarithms / count); }
};

std::string line(const std::string& name, const std::vector<std::string>& cells) {
  std::string text = "| " + name + " |";
  for (const auto& cell : cells) text += " " + cell + " |";
  return text + "\n";
}

std::string header(const std::string& title, const std::vector<std::string>& columns) {
  return fmt::format(
      "\n### {}\n\n{}{}\n", title, line("", columns), "|" + [&] {
        std::string s;
        for (std::size_t i = 0; i <= columns.size(); ++i) s += "---|";
        return s;
      }());
}

void print_footer(const std::vector<Column>& columns, const std::vector<std::string>& rest) {
  std::vector<std::string> means, worsts;
  for (const Column& c : columns) {
    means.push_back(fmt::format("**{:.2f}**", c.mean()));
    worsts.push_back(fmt::format("{:.2f}", c.worst));
  }
  means.insert(means.end(), rest.begin(), rest.end());
  worsts.insert(worsts.end(), rest.size(), "");
  fmt::print("{}{}", line("**geometric mean**", means), line("worst", worsts));
}

struct Pair {
  std::string name;
  MeshBody a, b;
};

/// A distance of FCL that lies outside of the proven bounds by more than 1e-9 of A's diagonal, which is far more than
/// its rounding, contradicts abut: one of them is wrong.
bool contradict(const Interval& proven, double answer, double size) {
  return !(answer >= proven.lower - 1e-9 * size && answer <= proven.upper + 1e-9 * size);
}

/// Times of FCL as multiples of abut's in double, at every gap: of distances, and of verdicts.
void print_pairs(const std::string& title, const std::vector<Pair>& pairs, int poses) {
  std::vector<std::string> columns;
  for (const MeshGap& g : mesh_gaps) columns.push_back(g.name + ": abut, us / FCL, times abut");
  columns.insert(columns.end(), {"abut float, times double", "contradictions"});
  for (const bool distances : {true, false}) {
    const char* const what = distances ? "distance" : "overlap or not";
    fmt::print("{}", header(fmt::format("{}: {}", title, what), columns));
    std::vector<Column> ratios(mesh_gaps.size());
    int contradictions = 0, asked = 0;
    for (const Pair& pair : pairs) {
      const std::size_t triangles = pair.a.mesh->faces.size();
      const auto queries = placements(pair.a, pair.b, triangles > 50000 ? (poses + 2) / 3 : poses);
      const std::unique_ptr<MeshPairs> libraries[] = {abut_mesh_pairs_in_double(pair.a, pair.b),
                                                      abut_mesh_pairs_in_float(pair.a, pair.b),
                                                      fcl_mesh_pairs(pair.a, pair.b)};
      std::vector<std::string> cells;
      double in_float = 0, in_double = 0;
      int differ = 0;
      for (std::size_t g = 0; g < mesh_gaps.size(); ++g) {
        for (const auto& library : libraries) library->set(queries[g]);
        std::vector<Interval> answers(3 * queries[g].size());
        const auto ask = [&](std::size_t k, std::size_t q) {
          Interval& answer = answers[3 * q + k];
          if (distances) {
            answer = libraries[k]->distance(q);
          } else {
            answer.lower = answer.upper = libraries[k]->overlap(q) ? 0 : 1;
          }
        };
        const auto sums = times_of(3, queries[g].size(), ask);
        for (std::size_t q = 0; q < queries[g].size(); ++q) {
          differ += contradict(answers[3 * q], answers[3 * q + 2].lower, diagonal(*pair.a.mesh)) ? 1 : 0;
        }
        asked += static_cast<int>(queries[g].size());
        in_double += sums[0];
        in_float += sums[1];
        ratios[g].add(sums[2] / sums[0]);
        cells.push_back(
            fmt::format("{:.1f} / **{:.2f}**", sums[0] / double(queries[g].size()) / 1000, sums[2] / sums[0]));
      }
      cells.push_back(fmt::format("{:.2f}", in_float / in_double));
      cells.push_back(fmt::format("{}", differ));
      contradictions += differ;
      fmt::print("{}", line(pair.name, cells));
      std::fflush(stdout);
    }
    print_footer(ratios, {"", fmt::format("{} of {}", contradictions, asked)});
  }
}

/// Single probes are too short for the clock: groups of them are timed.
constexpr std::size_t group = 32;

using Ask = std::function<double(MeshProbes&, const MeshProbe&)>;
using Unit = double(const Triangles&);

/// Times of the peers as multiples of abut's, for points or rays. Answers that differ from abut's by more than 1e-5 of
/// the unit are counted: the peers are in double or float, and round.
void print_probes(const std::string& title, const std::vector<Triangles>& meshes, const std::vector<MeshGap>& gaps,
                  const std::vector<std::string>& peers, const Ask& ask, Unit* unit) {
  std::vector<std::string> columns;
  for (const MeshGap& g : gaps) {
    columns.push_back(g.name + ": abut, ns");
    for (const auto& peer : peers) columns.push_back(fmt::format("{}: {}, times abut", g.name, peer));
    columns.push_back(g.name + ": off by more than 1e-5");
  }
  fmt::print("{}", header(title, columns));
  std::vector<Column> ratios(gaps.size() * peers.size());
  for (const Triangles& mesh : meshes) {
    std::vector<std::unique_ptr<MeshProbes>> libraries;
    libraries.push_back(abut_mesh_probes(mesh));
    for (const auto& peer : peers) {
      libraries.push_back(peer == "CGAL" ? cgal_mesh_probes(mesh) : embree_mesh_probes(mesh, peer != "Embree"));
    }
    std::vector<std::string> cells;
    for (std::size_t g = 0; g < gaps.size(); ++g) {
      const auto asked = probes(mesh, gaps[g].gap, 512);
      std::vector<std::vector<double>> answers(libraries.size(), std::vector<double>(asked.size()));
      const auto sums = times_of(libraries.size(), asked.size() / group, [&](std::size_t k, std::size_t q) {
        for (std::size_t i = q * group; i < (q + 1) * group; ++i) answers[k][i] = ask(*libraries[k], asked[i]);
      });
      cells.push_back(fmt::format("{:.0f}", sums[0] / double(asked.size())));
      int differ = 0;
      for (std::size_t k = 1; k < libraries.size(); ++k) {
        ratios[g * peers.size() + k - 1].add(sums[k] / sums[0]);
        cells.push_back(fmt::format("**{:.2f}**", sums[k] / sums[0]));
        for (std::size_t i = 0; i < asked.size(); ++i) {
          const double ours = answers[0][i], theirs = answers[k][i];
          differ += ours == theirs || std::fabs(ours - theirs) <= 1e-5 * unit(mesh) ? 0 : 1;
        }
      }
      cells.push_back(fmt::format("{}", differ));
    }
    fmt::print("{}", line(fmt::format("{}, {}", mesh.name, mesh.faces.size()), cells));
    std::fflush(stdout);
  }
  std::vector<std::string> means, worsts;
  for (std::size_t g = 0; g < gaps.size(); ++g) {
    means.push_back("");
    worsts.push_back("");
    for (std::size_t k = 0; k < peers.size(); ++k) {
      means.push_back(fmt::format("**{:.2f}**", ratios[g * peers.size() + k].mean()));
      worsts.push_back(fmt::format("{:.2f}", ratios[g * peers.size() + k].worst));
    }
    means.push_back("");
    worsts.push_back("");
  }
  fmt::print("{}{}", line("**geometric mean**", means), line("worst", worsts));
}

void print_builds(const std::vector<Triangles>& meshes) {
  fmt::print("{}", header("Building the tree of a mesh",
                          {"abut, ns a triangle", "FCL, times abut", "CGAL, times abut", "Embree robust, times abut",
                           "abut, bytes a triangle", "FCL, bytes", "CGAL, bytes", "Embree robust, bytes"}));
  std::vector<Column> ratios(3);
  using Build = MeshBuild(const Triangles&);
  for (const Triangles& mesh : meshes) {
    std::vector<MeshBuild> builds;
    for (Build* const build : {abut_mesh_build, fcl_mesh_build, cgal_mesh_build, embree_mesh_build}) {
      MeshBuild least = build(mesh);
      for (int round = 1; round < rounds; ++round)
        least.nanoseconds = std::min(least.nanoseconds, build(mesh).nanoseconds);
      builds.push_back(least);
    }
    const auto triangles = static_cast<double>(mesh.faces.size());
    std::vector<std::string> cells{fmt::format("{:.0f}", builds[0].nanoseconds / triangles)};
    for (std::size_t k = 1; k < builds.size(); ++k) {
      ratios[k - 1].add(builds[k].nanoseconds / builds[0].nanoseconds);
      cells.push_back(fmt::format("**{:.2f}**", builds[k].nanoseconds / builds[0].nanoseconds));
    }
    for (const MeshBuild& b : builds) cells.push_back(fmt::format("{:.0f}", b.bytes / triangles));
    fmt::print("{}", line(fmt::format("{}, {}", mesh.name, mesh.faces.size()), cells));
  }
  std::vector<std::string> means{""}, worsts{""};
  for (const Column& c : ratios) {
    means.push_back(fmt::format("**{:.2f}**", c.mean()));
    worsts.push_back(fmt::format("{:.2f}", c.worst));
  }
  means.resize(8);
  worsts.resize(8);
  fmt::print("{}{}", line("**geometric mean**", means), line("worst", worsts));
}

/// A tenth of the diagonal large.
MeshBody convex_beside(const Triangles& mesh, Form form) {
  const auto size = static_cast<float>(0.1 * diagonal(mesh));
  MeshBody body{.mesh = nullptr, .form = form, .shape = {}};
  body.shape.half = abut::Vec3f{0.7F, 0.55F, 0.45F} * (size / 2);
  body.shape.radius = size / 2;
  const Workload<3> hulls = make_workload<3>({.name = "hull", .points = 32}, 1);
  for (const auto& p : hulls.a.shapes[0].points) body.shape.points.push_back(p * (size / 2));
  return body;
}

void run(const Options& options) {
  const auto meshes = options.data.empty() ? generated_meshes(options.detail) : meshes_in(options.data);
  if (meshes.empty()) throw std::runtime_error(options.data + " has no mesh that can be read");
  const auto wanted = [&](const char* title) { return std::string(title).find(options.row) != std::string::npos; };
  std::vector<Pair> twins;
  for (const Triangles& mesh : meshes) {
    const MeshBody body{.mesh = &mesh, .form = {}, .shape = {}};
    twins.push_back({fmt::format("{}, {}", mesh.name, mesh.faces.size()), body, body});
  }
  for (std::size_t i = 0; i + 1 < meshes.size(); i += 2) {
    twins.push_back({meshes[i].name + " x " + meshes[i + 1].name, twins[i].a, twins[i + 1].a});
  }
  if (wanted("mesh against mesh")) print_pairs("Mesh against mesh", twins, options.poses);
  for (const auto& [name, form] : {std::pair{"box", Form::box}, {"hull of 32", Form::hull}, {"ball", Form::ball}}) {
    if (!wanted(fmt::format("mesh against {}", name).c_str())) continue;
    std::vector<Pair> pairs;
    for (const Triangles& mesh : meshes) {
      pairs.push_back({fmt::format("{}, {}", mesh.name, mesh.faces.size()),
                       {.mesh = &mesh, .form = {}, .shape = {}},
                       convex_beside(mesh, form)});
    }
    print_pairs(fmt::format("Mesh against a {}", name), pairs, options.poses);
  }
  if (wanted("closest points of a mesh")) {
    print_probes(
        "Closest points of a mesh", meshes, {{"100 % away", 1}, {"1 %", 0.01}}, {"CGAL", "Embree"},
        [](MeshProbes& p, const MeshProbe& q) { return p.distance(q.point); }, diagonal);
  }
  if (wanted("rays at a mesh")) {
    print_probes(
        "Rays at a mesh", meshes, {{"100 % away", 1}}, {"CGAL", "Embree", "Embree robust"},
        [](MeshProbes& p, const MeshProbe& q) { return p.ray(q.point, q.direction); },
        [](const Triangles&) { return 1.0; });
  }
  if (wanted("build")) print_builds(meshes);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Times of abut beside FCL, CGAL and Embree on meshes, on the same queries.", "abut_mesh_times");
  Options options;
  app.add_option("--data", options.data, "A folder of STL, OBJ, PLY and OFF files; default: meshes made by code")
      ->option_text("PATH");
  app.add_option("--row", options.row,
                 "Only one table: 'mesh against mesh', 'mesh against box', 'closest', 'rays' or 'build'")
      ->option_text("TEXT");
  app.add_option("--detail", options.detail, "How fine the meshes made by code are; default: 1")->option_text("NUMBER");
  app.add_option("--poses", options.poses, "Queries of a cell; default: 12, a third for large meshes")
      ->option_text("NUMBER");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : 2;
  }
  try {
    run(options);
    return 0;
  } catch (const std::exception& e) {
    fmt::print(stderr, "abut_mesh_times: {}\n", e.what());
    return 2;
  }
}
