# Files that are compiled into a program, as text.

# toptile_literal(VARIABLE FILE): the C++ literal of a text file. What depends on it is configured anew when it changes.
function(toptile_literal variable file)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  set(${variable} "R\"literal(${text})literal\"" PARENT_SCOPE)
endfunction()

# toptile_source(TARGET FILE TEXT): adds a source of this text, written as it is and only when it changed.
function(toptile_source target file text)
  file(WRITE ${file}.new "${text}")
  configure_file(${file}.new ${file} COPYONLY)
  target_sources(${target} PRIVATE ${file})
endfunction()
