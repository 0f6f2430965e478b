#include "soak/still/hulls.hpp"

#include "oracle/draw/clouds.hpp"
#include "oracle/judge/hull_check.hpp"
#include "soak/workers.hpp"

namespace soak {
namespace {

constexpr std::size_t sampled = 4000;  ///< tests of a point against a face, per hull; all of them for small ones

template <class T, int D>
class HullRun {
 public:
  using Points = std::vector<abut::Vec<T, D>>;

  HullRun(std::uint64_t seed, long clouds)
      : seed_(seed), clouds_(clouds), progress_(name_, "hulls", static_cast<double>(clouds)) {}

  bool passes(int threads) {
    for_all(clouds_, threads, progress_, [this](long i) { judge(i); });
    std::printf(
        "%s: %ld hulls in %.0f s, %.0f per second, %ld failures\n  of rank 0 to 3: %ld %ld %ld %ld; "
        "vertices: %ld\n",
        name_, clouds_, progress_.seconds(), static_cast<double>(clouds_) / progress_.seconds(), failures_.load(),
        ranks_[0].load(), ranks_[1].load(), ranks_[2].load(), ranks_[3].load(), vertices_.load());
    std::fflush(stdout);
    return failures_ == 0;
  }

  bool passes(long index) {
    const Points points = draw(index);
    const std::string fault = fault_of(points);
    std::printf("%s: %s\n%s\n", name_, fault.empty() ? "no fault" : fault.c_str(), record(points, index).c_str());
    return fault.empty();
  }

 private:
  static constexpr int setting = (D == 3 ? 2 : 0) + (sizeof(T) == 8 ? 1 : 0);

  Points draw(long index) const {
    oracle::Random scrambled(seed_ * 4 + setting);
    oracle::Random random(scrambled.next() + static_cast<std::uint64_t>(index) * 0x9e3779b97f4a7c15ULL);
    const auto kind = static_cast<oracle::CloudKind>(index % oracle::cloud_kinds);
    const bool large = random.chance(0.01);
    return oracle::draw_cloud<T, D>(random, kind, large ? random.integer(200, 5000) : random.integer(1, 200));
  }

  std::string fault_of(const Points& points) {
    const auto hull = abut::Hull<T, D>::from(points);
    if (!hull) return abut::to_string(hull.error().kind);
    if (hull->overhang() != 0) return "a point is left out";
    ++ranks_[hull->rank()];
    vertices_ += hull->vertex_count();
    return oracle::hull_fault(points, *hull, sampled);
  }

  void judge(long index) {
    Points points = draw(index);
    const std::string fault = fault_of(points);
    if (fault.empty() || failures_.fetch_add(1) >= most_failures) return;
    minimize(points, fault);
    std::printf("FAILED %s, %s %lu:%d:%ld: %s\n  replay: abut query --precision %s, with\n%s\n", name_,
                oracle::name(static_cast<oracle::CloudKind>(index % oracle::cloud_kinds)), seed_,
                first_hull_setting + setting, index, fault.c_str(), sizeof(T) == 4 ? "float" : "double",
                record(points, index).c_str());
    std::fflush(stdout);
  }

  /// Drops points as long as the failure stays the same: halves first, then one by one.
  void minimize(Points& points, const std::string& fault) {
    const auto kind_of = [](const std::string& text) { return text.substr(0, text.find('(')); };
    for (std::size_t size = std::max<std::size_t>(1, points.size() / 2); size > 0; size /= 2) {
      for (std::size_t i = 0; i + size <= points.size() && points.size() > size;) {
        Points fewer(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(i));
        fewer.insert(fewer.end(), points.begin() + static_cast<std::ptrdiff_t>(i + size), points.end());
        if (kind_of(fault_of(fewer)) == kind_of(fault)) {
          points = fewer;
        } else {
          i += size;
        }
      }
    }
  }

  std::string record(const Points& points, long index) const {
    std::string text = "{\"id\":\"" + std::to_string(seed_) + ":" + std::to_string(first_hull_setting + setting) + ":" +
                       std::to_string(index) + "\",\"op\":\"hull\",\"dim\":" + std::to_string(D) + ",\"points\":[";
    for (const auto& p : points) {
      for (int k = 0; k < D; ++k) {
        char digits[32];
        std::snprintf(digits, sizeof digits, "%.17g",
                      static_cast<double>(p[k]));  // reads back as the same double
        text += std::string(k == 0 ? "[" : ",") + digits;
      }
      text += "],";
    }
    text.back() = ']';
    return text + "}";
  }

  static constexpr const char* name_ = D == 2 ? (sizeof(T) == 4 ? "hulls, 2D float" : "hulls, 2D double")
                                              : (sizeof(T) == 4 ? "hulls, 3D float" : "hulls, 3D double");
  const std::uint64_t seed_;
  const long clouds_;
  Progress progress_;
  std::atomic<long> failures_{0}, vertices_{0}, ranks_[4] = {};
};

/// Calls f with the run of a setting.
bool in_setting(int setting, std::uint64_t seed, long clouds, const auto& f) {
  switch (setting - first_hull_setting) {
    case 0: {
      HullRun<float, 2> run(seed, clouds);
      return f(run);
    }
    case 1: {
      HullRun<double, 2> run(seed, clouds);
      return f(run);
    }
    case 2: {
      HullRun<float, 3> run(seed, clouds);
      return f(run);
    }
    default: {
      HullRun<double, 3> run(seed, clouds);
      return f(run);
    }
  }
}

}  // namespace

bool hulls_pass(std::uint64_t seed, long clouds, int threads) {
  bool passed = true;
  for (int s = first_hull_setting; s < first_hull_setting + 4; ++s) {
    passed = in_setting(s, seed, clouds, [&](auto& run) { return run.passes(threads); }) && passed;
  }
  return passed;
}

bool hull_passes(std::uint64_t seed, int setting, long index) {
  return in_setting(setting, seed, 1, [&](auto& run) { return run.passes(index); });
}

}  // namespace soak
