/* The least that a game between two fresh processes can cost: starts two bots
 * vfork-style, gives each one line a turn and reads its answer, closes their input and
 * waits for both. No rules, no clock, no limit, no log.
 *
 *   floor GAMES TURNS THREADS MOVE BOT
 *
 * plays GAMES games of TURNS turns (of both bots together) on each of THREADS
 * processors, each pinned; BOT is started with its moves as arguments, all MOVE.
 * Prints the seconds that passed. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char** environ;

struct bot {
  pid_t pid;
  int in;
  int out;
};

static void fail(const char* what) {
  perror(what);
  exit(3);
}

static struct bot start(char** arguments) {
  int in[2];
  int out[2];
  if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) fail("pipe2");
  struct bot bot = {0, in[1], out[0]};
  bot.pid = vfork();
  if (bot.pid < 0) fail("vfork");
  if (bot.pid == 0) {
    dup2(in[0], 0);
    dup2(out[1], 1);
    execve(arguments[0], arguments, environ);
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  return bot;
}

static void game(int turns, char** arguments, const char* line) {
  struct bot bots[2];
  char answer[4096];
  const size_t size = strlen(line);
  for (int i = 0; i < 2; ++i) bots[i] = start(arguments);
  for (int turn = 0; turn < turns; ++turn) {
    const struct bot* bot = &bots[turn % 2];
    if (write(bot->in, line, size) != (ssize_t)size) fail("write");
    if (read(bot->out, answer, sizeof answer) <= 0) fail("read");
  }
  for (int i = 0; i < 2; ++i) close(bots[i].in);
  for (int i = 0; i < 2; ++i) {
    waitpid(bots[i].pid, NULL, 0);
    close(bots[i].out);
  }
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

int main(int argc, char** argv) {
  if (argc != 6) {
    fprintf(stderr, "usage: floor GAMES TURNS THREADS MOVE BOT\n");
    return 2;
  }
  const int games = atoi(argv[1]);
  const int turns = atoi(argv[2]);
  const int threads = atoi(argv[3]);
  /* Whatever it begins with, it tells a bot the first seat. */
  char line[256];
  snprintf(line, sizeof line, "A%s\n", argv[4]);
  char** arguments = calloc((size_t)turns / 2 + 3, sizeof *arguments);
  if (arguments == NULL) fail("calloc");
  arguments[0] = argv[5];
  for (int i = 0; i < (turns + 1) / 2; ++i) arguments[i + 1] = argv[4];

  cpu_set_t usable;
  CPU_ZERO(&usable);
  sched_getaffinity(0, sizeof usable, &usable);
  const double begin = now();
  int processor = -1;
  for (int i = 0; i < threads; ++i) {
    do processor = (processor + 1) % CPU_SETSIZE;
    while (!CPU_ISSET((size_t)processor, &usable));
    if (fork() == 0) {
      cpu_set_t one;
      CPU_ZERO(&one);
      CPU_SET((size_t)processor, &one);
      sched_setaffinity(0, sizeof one, &one);
      for (int g = 0; g < games; ++g) game(turns, arguments, line);
      _exit(0);
    }
  }
  int failed = 0;
  for (int i = 0; i < threads; ++i) {
    int status = 0;
    wait(&status);
    if (status != 0) failed = 1;
  }
  printf("%.6f\n", now() - begin);
  return failed ? 3 : 0;
}
