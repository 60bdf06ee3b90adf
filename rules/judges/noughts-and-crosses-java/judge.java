// Noughts and Crosses: a judge for Referee, with the protocol of docs/reference/judge.md.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

class NoughtsAndCrosses {
  static final List<String> SQUARES = List.of("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3");
  static final int[][] LINES = {
    {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}
  };

  final int[] marks = new int[9]; // 0: empty, else the seat
  int seat = 1; // to move; 0: the game is over
  int plies = 0;
  int last = -1;

  List<String> free() {
    List<String> names = new ArrayList<>(SQUARES);
    names.removeIf(name -> marks[SQUARES.indexOf(name)] != 0);
    return names;
  }

  // Why a line is not a legal move; null if it is one.
  String whyNot(String line) {
    String quoted = "\"" + (line.length() > 40 ? line.substring(0, 40) + "..." : line) + "\"";
    int square = SQUARES.indexOf(line);
    if (square < 0) return quoted + " is not a square, a1 to c3";
    return marks[square] != 0 ? quoted + " is taken" : null;
  }

  void play(String move) {
    last = SQUARES.indexOf(move);
    marks[last] = seat;
    ++plies;
    seat = winner() != 0 || plies == 9 ? 0 : 3 - seat;
  }

  int winner() {
    for (int[] line : LINES) {
      int one = marks[line[0]];
      if (one != 0 && one == marks[line[1]] && one == marks[line[2]]) return one;
    }
    return 0;
  }
}

class Judge {
  static NoughtsAndCrosses game = new NoughtsAndCrosses();
  static boolean[] forfeited = new boolean[3];
  static boolean ended = false; // by a fault
  static List<String> out = new ArrayList<>();

  // For a win, a draw, a loss: scores 2, 1, 0 and game points 3, 1, 0. A seat that failed has 0.
  static void result() {
    int winner = game.winner();
    boolean both = forfeited[1] && forfeited[2];
    for (int own = 1; own <= 2; ++own) {
      int way = winner == 0 || both ? 1 : winner == own ? 2 : 0;
      if (ended) way = forfeited[own] ? 0 : 2;
      out.add("outcome " + own + " " + new String[] {"lose", "draw", "win"}[way]);
      out.add("points " + own + " " + (own == 1 ? (game.plies + 1) / 2 : game.plies / 2));
      out.add("score " + own + " " + (forfeited[own] ? 0 : way));
      out.add("game-points " + own + " " + (forfeited[own] ? 0 : new int[] {0, 1, 3}[way]));
    }
  }

  static void state() {
    if (game.seat != 0) {
      out.add("turn " + game.seat);
      return;
    }
    for (int own = 1; own <= 2; ++own) {
      // A seat that has been taken over has read it already.
      if (ended || !forfeited[own]) out.add("tell " + own + " Quit");
    }
    result();
    out.add("over");
  }

  static void start(String deal) {
    if (!deal.isEmpty()) {
      out.add("illegal the deal must be empty, not \"" + deal + "\"");
      return;
    }
    game = new NoughtsAndCrosses();
    forfeited = new boolean[3];
    ended = false;
    out.add("tell 1 Start");
    state();
  }

  static void play(String line, boolean only_test) {
    String reason = game.whyNot(line);
    out.add(reason != null ? "illegal " + reason : "legal");
    if (reason != null || only_test) return;
    game.play(line);
    if (game.seat != 0) out.add("tell " + game.seat + " " + line);
    state();
  }

  static void forfeit(int failed, String then) {
    forfeited[failed] = true;
    ended = then.equals("end");
    if (ended || forfeited[3 - failed]) game.seat = 0;
    if (!ended) out.add("tell " + failed + " Quit");
    state();
  }

  static void draw() {
    for (int row = 2; row >= 0; --row) {
      String line = "line " + (row + 1);
      for (int column = 0; column < 3; ++column) {
        line += " " + ".xo".charAt(game.marks[3 * row + column]);
      }
      out.add(line);
    }
    out.add("line   a b c");
  }

  static String layout() {
    List<String> cells = new ArrayList<>();
    for (int i = 0; i < 9; ++i) {
      cells.add("[\"" + NoughtsAndCrosses.SQUARES.get(i) + "\"," + 2 * (i % 3) + "," + (2 - i / 3) + "]");
    }
    return "{\"shape\":\"square\",\"cells\":[" + String.join(",", cells) + "]}";
  }

  static String scene() {
    List<String> cells = new ArrayList<>();
    for (int i = 0; i < 9; ++i) {
      if (game.marks[i] == 0) continue;
      String look = game.marks[i] == 1 ? "[\"black\",\"x\",\"x\"]" : "[\"white\",\"o\",\"o\"]";
      cells.add("\"" + NoughtsAndCrosses.SQUARES.get(i) + "\":" + look);
    }
    String last = game.last < 0 ? "" : NoughtsAndCrosses.SQUARES.get(game.last);
    return "{\"cells\":{" + String.join(",", cells) + "},\"marks\":["
        + (last.isEmpty() ? "" : "[\"last\",0,0,[\"" + last + "\"]]")
        + "],\"seats\":[[\"black\",\"x\",\"x\"],[\"white\",\"o\",\"o\"]],\"status\":\""
        + (game.seat != 0 ? "take a square" : "over") + "\"}";
  }

  static void answer(String request) {
    String[] words = request.split(" ");
    String rest = request.substring(Math.min(request.length(), words[0].length() + 1));
    switch (words[0]) {
      case "referee-judge": out.addAll(Arrays.asList("judge 1", "can test count result draw scene")); break;
      case "deal": out.add("deal"); break;
      case "start": start(rest); break;
      case "play": play(rest, false); break;
      case "test": play(rest, true); break;
      case "forfeit": forfeit(Integer.parseInt(words[1]), words[3]); break;
      case "count": out.add("count " + game.free().size()); break;
      case "move": out.add("move " + game.free().get(Integer.parseInt(rest))); break;
      case "result": result(); break;
      case "draw": draw(); break;
      case "layout": out.add("layout " + layout()); break;
      case "scene": out.add("scene " + scene()); break;
      default: throw new IllegalArgumentException("not a request of referee-judge 1: " + request);
    }
  }

  public static void main(String[] arguments) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream print = new PrintStream(System.out, false, "UTF-8");
    for (String request = in.readLine(); request != null && !request.equals("quit"); ) {
      answer(request);
      print.print(String.join("\n", out) + "\n.\n");
      print.flush();
      out.clear();
      request = in.readLine();
    }
  }
}
