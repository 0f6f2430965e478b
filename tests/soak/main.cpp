/// make soak: random pairs, hulls, casts and motions against the contract, judged in 113 bits, in integers, and by
/// sampling the motion. See docs/testing.md.
#include "soak/moving/casts.hpp"
#include "soak/moving/impacts.hpp"
#include "soak/still/check.hpp"
#include "soak/still/hulls.hpp"
#include "soak/still/minimizer.hpp"
#include "soak/still/record.hpp"
#include "soak/workers.hpp"

#include <cstdlib>
#include <cstring>

namespace soak {
namespace {

struct Settings {
  std::uint64_t seed = 1;
  long pairs = 1000000;   ///< per dimension and precision
  long hulls = 250000;    ///< likewise
  long casts = 1000000;   ///< likewise, and a fifth of it for each family of those that are judged exactly
  long impacts = 100000;  ///< motions of each kind of body
  int threads = 1;
};

constexpr int family_count = 4;
constexpr int status_count = 6;
constexpr int most_iterations = 129;

struct Tally {
  long pairs = 0, failures = 0, near = 0, stalled = 0, proven = 0, resolved = 0;
  long deep = 0, judged = 0, open = 0;  ///< of depths
  long status[status_count] = {};
  long iterations[family_count][most_iterations] = {};

  void add(Family family, const Outcome& o) {
    ++pairs;
    failures += o.failure.empty() ? 0 : 1;
    near += o.near ? 1 : 0;
    stalled += o.status == abut::Status::stalled ? 1 : 0;
    proven += o.proven ? 1 : 0;
    resolved += o.resolved ? 1 : 0;
    deep += o.deep;
    judged += o.judged;
    open += o.open;
    ++status[static_cast<int>(o.status)];
    ++iterations[static_cast<int>(family)][std::min(o.iterations, most_iterations - 1)];
  }
};

std::uint64_t seed_of(std::uint64_t seed, int setting, long index) {
  Random random(seed * 4 + static_cast<std::uint64_t>(setting));
  Random scrambled(random.next() + static_cast<std::uint64_t>(index));
  return scrambled.next();
}

template <class T, int D>
class Run {
 public:
  explicit Run(const Settings& settings)
      : settings_(settings), progress_(name_, "pairs", static_cast<double>(settings.pairs)) {}

  bool passes() {
    for_all(settings_.pairs, settings_.threads, progress_, [this](long i) { judge(i); });
    report();
    return tally_.failures == 0 && stalls_are_rare() && open_are_rare() && depths_are_closed();
  }

  /// Runs one pair and prints the result.
  bool passes(long index) {
    judge(index);
    const Family family = family_of(index);
    const auto pair = draw_pair<T, D>(family, seed_of(settings_.seed, setting, index));
    std::printf("%s\n", RecordWriter().write(pair, id_of(index)).c_str());
    return tally_.failures == 0;
  }

 private:
  static constexpr int setting = (D == 3 ? 2 : 0) + (sizeof(T) == 8 ? 1 : 0);

  static Family family_of(long index) { return static_cast<Family>(index % family_count); }
  std::string id_of(long index) const {
    return std::to_string(settings_.seed) + ":" + std::to_string(setting) + ":" + std::to_string(index);
  }

  void judge(long index) {
    const std::uint64_t seed = seed_of(settings_.seed, setting, index);
    const Family family = family_of(index);
    const auto pair = draw_pair<T, D>(family, seed);
    const Outcome o = check(pair, seed);
    if (!may_report(family, o)) return;
    const auto least = Minimizer<T, D>(pair, seed).run();
    const std::string record = RecordWriter().write(least, id_of(index));
    std::printf("FAILED %s, %s pair %s: %s\n  replay: abut query --precision %s, with\n%s\n", name_,
                family_names[static_cast<int>(family)], id_of(index).c_str(), o.failure.c_str(),
                sizeof(T) == 4 ? "float" : "double", record.c_str());
    std::fflush(stdout);
  }

  /// Counts a failure; true if it is one of the first.
  bool may_report(Family family, const Outcome& o) {
    const std::lock_guard lock(mutex_);
    tally_.add(family, o);
    return !o.failure.empty() && tally_.failures <= most_failures;
  }

  /// 0.5 % of those closer than a millionth of the size; the others fail by themselves.
  bool stalls_are_rare() const { return tally_.stalled * 200 <= tally_.near; }
  /// Cases that 113 bits can neither prove nor refute.
  bool open_are_rare() const { return (tally_.pairs - tally_.proven) * 10000 <= tally_.pairs; }

  bool depths_are_closed() const { return tally_.open * 10000 <= tally_.deep; }

  void report() const {
    std::printf("%s: %ld pairs in %.0f s, %.0f per second, %ld failures\n", name_, tally_.pairs, progress_.seconds(),
                static_cast<double>(tally_.pairs) / progress_.seconds(), tally_.failures);
    std::printf("  status:");
    for (int i = 0; i < status_count; ++i) {
      std::printf(" %s %ld", abut::to_string(static_cast<abut::Status>(i)), tally_.status[i]);
    }
    std::printf("\n  stalled: %ld of %ld nearer than 1e-6 sizes%s\n", tally_.stalled, tally_.near,
                stalls_are_rare() ? "" : ": MORE THAN 0.5 %");
    std::printf("  bounds proven in 113 bits: %ld, not refuted: %ld%s; solved a second time: %ld\n", tally_.proven,
                tally_.pairs - tally_.proven, open_are_rare() ? "" : ": MORE THAN 0.01 %", tally_.resolved);
    std::printf("  depths: %ld of %ld overlap, %ld judged in 113 bits, %ld of polytopes not converged%s\n", tally_.deep,
                2 * tally_.pairs, tally_.judged, tally_.open, depths_are_closed() ? "" : ": MORE THAN 0.01 %");
    for (int f = 0; f < family_count; ++f) print_iterations(f);
    std::fflush(stdout);
  }

  void print_iterations(int family) const {
    const long* count = tally_.iterations[family];
    long all = 0;
    double sum = 0;
    for (int i = 0; i < most_iterations; ++i) {
      all += count[i];
      sum += static_cast<double>(i) * static_cast<double>(count[i]);
    }
    if (all == 0) return;
    std::printf("  iterations, %-10s mean %.1f", family_names[family], sum / static_cast<double>(all));
    constexpr struct {
      const char* label;
      double part;
    } parts[] = {{"median", 0.5}, {"90 %", 0.9}, {"99 %", 0.99}, {"99.9 %", 0.999}, {"most", 1}};
    for (const auto& [label, part] : parts) {
      long below = 0;
      int i = 0;
      while (i < most_iterations && static_cast<double>(below += count[i]) < part * static_cast<double>(all)) ++i;
      std::printf(", %s %d", label, i);
    }
    std::printf("\n");
  }

  static constexpr const char* name_ =
      D == 2 ? (sizeof(T) == 4 ? "2D float" : "2D double") : (sizeof(T) == 4 ? "3D float" : "3D double");
  const Settings settings_;
  Progress progress_;
  std::mutex mutex_;
  Tally tally_;
};

constexpr const char* usage =
    "usage: abut_soak [--seed N] [--pairs N] [--hulls N] [--casts N] [--impacts N] [--threads N] [--replay "
    "SEED:SETTING:INDEX]\n"
    "Random pairs in 2D and 3D, float and double, each held against the contract of docs/architecture.md in "
    "113 bits;\n"
    "the hulls of random clouds of points, checked in whole numbers; and times of impact of random sweeps,\n"
    "checked by stepping along the way.\n"
    "  --seed N     of the pairs and clouds; default: 1\n"
    "  --pairs N    per dimension and precision; default: 1000000 times SOAK of the environment, which is 1 "
    "unless set; 0 for none\n"
    "  --hulls N    likewise; default: 250000 times SOAK; 0 for none\n"
    "  --casts N    likewise; default: 1000000 times SOAK, by three methods, and a fifth of it per family "
    "exactly; 0 for none\n"
    "  --impacts N  sweeps of each kind of body; default: 100000 times SOAK; 0 for none\n"
    "  --threads N  default: all there are\n"
    "  --replay ID  one pair, cloud or sweep, by the id a failure was printed with\n"
    "Exit status: 0 no failure, 1 some, 2 bad usage.\n";

/// A positive integer, or nothing.
bool read(const char* text, unsigned long long& to) {
  char* end = nullptr;
  to = std::strtoull(text, &end, 10);
  return *text >= '0' && *text <= '9' && *end == '\0';
}

bool read_scale(Settings& settings) {
  const char* text = std::getenv("SOAK");
  if (text == nullptr || *text == '\0') return true;
  char* end = nullptr;
  const double scale = std::strtod(text, &end);
  if (*end != '\0' || !(scale > 0 && scale <= 1e6)) {
    std::fprintf(stderr, "abut_soak: SOAK is '%s', expected a number such as 0.01: the part of a million pairs\n",
                 text);
    return false;
  }
  settings.pairs = std::max(1L, std::lround(1e6 * scale));
  settings.hulls = std::max(1L, std::lround(2.5e5 * scale));
  settings.casts = std::max(5L, std::lround(1e6 * scale));
  settings.impacts = std::max(1L, std::lround(1e5 * scale));
  return true;
}

int replay(const char* id, Settings settings) {
  unsigned long long seed = 0;
  int setting = 0;
  long index = 0;
  if (std::sscanf(id, "%llu:%d:%ld", &seed, &setting, &index) != 3 || setting < 0 ||
      setting >= first_impact_setting + impact_settings) {
    std::fprintf(stderr, "abut_soak: --replay: '%s' is no SEED:SETTING:INDEX\n", id);
    return 2;
  }
  settings.seed = seed;
  if (setting >= first_impact_setting) return impact_passes(seed, setting, index) ? 0 : 1;
  if (setting >= first_hull_setting) return hull_passes(seed, setting, index) ? 0 : 1;
  const bool passes = setting == 0   ? Run<float, 2>(settings).passes(index)
                      : setting == 1 ? Run<double, 2>(settings).passes(index)
                      : setting == 2 ? Run<float, 3>(settings).passes(index)
                                     : Run<double, 3>(settings).passes(index);
  return passes ? 0 : 1;
}

bool pairs_pass(const Settings& settings) {
  bool passed = Run<float, 2>(settings).passes();
  passed = Run<double, 2>(settings).passes() && passed;
  passed = Run<float, 3>(settings).passes() && passed;
  return Run<double, 3>(settings).passes() && passed;
}

int run(int argc, char** argv) {
  Settings settings;
  settings.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  if (!read_scale(settings)) return 2;
  for (int i = 1; i < argc; i += 2) {
    const char* value = i + 1 < argc ? argv[i + 1] : "";
    unsigned long long number = 0;
    if (std::strcmp(argv[i], "--replay") == 0) return replay(value, settings);
    const bool is_number = read(value, number);
    if (std::strcmp(argv[i], "--seed") == 0 && is_number) {
      settings.seed = number;
    } else if (std::strcmp(argv[i], "--pairs") == 0 && is_number) {
      settings.pairs = static_cast<long>(number);
    } else if (std::strcmp(argv[i], "--hulls") == 0 && is_number) {
      settings.hulls = static_cast<long>(number);
    } else if (std::strcmp(argv[i], "--casts") == 0 && is_number) {
      settings.casts = static_cast<long>(number);
    } else if (std::strcmp(argv[i], "--impacts") == 0 && is_number) {
      settings.impacts = static_cast<long>(number);
    } else if (std::strcmp(argv[i], "--threads") == 0 && is_number && number > 0 && number <= 1024) {
      settings.threads = static_cast<int>(number);
    } else {
      std::fputs(usage, std::strcmp(argv[i], "--help") == 0 ? stdout : stderr);
      return std::strcmp(argv[i], "--help") == 0 ? 0 : 2;
    }
  }
  std::printf(
      "soak: seed %llu, %ld pairs and %ld hulls per dimension and precision, %ld sweeps of each kind, %d "
      "threads\n",
      static_cast<unsigned long long>(settings.seed), settings.pairs, settings.hulls, settings.impacts,
      settings.threads);
  bool passed = settings.pairs == 0 || pairs_pass(settings);
  if (settings.hulls > 0) passed = hulls_pass(settings.seed, settings.hulls, settings.threads) && passed;
  if (settings.casts > 0)
    passed = casts_pass(settings.seed, settings.casts / 5, settings.casts, settings.threads) && passed;
  if (settings.impacts > 0) passed = impacts_pass(settings.seed, settings.impacts, settings.threads) && passed;
  std::printf("soak: %s\n", passed ? "passed" : "FAILED");
  return passed ? 0 : 1;
}

}  // namespace
}  // namespace soak

int main(int argc, char** argv) { return soak::run(argc, argv); }
