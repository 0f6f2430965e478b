/// Two shapes and their poses from raw bytes: every answer keeps the promises that are cheap to check.
#include "fuzz/bytes.hpp"
#include "fuzz/promises.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  fuzz::with_pair(bytes, [](const auto& pair) { fuzz::keeps_promises(pair, soak::query(pair)); });
  return 0;
}
