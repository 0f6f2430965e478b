/// The version of the library. The build reads it from here.
#pragma once

#define ABUT_VERSION_MAJOR 0
#define ABUT_VERSION_MINOR 2
#define ABUT_VERSION_PATCH 0

#define ABUT_DETAIL_TEXT(x) #x
#define ABUT_DETAIL_VERSION(major, minor, patch) \
  ABUT_DETAIL_TEXT(major) "." ABUT_DETAIL_TEXT(minor) "." ABUT_DETAIL_TEXT(patch)
#define ABUT_VERSION_STRING ABUT_DETAIL_VERSION(ABUT_VERSION_MAJOR, ABUT_VERSION_MINOR, ABUT_VERSION_PATCH)
