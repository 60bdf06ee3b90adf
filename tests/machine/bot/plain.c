/* Answers each line with itself, as a simple bot in C does. */
#include <stdio.h>

int main(void) {
  char line[1024];
  while (fgets(line, sizeof line, stdin) != NULL) {
    fputs(line, stdout);
    fflush(stdout);
  }
  return 0;
}
