/// How a program of ours ends: what main() does around its commands.
#pragma once

#include "io/standard_output.hpp"

#include <fmt/format.h>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>

namespace abut::tool {

inline constexpr int failed = 2;  ///< bad usage, or a job that could not be done; 0 and 1 are verdicts on the records

/// What run() returns; if it throws, a message on standard error, and `failed`.
template <class Run>
int exit_status(Run run) {
  // A file that may not grow is reported as an error. A closed pipe ends the program by its signal all the same, but
  // only after what was begun is cleaned up.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return run();
  } catch (const ClosedPipe&) {
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
  } catch (const shared::Failure& e) {
    fmt::print(stderr, "abut: {}\n", e.what());
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "abut: not enough memory\n");
  } catch (const std::exception& e) {
    fmt::print(stderr, "abut: {}\n", e.what());
  }
  return failed;
}

}  // namespace abut::tool
