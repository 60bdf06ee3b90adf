import { render } from "preact";
import { App, LiveApp } from "./app";
import { loadData } from "./data";
import { keepPicture } from "./picture";
import { PlayApp } from "./play";
import { IndexApp } from "./results";
import "./style.css";

const root = document.getElementById("app")!;
loadData().then(
  (data) => {
    keepPicture(root);
    root.textContent = "";
    const { head } = data;
    render(head.live === "play" ? <PlayApp head={head} /> : head.live === "index" ? <IndexApp head={head} /> : head.live ? <LiveApp head={head} /> : <App data={data} />, root);
  },
  (error: unknown) => {
    root.textContent = `This page cannot be shown: ${error instanceof Error ? error.message : error}`;
  },
);
