/* A bot that costs nothing: answers with the moves on its command line, one for each
 * turn, without looking at what it reads; leaves at the end of its input. Linked
 * statically, so that starting it costs as little as starting a program can.
 *
 *   replay_bot [-b MICROSECONDS] [-t] MOVE... [-- MOVE...]
 *
 * The moves after -- are those of the second seat; the first line tells which it has
 * (Start or A: the first).
 * -b: burns so much CPU time before each move. -t: writes the monotonic clock, in
 * nanoseconds, to its stderr when it has read its first line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static long long nanoseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static void burn(long long duration) {
  const long long end = nanoseconds(CLOCK_THREAD_CPUTIME_ID) + duration;
  while (nanoseconds(CLOCK_THREAD_CPUTIME_ID) < end) {
  }
}

static char lines[4096];

/* Waits for its turn; 0 at the end of its input. */
static int read_turn(int tell_time) {
  if (read(0, lines, sizeof lines) <= 0) return 0;
  if (tell_time) dprintf(2, "%lld\n", nanoseconds(CLOCK_MONOTONIC));
  return 1;
}

int main(int argc, char** argv) {
  long long work = 0;
  int tell_time = 0;
  int first = 1;
  for (; first < argc && argv[first][0] == '-' && argv[first][1] != '-'; ++first) {
    if (argv[first][1] == 't') tell_time = 1;
    if (argv[first][1] == 'b' && first + 1 < argc) work = atoll(argv[++first]) * 1000;
  }
  int second = first;
  while (second < argc && strcmp(argv[second], "--") != 0) ++second;

  if (!read_turn(tell_time)) return 0;
  const int is_first = lines[0] == 'S' || lines[0] == 'A';
  const int end = is_first ? second : argc;
  for (int i = is_first ? first : second + 1; i < end; ++i) {
    if (work > 0) burn(work);
    const size_t size = strlen(argv[i]);
    argv[i][size] = '\n'; /* in place of the zero byte, which nobody needs any more */
    if (write(1, argv[i], size + 1) < 0 || !read_turn(0)) return 0;
  }
  while (read_turn(0)) {
  }
  return 0;
}
