/* What the tests in C share. */
#ifndef ABUT_C_TEST_CHECK_H
#define ABUT_C_TEST_CHECK_H

#include "abut.h"

#include <stdio.h>

extern int failures;

#define CHECK(what)                                               \
  do {                                                            \
    if (!(what)) {                                                \
      printf("%s:%d: not true: %s\n", __FILE__, __LINE__, #what); \
      ++failures;                                                 \
    }                                                             \
  } while (0)

static inline int dimension(int32_t space) { return space == ABUT_2F || space == ABUT_2D ? 2 : 3; }

/* In properties.c: hulls by handle, boxes, mass properties, depths along a direction. */
void test_properties(int32_t space);
/* In half_spaces.c: half-spaces and caches in the verbs that have them. */
void test_half_spaces(int32_t space);
/* In meshes.c: meshes by handle. */
void test_meshes(int32_t space);

#endif
