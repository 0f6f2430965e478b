/// The time and the memory of building something.
#pragma once

#include "meshes/mesh_pass.hpp"
#include "thread_time.hpp"

#include <malloc.h>

namespace bench {

inline double allocated_bytes() {
  const auto info = mallinfo2();
  return static_cast<double>(info.uordblks + info.hblkhd);
}

/// Of what `make` returns. The memory is that which is still allocated when it has returned.
template <class Make>
MeshBuild measured_build(const Make& make) {
  const double before = allocated_bytes(), start = thread_nanoseconds();
  const auto made = make();
  const double end = thread_nanoseconds();
  return {end - start, allocated_bytes() - before};
}

}  // namespace bench
