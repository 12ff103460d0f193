// Names of the kit that were replaced stay for the bots that use them (docs/kits.md). They compile without a
// warning, because a warning is an error in a bot that is built with -Werror, and its author may be out of
// reach. An author who wants to know compiles with -DTOPTILE_WARN_DEPRECATED.
#pragma once

#ifdef TOPTILE_WARN_DEPRECATED
#define TOPTILE_DEPRECATED(advice) [[deprecated(advice)]]
#else
#define TOPTILE_DEPRECATED(advice)
#endif
