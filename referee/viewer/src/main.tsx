import { render } from "preact";
import { App } from "./app";
import { loadData } from "./data";
import "./style.css";

const root = document.getElementById("app")!;
loadData().then(
  (data) => {
    root.textContent = "";
    render(<App data={data} />, root);
  },
  (error: unknown) => {
    root.textContent = `This page cannot be shown: ${error instanceof Error ? error.message : error}`;
  },
);
