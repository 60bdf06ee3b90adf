// Pictures to send round, 1200 x 630: that of the result, which the program has drawn, and one of a
// position as the page shows it.

import { useEffect, useRef } from "preact/hooks";

const namespace = "http://www.w3.org/2000/svg";
const [wide, high] = [1200, 630];

// What the program has drawn; it stands in the page until the script takes over.
let drawn: HTMLImageElement | null = null;
export function keepPicture(root: Element) {
  drawn = root.querySelector<HTMLImageElement>("img.share");
}

function element(name: string, attributes: Record<string, string | number>, text = ""): SVGElement {
  const made = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, `${value}`);
  made.textContent = text;
  return made;
}

const painted = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
  "opacity", "font-size", "font-weight", "font-family", "text-anchor", "dominant-baseline", "paint-order", "visibility", "display"];

// A copy that needs no style sheet.
function painting<Kind extends Element>(original: Kind): Kind {
  const copy = original.cloneNode(true) as Kind;
  const [from, to] = [original, copy].map((one) => [one, ...one.querySelectorAll("*")]) as [Element[], Element[]];
  from.forEach((one, i) => {
    const style = getComputedStyle(one);
    for (const name of painted) to[i]!.setAttribute(name, style.getPropertyValue(name));
    to[i]!.removeAttribute("class");
    to[i]!.removeAttribute("style");
  });
  return copy;
}

// The words in lines of at most so many letters.
export function linesOfWords(text: string, most: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines[lines.length - 1]!;
    if (last && last.length + 1 + word.length > most) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines;
}

// The board as it is shown, beside what is said of it.
function cardOf(board: SVGSVGElement, said: string[]): SVGSVGElement {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name);
  const card = element("svg", { viewBox: `0 0 ${wide} ${high}`, width: wide, height: high, "font-family": "DejaVu Sans, Verdana, sans-serif" }) as SVGSVGElement;
  card.append(element("rect", { width: wide, height: high, fill: colour("--paper") }), element("rect", { width: 16, height: high, fill: colour("--link") }));
  const copy = painting(board);
  for (const [key, value] of Object.entries({ x: 600, y: 48, width: 552, height: 534 })) copy.setAttribute(key, `${value}`);
  card.append(copy);
  let y = 60;
  said.forEach((text, i) => {
    const size = i === 0 ? (text.length > 70 ? 30 : 40) : 24;
    for (const line of linesOfWords(text, Math.floor(520 / (0.62 * size)))) {
      y += 1.3 * size;
      card.append(element("text", { x: 56, y: Math.round(y), "font-size": size, fill: colour(i === 0 ? "--ink" : "--dim"), "font-weight": i === 0 ? 700 : 400 }, line));
    }
    y += 14;
  });
  return card;
}

function save(name: string, url: string) {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}

const urlOf = (picture: SVGSVGElement) => `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(picture))}`;

async function savePng(name: string, url: string) {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [wide, high];
  canvas.getContext("2d")!.drawImage(image, 0, 0, wide, high);
  save(name, canvas.toDataURL("image/png"));
}

// `url`: that of the picture as SVG.
function Buttons({ name, url }: { name: string; url: () => string }) {
  return (
    <p class="save-picture">
      save picture:{" "}
      <button type="button" onClick={() => savePng(`${name}.png`, url())}>PNG</button>{" "}
      <button type="button" onClick={() => save(`${name}.svg`, url())}>SVG</button>
    </p>
  );
}

// A name of a file without what some systems do not take in one.
const fileName = (text: string) => text.replace(/[^\p{L}\p{N}._-]+/gu, "-").slice(0, 80) || "referee";

// The picture of the result; nothing where the program has drawn none.
export function ResultPicture({ title }: { title: string }) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    if (drawn) ref.current?.prepend(drawn);
  }, []);
  if (!drawn) return null;
  return <figure class="share-figure" ref={ref}><figcaption><Buttons name={fileName(title)} url={() => drawn!.src} /></figcaption></figure>;
}

// Saves the board of the game that is shown, with these sentences.
export function PositionPicture({ title, said }: { title: string; said: string[] }) {
  return <Buttons name={fileName(title)} url={() => urlOf(cardOf(document.querySelector<SVGSVGElement>(".game svg.board")!, said))} />;
}
