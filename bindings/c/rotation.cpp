/// abut_rotation, in its own object file: both halves of the API use it, for placed shapes and for motions.
#include "arguments.hpp"

#include <abut/pose.hpp>

namespace abut::c_api {

namespace {

template <Scalar T, int D>
Fault rotate(const double* axis, double angle, double* rotation) {
  const double numbers[] = {angle, axis != nullptr ? axis[0] : 0, axis != nullptr ? axis[1] : 0,
                            axis != nullptr ? axis[2] : 0};
  Reader<T, 3> read(numbers, 'q');
  const T by = read.number();
  if constexpr (D == 2) {
    const auto r = Rotation<T, 2>::by(by);
    rotation[0] = double(r.c);
    rotation[1] = double(r.s);
    rotation[2] = rotation[3] = 0;
  } else {
    if (axis == nullptr) return {.error = ABUT_NULL_ARGUMENT};
    const auto r = Rotation<T, 3>::about(read.vector(), by);
    rotation[0] = double(r.w);
    rotation[1] = double(r.x);
    rotation[2] = double(r.y);
    rotation[3] = double(r.z);
  }
  return read.fault();
}

using Rotate = Fault(const double*, double, double*);

constexpr Tables<Rotate> rotations{&rotate<float, 2>, &rotate<float, 3>, &rotate<double, 2>, &rotate<double, 3>};

}  // namespace
}  // namespace abut::c_api

extern "C" int32_t abut_rotation(int32_t space, const double axis[3], double angle, double rotation[4],
                                 abut_answer* answer) {
  using namespace abut::c_api;
  const Arguments given{.space = space, .options = nullptr, .complete = rotation != nullptr};
  return run_checked(rotations, given, answer, [&](Rotate& rotate, const abut_options&) {
    answer->status = ABUT_CONVERGED;
    return rotate(axis, angle, rotation);
  });
}
