/// The error that ends the program: a file that can not be read, an output that can not be written.
#pragma once

#include <stdexcept>

namespace abut::shared {

/// The text names what failed and why, for a person; main() prints it and exits with status 2.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace abut::shared
