/// Casts and times of impact of abut beside Bullet and Box2D. Prints markdown.
#include "workload/motions.hpp"

#include <fmt/format.h>

#include <cstring>

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
