/// abut demo: what the library does, on an embedded scene.
#pragma once

#include <string>

namespace abut::tool {

struct DemoOptions {
  std::string output = "abut-demo.svg";
};

/// Prints tables of queries and proven answers, and writes a picture. Returns the exit status: 2, with a warning on
/// standard error, if the picture can not be written. Throws Failure if the tables can not be printed.
int demo(const DemoOptions& options);

}  // namespace abut::tool
