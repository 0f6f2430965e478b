/// Casts and times of impact of abut beside Bullet and Box2D. Prints markdown.
#include "motion_times.hpp"

#include "thread_time.hpp"

#include <fmt/format.h>

#include <cstring>

namespace bench {

double time_of(MotionPass& pass, int& hits) {
  pass.run();
  const double start = thread_nanoseconds();
  hits = pass.run();
  return (thread_nanoseconds() - start) / static_cast<double>(sweep_count);
}

}  // namespace bench

int main(int count, char** arguments) {
  if (count > 1) {
    const bool help = std::strcmp(arguments[1], "--help") == 0;
    fmt::print(help ? stdout : stderr,
               "usage: abut_motion_times\nCasts and times of impact of abut beside Bullet and Box2D, a few "
               "seconds.\n");
    return help ? 0 : 2;
  }
  bench::print_cast_times();
  fmt::print("\n");
  bench::print_impact_times();
}
