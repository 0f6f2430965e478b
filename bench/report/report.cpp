#include "report/report.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace bench {

namespace {

using Names = std::vector<std::string>;

Names libraries(std::span<const Result> results) {
  Names names;
  for (const Result& r : results) {
    for (const Measured& m : r.libraries) {
      if (std::find(names.begin(), names.end(), m.library) == names.end()) names.push_back(m.library);
    }
  }
  return names;
}

const Measured* find(const Result& result, const std::string& library) {
  for (const Measured& m : result.libraries) {
    if (m.library == library) return &m;
  }
  return nullptr;
}

std::string ratio(double x) { return x < 10 ? fmt::format("{:.2f}", x) : fmt::format("{:.1f}", x); }

std::string speed_cell(const Measured* m) {
  if (m == nullptr) return "";
  if (m->library == "abut") return fmt::format("{:.0f}", m->nanoseconds.median);
  return fmt::format("**{}** {}-{}", ratio(m->relative.median), ratio(m->relative.lower), ratio(m->relative.upper));
}

std::string error(double x) { return x == 0 ? "0" : fmt::format("{:.0e}", x); }

std::string accuracy_cell(const Measured* m) {
  if (m == nullptr) return "";
  const Accuracy& a = m->accuracy;
  std::string bad = a.bad == 0 ? "0" : fmt::format("**{}**", a.bad);
  if (a.outside > 0) bad += fmt::format(", and **{}** outside of the bounds", a.outside);
  if (!a.measures) return bad;
  return fmt::format("{} / {} / {}", error(a.largest), error(a.permille), bad);
}

/// One line per row, one cell per library.
template <class Cell>
std::string table(std::span<const Result> results, const Names& names, const Names& headings, Cell cell) {
  std::string text = "| row |", line = "|---|";
  for (const auto& heading : headings) {
    text += fmt::format(" {} |", heading);
    line += "---|";
  }
  text += "\n" + line + "\n";
  for (const Result& r : results) {
    text += fmt::format("| {} |", r.row.name);
    for (const auto& name : names) text += fmt::format(" {} |", cell(find(r, name)));
    text += "\n";
  }
  return text;
}

std::string tables(std::span<const Result> results, const std::string& what) {
  if (results.empty()) return "";
  const Names names = libraries(results);
  Names speed, accuracy;
  for (const auto& name : names) {
    speed.push_back(name == "abut" ? "abut, ns" : name + ", times abut");
    accuracy.push_back(name == "libccd" && results[0].row.question == Question::distance ? "libccd, verdicts" : name);
  }
  return fmt::format("\n### Time {0}\n\n{1}\n### Error {0}: largest / 99.9 percentile / bad answers of {2}\n\n{3}",
                     what, table(results, names, speed, speed_cell), query_count,
                     table(results, names, accuracy, accuracy_cell));
}

std::vector<Result> of(std::span<const Result> results, Question question, int dimension) {
  std::vector<Result> chosen;
  for (const Result& r : results) {
    if (r.row.question == question && r.row.dimension == dimension) chosen.push_back(r);
  }
  return chosen;
}

/// A pair of tables for every verb and dimension.
std::string all_tables(std::span<const Result> results) {
  using enum Question;
  constexpr std::pair<Question, const char*> verbs[] = {
      {distance, ""}, {verdict, "of verdicts "}, {depth, "of depths "}, {contact, "of contacts "}, {ray, "of rays "}};
  std::string text;
  for (const auto& [question, name] : verbs) {
    for (const int dimension : {3, 2}) {
      text += tables(of(results, question, dimension), fmt::format("{}in {}D", name, dimension));
    }
  }
  return text;
}

}  // namespace

std::string report(std::span<const Result> results) {
  return fmt::format(
      "{}\nTimes: processor time of a query, median of {} interleaved rounds; of a peer, as a multiple of "
      "abut's in float,\n**median** and quartiles. Bad: NaN, wrong about overlap or hit, off by 1 % of the distance, "
      "depth or t, or by 1e-3 of\nthe size. The bounds of abut are held against the truth too.\n"
      "docs/benchmarks.md describes the rows.\n{}",
      machine(), rounds, all_tables(results));
}

}  // namespace bench
