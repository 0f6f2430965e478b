// Expected: abut needs C++20: compile with -std=c++20 (/std:c++20) or later.
// Standard: c++17
#include <abut/vec.hpp>
