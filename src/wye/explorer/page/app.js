// Start: the data, the address, the shortcuts, light and dark.

import { h, put } from "./dom.js";
import { GridView } from "./grid.js";
import { KeysView } from "./keys.js";
import { Model } from "./model.js";
import { OperatorsView } from "./operators.js";
import { RecordingView } from "./recording.js";
import { computeTable } from "./table.js";
import { TryView } from "./try.js";

const TABS = [
  ["operators", "Operators", OperatorsView],
  ["keys", "Keys", KeysView],
  ["try", "Try", TryView],
  ["grid", "Grid", GridView],
  ["recording", "Recording", RecordingView],
];

const SHORTCUTS = [
  ["Everywhere", [["1 – 5", "operators, keys, try, grid, recording"], ["/", "search"], ["d", "light, dark or as the system"], ["?", "this help"], ["Esc", "close, clear or leave a field"]]],
  ["Operators", [["↑ ↓", "in the search: walk through the results"], ["Enter", "go to the operator"], ["j k", "next, previous operator"], ["t", "try registrations on it"], ["← ↑ ↓ →", "in a map: walk over the keys"]]],
  ["Recording", [["o", "open a file"], ["← →", "calls side by side, or found ones"], ["↓ ↑", "into a call, back to its caller"], ["Enter", "zoom to the call"], ["+ − 0", "zoom in, out, show all"], ["a d", "move left, right"]]],
];

class App {
  constructor(data, recording) {
    this.model = new Model(data);
    this.recording = recording;
    this.views = new Map();
    this.main = document.getElementById("main");
    this.drawTabs();
    this.drawStatus();
    this.drawHelp();
    this.view("recording"); // from now on a file may be dropped anywhere
    addEventListener("hashchange", () => this.route());
    addEventListener("keydown", (event) => this.onKey(event));
    this.route();
  }

  drawTabs() {
    const tabs = TABS.map(([name, title], i) => h("a", { href: `#/${name}`, "data-tab": name, title: `${title} (${i + 1})` }, title));
    put(document.getElementById("tabs"), tabs);
  }

  drawStatus() {
    const { wye, engine } = this.model.data;
    put(document.getElementById("status"), `wye ${wye}, engine in ${engine}`);
  }

  view(name) {
    if (!this.views.has(name)) {
      const View = TABS.find(([other]) => other === name)[2];
      this.views.set(name, new View(this));
    }
    return this.views.get(name);
  }

  /** Show what the address says: "#/op/aten::add.Tensor", "#/try/...?with=CPU", "#/operators?q=tag:core". */
  route() {
    const [path, query = ""] = decodeURIComponent(location.hash || (this.recording ? "#/recording" : "#/operators")).split("?");
    const [, first = "operators", ...rest] = path.split("/");
    const name = first === "op" ? "operators" : TABS.some(([tab]) => tab === first) ? first : "operators";
    const view = this.view(name);
    this.shown = name;
    for (const tab of document.querySelectorAll("[data-tab]")) {
      if (tab.dataset.tab === name) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    }
    if (view.element.parentElement !== this.main) put(this.main, view.element);
    view.show(rest.join("/") || null, new URLSearchParams(query));
    document.title = rest.length && rest[0] ? `${rest.join("/")} – wye explore` : "wye explore";
  }

  /** Go to an address; with `replace`, without a step in the history. */
  go(address, replace = false) {
    if (replace) {
      this.replaceAddress(address);
      this.route();
    } else if (location.hash === address) {
      this.route();
    } else {
      location.hash = address;
    }
  }

  replaceAddress(address) {
    history.replaceState(null, "", address);
  }

  onKey(event) {
    const typing = event.target.closest?.("input, select, textarea");
    const dialog = document.getElementById("shortcuts");
    if (event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
    if (typing) {
      if (event.key === "Escape") typing.blur();
      return;
    }
    const number = Number(event.key);
    const acts = {
      "/": () => document.querySelector("#main #search, #main #add-key")?.focus(),
      "?": () => dialog.showModal(),
      d: () => nextTheme(),
      j: () => this.shown === "operators" && this.view("operators").step(1),
      k: () => this.shown === "operators" && this.view("operators").step(-1),
      t: () => document.getElementById("try-this")?.click(),
      o: () => this.shown === "recording" && this.view("recording").choose(),
    };
    if (number >= 1 && number <= TABS.length) {
      this.go(`#/${TABS[number - 1][0]}`);
      this.main.focus();
    } else if (acts[event.key]) {
      acts[event.key]();
    } else {
      return;
    }
    event.preventDefault();
  }

  drawHelp() {
    const dialog = document.getElementById("shortcuts");
    const group = ([title, rows]) => h("div", {}, h("h3", {}, title), h("dl", {}, rows.map(([keys, text]) => [h("dt", {}, keys.split(" ").map((key) => (key === "–" ? " – " : h("kbd", {}, key)))), h("dd", {}, text)])));
    put(dialog, h("div", { class: "dialog-head" }, h("h2", { id: "shortcuts-title" }, "Keyboard shortcuts"), h("button", { type: "button", class: "icon-button", "aria-label": "Close", onclick: () => dialog.close() }, "×")), h("div", { class: "shortcut-groups" }, SHORTCUTS.map(group)));
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    document.getElementById("help").addEventListener("click", () => dialog.showModal());
  }
}

// ---- light and dark ----------------------------------------------------------------------------------------------

const THEMES = [["auto", "◐", "as the system"], ["light", "☀", "light"], ["dark", "☾", "dark"]];
let theme = 0;

function applyTheme() {
  const [name, sign, words] = THEMES[theme];
  document.documentElement.dataset.theme = name;
  const button = document.getElementById("theme");
  button.textContent = sign;
  button.setAttribute("aria-label", `Colours: ${words}`);
  button.title = `Colours: ${words} (d)`;
  dispatchEvent(new Event("themechange"));
}

function nextTheme() {
  theme = (theme + 1) % THEMES.length;
  try {
    localStorage.setItem("wye-theme", THEMES[theme][0]);
  } catch {
    // a page without storage forgets the choice
  }
  applyTheme();
}

function startTheme() {
  try {
    theme = Math.max(0, THEMES.findIndex(([name]) => name === localStorage.getItem("wye-theme")));
  } catch {
    theme = 0;
  }
  document.getElementById("theme").addEventListener("click", nextTheme);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => dispatchEvent(new Event("themechange")));
  applyTheme();
}

// ---- the data: in the page itself, or beside it -------------------------------------------------------------------

async function read(name) {
  const embedded = document.getElementById(name);
  if (embedded) return JSON.parse(embedded.textContent);
  const answer = await fetch(`${name}.json`);
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return answer.json();
}

async function start() {
  startTheme();
  try {
    const isWhole = document.getElementById("data") !== null; // an exported page has everything in it
    const data = await read("data");
    const recording = isWhole && !document.getElementById("recording") ? null : await read("recording");
    window.explorer = { app: new App(data, recording), computeTable };
  } catch (error) {
    put(document.getElementById("main"), h("div", { class: "empty" }, h("h2", {}, "The registry could not be read"), h("p", {}, error.message), h("p", { class: "quiet" }, "Is `wye explore` still running? Start it again and open the address that it prints.")));
  }
}

start();
