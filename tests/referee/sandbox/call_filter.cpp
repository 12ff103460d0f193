// The filter's answers to system calls, even ones that this machine's kernel does not have: the test runs the
// filter's program itself, as the kernel would.
#include "referee/sandbox/system_call_filter.h"

#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <cstring>
#include <initializer_list>
#include <string>

#include "tests/referee/puppet.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(call_filter)

namespace {

// Runs a filter. It knows only those instructions of the filters' language that ours uses.
std::uint32_t run(const std::vector<sock_filter>& program, const seccomp_data& data) {
  std::uint32_t value = 0;
  for (std::size_t at = 0; at < program.size(); ++at) {
    const sock_filter& instruction = program[at];
    const auto [code, k] = std::pair(instruction.code, instruction.k);
    const auto jump = [&](bool holds) { at += holds ? instruction.jt : instruction.jf; };
    switch (code) {
      case BPF_LD | BPF_W | BPF_ABS:
        std::memcpy(&value, reinterpret_cast<const char*>(&data) + k, sizeof value);
        break;
      case BPF_ALU | BPF_AND | BPF_K:
        value &= k;
        break;
      case BPF_JMP | BPF_JA:
        at += k;
        break;
      case BPF_JMP | BPF_JEQ | BPF_K:
        jump(value == k);
        break;
      case BPF_JMP | BPF_JGT | BPF_K:
        jump(value > k);
        break;
      case BPF_JMP | BPF_JGE | BPF_K:
        jump(value >= k);
        break;
      case BPF_JMP | BPF_JSET | BPF_K:
        jump((value & k) != 0);
        break;
      case BPF_RET | BPF_K:
        return k;
      default:
        BOOST_FAIL("the filter has an instruction that this test does not know: " << code);
    }
  }
  BOOST_FAIL("the filter has no end");
  return 0;
}

// The error with which the call is refused; 0 if it passes.
int error_of(long call, std::initializer_list<std::uint64_t> arguments) {
  static const std::vector<sock_filter> kProgram = must(system_call_filter(Processors::kept));
  static const auto kMachine = [] {
    for (const sock_filter& step : kProgram)
      if (step.code == (BPF_JMP | BPF_JEQ | BPF_K)) return step.k;  // The filter checks the machine first.
    return 0U;
  }();
  seccomp_data data{};
  data.nr = static_cast<int>(call);
  data.arch = kMachine;
  std::ranges::copy(arguments, data.args);
  const std::uint32_t answer = run(kProgram, data);
  if (answer == SECCOMP_RET_ALLOW) return 0;
  BOOST_TEST((answer & SECCOMP_RET_ACTION_FULL) == SECCOMP_RET_ERRNO);
  return static_cast<int>(answer & SECCOMP_RET_DATA);
}

constexpr std::uint64_t kHigh = 0xdead'beef'0000'0000;  // The kernel ignores these bits.

}  // namespace

BOOST_AUTO_TEST_CASE(of_requests_only_those_pass_that_programs_make) {
  for (const std::uint64_t request :
       {0x5401U, 0x802c'542aU, 0x540fU, 0x5413U, 0x541bU, 0x5421U, 0x5450U, 0x5451U}) {
    BOOST_TEST(error_of(SYS_ioctl, {0, request}) == 0, request);
    BOOST_TEST(error_of(SYS_ioctl, {0, kHigh | request}) == 0, request);
  }
  // They are FS_IOC_FIEMAP, EXT4_IOC_GET_ES_CACHE, FS_IOC_GETFLAGS, FICLONE, TIOCSTI, TIOCLINUX,
  // RNDGETENTCNT, and numbers that later kernels may use.
  for (const std::uint64_t request : {0xc020'660bU, 0xc020'662aU, 0x8008'6601U, 0x4004'9409U, 0x5412U,
                                      0x541cU, 0x8004'5200U, 0U, 0xffff'ffffU}) {
    BOOST_TEST(error_of(SYS_ioctl, {0, request}) == ENOTTY, request);
    BOOST_TEST(error_of(SYS_ioctl, {0, kHigh | request}) == ENOTTY, request);
  }
}

BOOST_AUTO_TEST_CASE(numbers_of_sockets_and_networks_are_not_told) {
  constexpr std::uint64_t kSocket = 1, kTcp = 6;
  for (const std::uint64_t high : {std::uint64_t{0}, kHigh}) {
    for (const std::uint64_t option : {57, 71})
      BOOST_TEST(error_of(SYS_getsockopt, {0, high | kSocket, high | option}) == ENOPROTOOPT, option);
    for (const std::uint64_t option : {3, 4, 17})  // SO_TYPE, SO_ERROR, SO_PEERCRED
      BOOST_TEST(error_of(SYS_getsockopt, {0, high | kSocket, high | option}) == 0, option);
    BOOST_TEST(error_of(SYS_getsockopt, {0, high | kTcp, high | 57}) == 0);
  }
}

BOOST_AUTO_TEST_CASE(what_newer_kernels_keep_of_files_and_cores_is_refused) {
  for (const std::uint64_t high : {std::uint64_t{0}, kHigh}) {
    for (std::uint64_t command = 1035; command <= 1040; ++command)  // Hints and delegations.
      BOOST_TEST(error_of(SYS_fcntl, {0, high | command}) == EINVAL, command);
    for (const std::uint64_t command : {1, 3, 4, 1030, 1032})  // F_GETFD, F_GETFL, F_SETFL, …
      BOOST_TEST(error_of(SYS_fcntl, {0, high | command}) == 0, command);
    for (const std::uint64_t option : {62, 67})
      BOOST_TEST(error_of(SYS_prctl, {high | option}) == EINVAL, option);
    BOOST_TEST(error_of(SYS_prctl, {high | 15}) == 0);  // PR_SET_NAME
  }
}

// Newer x86 kernels let 335 and 336 pass, whatever a filter says.
BOOST_AUTO_TEST_CASE(a_call_without_a_name_is_refused) {
  for (const long call : {335, 336, 387, 451, 1000}) BOOST_TEST(error_of(call, {}) == ENOSYS, call);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
