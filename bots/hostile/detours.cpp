// Group 8: detours, system calls that few programs need and that get round a wall.

#include <fcntl.h>
#include <linux/aio_abi.h>
#include <linux/close_range.h>
#include <linux/fs.h>
#include <sched.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>

#include "hostile.hpp"

namespace hostile {
namespace {

// Numbers are looked at by their lower half only; those of a 32-bit program have no other.
constexpr auto upper = static_cast<unsigned long>(std::uint64_t{1} << 32);

int own_program() {
  const int file = ::open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (file < 0) ::_exit(9);
  return file;
}

std::string in_scratch(const char* name) {
  const char* folder = ::getenv("TMPDIR");
  return std::string(folder != nullptr ? folder : "/nowhere") + "/" + name;
}

// By the call itself: for 32 bits glibc uses another one, whose arguments nobody can judge.
std::array<int, 2> stream_pair() {
  std::array<int, 2> ends{};
  if (::syscall(SYS_socketpair, AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    ::_exit(9);
  }
  return ends;
}

// Bytes for whoever waits at the other end, from 5 s on: a few, so that it all ends.
void release_later(int end) {
  std::thread([end] {
    timespec rest{5, 0};
    while (::nanosleep(&rest, &rest) != 0 && errno == EINTR) {
    }
    for (int i = 0; i < 40; ++i) {
      if (::write(end, "x", 1) != 1) return;
      ::usleep(100'000);
    }
  }).detach();
}

// Whoever copies from an empty socket to a pipe waits with the pipe locked, and the
// reader of the pipe, not even to be killed, waits for that lock.
bool holds(int pipe) {
  ::alarm(10);  // bounded: were it not refused it would hold for 5 s
  const std::array<int, 2> ends = stream_pair();
  release_later(ends[1]);
  // Of no bytes, which hold nothing, but succeed if they are let through.
  return !refused(::tee(0, pipe, 0, 0), EINVAL) ||
         !refused(::vmsplice(pipe, nullptr, 0, 0), EINVAL) ||
         !refused(::splice(ends[0], nullptr, pipe, nullptr, 4096, 0), EINVAL) ||
         !refused(::sendfile(pipe, ends[0], nullptr, 4096), EINVAL);
}

void hold_output(Game& game) {
  game.wait_for_turn();
  const bool done = holds(1);
  if (!done) game.answer();
  game.outcome(done, "its output's lock");
}

void hold_input(Game& game) {
  game.wait_for_turn();
  const bool done = holds(0);
  if (!done) game.answer();
  game.outcome(done, "its input's lock");
}

void hold_stderr(Game& game) {
  game.wait_for_turn();
  game.answer();
  if (::write(2, "x", 1) != 1) ::_exit(9);  // so that somebody comes to read
  game.outcome(holds(2), "its stderr's lock");
}

int leave(void*) { return 0; }

// Nobody looks for files in the descriptors of a thread.
void private_descriptors(Game& game) {
  alignas(16) static std::array<char, 65536> stack;
  constexpr int all_but_files = CLONE_VM | CLONE_SIGHAND | CLONE_THREAD | CLONE_FS | CLONE_SYSVSEM;
  const int thread = ::clone(leave, stack.data() + stack.size(), all_but_files, nullptr);
  game.outcome(!refused(thread, EINVAL), "a thread with descriptors of its own");
}

// What honest programs do with the same call.
bool closes_ranges() {
  const auto file = static_cast<unsigned>(::open("/dev/null", O_RDONLY));
  return (::close_range(file, file, CLOSE_RANGE_CLOEXEC) == 0 &&
          ::close_range(file, file, 0) == 0) ||
         errno == ENOSYS;
}

void unshare_descriptors(Game& game) {
  bool done = false;
  std::thread([&] {
    done = !refused(::close_range(3, ~0U, CLOSE_RANGE_UNSHARE), EINVAL) ||
           !refused(::close_range(3, ~0U, CLOSE_RANGE_UNSHARE | CLOSE_RANGE_CLOEXEC), EINVAL) ||
           !refused(::syscall(SYS_close_range, 3, ~0U, upper | CLOSE_RANGE_UNSHARE), EINVAL) ||
           !refused(::unshare(CLONE_FILES), EPERM);
  }).join();
  if (!closes_ranges()) ::_exit(9);
  game.outcome(done, "descriptors of its own");
}

// A file is in nobody's descriptors while it is under way.
void descriptors_in_flight(Game& game) {
  const std::array<int, 2> ends = stream_pair();
  const int file = own_program();
  char byte = 'x';
  iovec data{&byte, 1};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof file)> control{};
  mmsghdr message{};
  message.msg_hdr.msg_iov = &data;
  message.msg_hdr.msg_iovlen = 1;
  message.msg_hdr.msg_control = control.data();
  message.msg_hdr.msg_controllen = control.size();
  cmsghdr* head = CMSG_FIRSTHDR(&message.msg_hdr);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(sizeof file);
  std::memcpy(CMSG_DATA(head), &file, sizeof file);
  const bool done = !refused(::sendmsg(ends[0], &message.msg_hdr, 0), EPERM) ||
                    !refused(::sendmmsg(ends[0], &message, 1, 0), EPERM);
  game.outcome(done, "a descriptor under way");
}

// A program that its user may execute but not read has secrets from him.
void run_from_scratch(Game& game) {
  const std::string copy = in_scratch("copy");
  const int from = own_program();
  const int to = ::open(copy.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0111);
  std::array<char, 65536> block;
  for (ssize_t size = 0; (size = ::read(from, block.data(), block.size())) > 0;) {
    if (::write(to, block.data(), static_cast<std::size_t>(size)) != size) ::_exit(9);
  }
  ::close(to);
  // No behaviour has this name: leaves with exit code 2 if it is started.
  const int result = ::execl(copy.c_str(), "hostile", "started-from-scratch", nullptr);
  game.outcome(!refused(result, EACCES), "a program in its scratch folder");
}

// They can send to the address of any other that is bound to a file. The kernel takes
// SOCK_RAW for SOCK_DGRAM.
void datagram_pairs(Game& game) {
  bool done = false;
  for (const int type :
       std::array<int, 5>{SOCK_DGRAM, SOCK_SEQPACKET, SOCK_RAW, SOCK_DGRAM | SOCK_CLOEXEC,
                          SOCK_SEQPACKET | SOCK_NONBLOCK}) {
    std::array<int, 2> ends{};
    done = !refused(::socketpair(AF_UNIX, type, 0, ends.data()), EPERM) || done;
  }
  stream_pair();  // which must work
  game.outcome(done, "sockets that send to anybody");
}

// A file of its own, for what a user may do to his files only.
int own_file() {
  const int file = ::open(in_scratch("own").c_str(), O_CREAT | O_RDONLY | O_CLOEXEC, 0600);
  if (file < 0) ::_exit(9);
  return file;
}

int flags_of(int file) {
  int flags = 0;
  ::ioctl(file, FS_IOC_GETFLAGS, &flags);
  return flags;
}

// Needs no right to write, only that the file is its user's. With the flag that does least.
bool changes_flags(int file) {
  const int before = flags_of(file);
  int flags = before | FS_NODUMP_FL;
  fsxattr attributes{};
  attributes.fsx_xflags = FS_XFLAG_NODUMP;
  return !refused(::ioctl(file, FS_IOC_SETFLAGS, &flags), EPERM) ||
         !refused(::syscall(SYS_ioctl, file, upper | FS_IOC_SETFLAGS, &flags), EPERM) ||
         !refused(::ioctl(file, FS_IOC_FSSETXATTR, &attributes), EPERM) || flags_of(file) != before;
}

void change_flags(Game& game) {
  game.outcome(changes_flags(own_program()) || changes_flags(own_file()), "flags of a file");
}

// Whoever would write to the file waits for the lease's holder.
bool takes_lease(int file) {
  return !refused(::fcntl(file, F_SETLEASE, F_RDLCK), EPERM) ||
         !refused(::syscall(SYS_fcntl, file, upper | F_SETLEASE, F_RDLCK), EPERM);
}

void lease(Game& game) {
  game.outcome(takes_lease(own_program()) || takes_lease(own_file()), "a lease");
}

// 64 MiB of the kernel's memory that nobody counts.
void futex_hash(Game& game) {
  constexpr int set_slots_of_futex_hash = 78;
  const int result = ::prctl(set_slots_of_futex_hash, 1, 1 << 20, 0, 0);
  // A kernel before 6.16 does not know it.
  game.outcome(!refused(result, EPERM) && !refused(result, EINVAL), "a large table of futexes");
}

// Of both there is a number for all programs of a user, or of the machine.
void asynchronous_io(Game& game) {
  bool done = false;
  aio_context_t context = 0;
  for (int i = 0; i < 300; ++i, context = 0) {
    done = !refused(::syscall(SYS_io_setup, 512, &context), ENOSYS) || done;
    done = !refused(::inotify_init1(IN_CLOEXEC), ENOSYS) || done;
  }
#ifdef SYS_inotify_init
  done = !refused(::syscall(SYS_inotify_init), ENOSYS) || done;
#endif
  game.outcome(done, "asynchronous requests or watches of files");
}

// Libraries do not know these by name yet: setxattrat, removexattrat, open_tree_attr and
// file_setattr, and calls that are still to come.
void young_calls(Game& game) {
  bool done = false;
  for (const long call : {463, 466, 467, 469}) {
    done = !refused(::syscall(call, AT_FDCWD, "/proc/self/exe", 0, "user.x", nullptr, 0), EPERM) ||
           done;
  }
  for (const long call : {470, 600, 4000}) done = !refused(::syscall(call), ENOSYS) || done;
  game.outcome(done, "a young system call");
}

// A rule on a file would keep its blocks when it is deleted.
void landlock_rules(Game& game) {
  std::uint64_t handled = 1;
  game.outcome(!refused(::syscall(444, &handled, sizeof handled, 0), ENOSYS), "a set of rules");
}

void own_filter(Game& game) {
  const bool done = !refused(::prctl(PR_SET_SECCOMP, 1, 0, 0, 0), EINVAL) ||
                    !refused(::syscall(SYS_seccomp, 0, 0, nullptr), EINVAL);
  game.outcome(done, "a filter of its own");
}

// What waits in a socket is memory that nobody counts.
void socket_buffers(Game& game) {
  const std::array<int, 2> ends = stream_pair();
  const auto size = [&] {
    int bytes = 0;
    socklen_t length = sizeof bytes;
    ::getsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &bytes, &length);
    return bytes;
  };
  const int before = size();
  const int more = 4 * before;
  ::setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &more, sizeof more);
  game.outcome(size() != before, "a larger buffer");
}

#ifdef __x86_64__
void foreign_call(Game& game) {
  game.wait_for_turn();
  constexpr int getpid_of_32_bits = 20;
  int result = getpid_of_32_bits;
  asm volatile("int $0x80" : "+a"(result) : : "r8", "r9", "r10", "r11", "memory");
  if (result > 0) game.succeeded("a call of 32 bits");
}

// Not only this thread ends.
void foreign_call_in_thread(Game& game) {
  game.wait_for_turn();
  constexpr long x32 = 0x40000000;
  std::atomic<long> result = -1;
  std::thread([&] { result = ::syscall(x32 + SYS_getpid); }).join();
  game.succeeded("a call of x32 that did not end it");
}
#elif defined(__i386__)
// The segment 0x33 is for code of 64 bits. Ends by signal 11 if its call is let through.
void foreign_call(Game& game) {
  game.wait_for_turn();
  constexpr int getpid_of_64_bits = 39;
  asm volatile(
      "pushl $0x33\n\t"
      "call 1f\n"
      "1: addl $2f - 1b, (%%esp)\n\t"
      "lretl\n"
      "2: .byte 0x0f, 0x05\n\t"  // syscall
      "hlt"
      :
      : "a"(getpid_of_64_bits)
      : "ecx", "memory");
}
#endif

// As honest programs do that look for a name service; it is not what ends this one.
void unix_socket(Game& game) {
  game.wait_for_turn();
  const bool done = !refused(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), EPERM) ||
                    !refused(::socket(AF_UNIX, SOCK_DGRAM, 0), EPERM);
  if (done) game.succeeded("a socket");
  ::_exit(5);
}

constexpr std::string_view unix_socket_reason =
#if __SIZEOF_POINTER__ >= 8
    "left with exit code 5 without answering";
#else  // socketcall(2) does not say of which kind
    "left with exit code 5 without answering; it was refused the network, which no bot has";
#endif

constexpr std::string_view foreign_reason =
    "ended by signal 31 (Bad system call) without answering; system calls of another architecture "
    "(int 0x80, x32) are refused";

constexpr std::array detour_behaviours{
    Behaviour{"splice-holds-output", "", "", "",
              "locks its output by splice, tee, vmsplice and sendfile", hold_output},
    Behaviour{"splice-holds-input", "", "", "", "locks its input in the same way", hold_input},
    Behaviour{"splice-holds-stderr", "", "", "", "locks its stderr on the opponent's turn",
              hold_stderr},
    Behaviour{"private-descriptors", "", "", "",
              "makes a thread that does not share its descriptors", private_descriptors},
    Behaviour{"private-descriptors-with-children", "processes=2", "", "",
              "the same where children are allowed", private_descriptors},
    Behaviour{"unshares-descriptors", "", "", "", "parts a thread's descriptors from the others",
              unshare_descriptors},
    Behaviour{"descriptors-in-flight", "", "", "",
              "sends descriptors to itself, to have files that nobody finds",
              descriptors_in_flight},
    Behaviour{"runs-from-scratch", "", "", "",
              "starts a copy of itself that may be executed but not read", run_from_scratch},
    Behaviour{"datagram-to-a-stranger", "", "", "",
              "makes pairs of sockets that can send to strangers", datagram_pairs},
    Behaviour{"changes-flags-of-its-program", "", "", "",
              "changes flags of its program and of a file of its own", change_flags},
    Behaviour{"lease", "", "", "", "takes a lease of its program and of a file of its own", lease},
    Behaviour{"futex-hash", "", "", "", "asks for a large table of futexes", futex_hash},
    Behaviour{"exhausts-asynchronous-io-and-watches", "", "", "",
              "takes all asynchronous requests and watches of files", asynchronous_io},
    Behaviour{"young-calls", "", "", "", "uses system calls that libraries do not know yet",
              young_calls},
    Behaviour{"landlock-rules", "", "", "", "pins files by rules of its own", landlock_rules},
    Behaviour{"own-filter", "", "", "", "installs system call filters", own_filter},
    Behaviour{"socket-buffers", "", "", "", "enlarges the buffers of a pair of sockets",
              socket_buffers},
#ifdef __x86_64__
    Behaviour{"foreign-abi", "", "crash", foreign_reason, "makes a system call of 32 bits",
              foreign_call},
    Behaviour{"foreign-abi-in-thread", "", "crash", foreign_reason,
              "makes a system call of x32 in a thread", foreign_call_in_thread},
#elif defined(__i386__)
    Behaviour{"foreign-abi", "", "crash", foreign_reason, "makes a system call of 64 bits",
              foreign_call},
#endif
    Behaviour{"unix-socket", "", "crash", unix_socket_reason,
              "tries a local socket and fails for another reason", unix_socket},
};

}  // namespace

Group detour_group() { return {"detours through the kernel", detour_behaviours}; }

}  // namespace hostile
