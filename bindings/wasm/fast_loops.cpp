/// What is compiled to be fast: see fast_loops.hpp.
#include "fast_loops.hpp"

ABUT_FAST_LOOPS(template)
