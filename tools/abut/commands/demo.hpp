/// abut demo: what the library does, on an embedded scene.
#pragma once

#include <string>

namespace abut::tool {

struct DemoOptions {
  std::string output = "abut-demo.svg";
};

/// Prints tables of queries and proven answers, and writes a picture. Returns the exit status; throws Failure if the
/// picture or the tables can not be written.
int demo(const DemoOptions& options);

}  // namespace abut::tool
