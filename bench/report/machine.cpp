#include "report/report.hpp"

#include <abut/version.hpp>

#include <fmt/format.h>
#include <fstream>

namespace bench {

namespace {

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const auto colon = line.find(':');
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

}  // namespace

std::string machine() {
#if defined(__clang__)
  constexpr const char* compiler = "clang " __clang_version__;
#else
  constexpr const char* compiler = "g++ " __VERSION__;
#endif
  return fmt::format("- abut {}, {}, {}\n- {}\n- processor: {}\n", ABUT_VERSION_STRING, compiler, ABUT_BENCH_FLAGS,
                     ABUT_BENCH_PEERS, processor());
}

}  // namespace bench
