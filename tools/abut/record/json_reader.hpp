/// Reading the values of a record. What is wrong with a value is thrown as the end of a message, ": not a number" or
/// "[2]: not a number": who knows the name of the field puts it in front.
#pragma once

#include "record/shape_input.hpp"

#include <simdjson.h>

namespace abut::tool {

namespace ondemand = simdjson::ondemand;

double number_of(ondemand::value value);
std::string text_of(ondemand::value value);

/// The text itself, so that it comes back as it was given: 1.0 as 1.0, escapes as escapes.
std::string id_of(ondemand::value value);

std::vector<double> numbers_of(ondemand::value value);
Points points_of(ondemand::value value);
ShapeInput shape_of(ondemand::value value);
Object object_of(ondemand::value value);
/// As object_of, with the members of a sweep: there `axis` is a list of numbers.
Object sweep_of(ondemand::value value);

/// The parser passes over what it is not asked for; this looks at all of it.
void require_json(ondemand::value value, int depth = 0);

}  // namespace abut::tool
