// Bots that are built with a sanitizer are linked with these options, because the sandbox passes no
// environment on. The search for leaks needs a process that traces the bot, and in the sandbox nobody may
// trace. Freed bytes that a sanitizer holds back would count as memory of the bot. Threads that a bot leaves
// behind are no fault, and no reason to end a second later.
extern "C" const char* __asan_default_options() {
  return "detect_leaks=0:quarantine_size_mb=8";
}
extern "C" const char* __tsan_default_options() {
  return "report_thread_leaks=0:atexit_sleep_ms=0";
}
