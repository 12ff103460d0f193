# Writes the headers of the C++ kit as bots get them: below TO/toptile, including each other as <toptile/…>, so that a bot may
# have folders called engine or protocol. Call: cmake -DFROM=SOURCES -DTO=FOLDER -P kit_headers.cmake. A file whose text stays
# the same is not written again, and a file that is not a header of the kit any more is removed.

get_filename_component(FROM ${FROM} ABSOLUTE)
get_filename_component(TO ${TO} ABSOLUTE)

# Writes a header, by its path below toptile/. The kit's own headers have an old name, too, which leads to the new one.
function(write_header path text)
  set(file ${TO}/toptile/${path})
  set(before "")
  if(EXISTS ${file})
    file(READ ${file} before)
  endif()
  if(NOT before STREQUAL text)
    file(WRITE ${file} "${text}")
  endif()
  set_property(GLOBAL APPEND PROPERTY kit_headers ${file})
endfunction()

file(GLOB sources RELATIVE ${FROM} ${FROM}/base/*.h ${FROM}/engine/*.h ${FROM}/protocol/*.h ${FROM}/protocol/sdk/cpp/*.h)
foreach(source IN LISTS sources)
  file(READ ${FROM}/${source} text)
  string(REGEX REPLACE "(#include )\"protocol/sdk/cpp/([^\"]+)\"" "\\1<toptile/sdk/\\2>" text "${text}")
  string(REGEX REPLACE "(#include )\"((base|engine|protocol)/[^\"]+)\"" "\\1<toptile/\\2>" text "${text}")
  if(text MATCHES "#include (\"[^\"]+\")")
    message(FATAL_ERROR "${source} is a header of the kit and includes ${CMAKE_MATCH_1}, which is not one")
  endif()
  if(source MATCHES "^protocol/sdk/cpp/(.+)$")
    write_header(sdk/${CMAKE_MATCH_1} "${text}")
    write_header(${source} "// An old name, which stays for bots that use it.\n#pragma once\n\n#include <toptile/sdk/${CMAKE_MATCH_1}>\n")
  else()
    write_header(${source} "${text}")
  endif()
endforeach()

get_property(headers GLOBAL PROPERTY kit_headers)
file(GLOB_RECURSE present ${TO}/toptile/*)
list(REMOVE_ITEM present ${headers})
foreach(file IN LISTS present)
  file(REMOVE ${file})
endforeach()
