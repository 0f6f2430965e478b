/// What `make demo` builds: the command demo of the tool, compiled from the headers alone. Of the other commands it
/// says where they are.
#include "commands/demo.hpp"
#include "commands/exit_status.hpp"

#include <fmt/format.h>
#include <cstdio>
#include <string_view>

int main(int argc, char** argv) {
  using namespace abut::tool;
  return exit_status([&] {
    if (argc == 2 && std::string_view(argv[1]) == "demo") return demo({});
    fmt::print(stderr,
               "abut: this program answers `abut demo` alone; `make tool` builds the whole command line, "
               "build/release/abut\n");
    return failed;
  });
}
