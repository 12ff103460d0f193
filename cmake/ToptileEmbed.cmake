# Files that are compiled into a program, as text.

# toptile_literal(VARIABLE FILE): the C++ literal of a text file, whatever stands in it. What depends on it is configured
# anew when it changes.
function(toptile_literal variable file)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  set(mark literal)
  string(FIND "${text}" ")${mark}\"" place)
  while(NOT place EQUAL -1)
    string(APPEND mark x)  # Of up to 16 characters.
    string(FIND "${text}" ")${mark}\"" place)
  endwhile()
  set(${variable} "R\"${mark}(${text})${mark}\"" PARENT_SCOPE)
endfunction()

# toptile_source(TARGET FILE TEXT): adds a source of this text, written as it is and only when it changed. A literal of it may
# be longer than the 65,536 characters that the standard promises: both compilers take it, and Clang warns.
function(toptile_source target file text)
  file(WRITE ${file}.new "${text}")
  configure_file(${file}.new ${file} COPYONLY)
  set_source_files_properties(${file} TARGET_DIRECTORY ${target} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
  target_sources(${target} PRIVATE ${file})
endfunction()
