// Noughts and Crosses: the first free square.
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

class First {
  public static void main(String[] arguments) {
    Scanner in = new Scanner(System.in);
    List<String> free =
        new ArrayList<>(List.of("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"));
    while (in.hasNextLine()) {
      String heard = in.nextLine().trim();
      if (heard.equals("Quit")) break;
      free.remove(heard);
      System.out.println(free.remove(0));
      System.out.flush();
    }
  }
}
