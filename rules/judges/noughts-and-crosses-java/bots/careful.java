// Noughts and Crosses: wins if it can, else prevents that its opponent wins.
import java.util.List;
import java.util.Scanner;

class Careful {
  static final List<String> SQUARES = List.of("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3");
  static final int[][] LINES = {
    {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}
  };
  static final int[] BEST_FIRST = {4, 0, 2, 6, 8, 1, 3, 5, 7};
  static final int[] owner = new int[9]; // 0: nobody, 1: this bot, 2: its opponent

  // The square that gives this player three in a row, or -1.
  static int thirdOf(int who) {
    for (int[] line : LINES) {
      int own = 0, free = -1;
      for (int square : line) {
        if (owner[square] == who) ++own;
        if (owner[square] == 0) free = square;
      }
      if (own == 2 && free >= 0) return free;
    }
    return -1;
  }

  public static void main(String[] arguments) {
    Scanner in = new Scanner(System.in);
    while (in.hasNextLine()) {
      String heard = in.nextLine().trim();
      if (heard.equals("Quit")) break;
      if (!heard.equals("Start")) owner[SQUARES.indexOf(heard)] = 2;
      int square = thirdOf(1);
      if (square < 0) square = thirdOf(2);
      for (int i = 0; square < 0; ++i) {
        if (owner[BEST_FIRST[i]] == 0) square = BEST_FIRST[i];
      }
      owner[square] = 1;
      System.out.println(SQUARES.get(square));
      System.out.flush();
    }
  }
}
