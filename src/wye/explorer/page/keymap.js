// The map of a table: one cell for each runtime key.  Functionalities that exist once per backend are rows, backends
// are columns; layers that exist once stand below, the first to run first.  Arrow keys walk over it.

import { breakable, h, put, plural } from "./dom.js";
import { kernelText, keyLink, mark, reason } from "./parts.js";

const ROW_NAMES = { Dense: "Dense", AutogradFunctionality: "Autograd" };

/** Where the keys stand: rows of the matrix and the layers, by number. */
function places(model) {
  const rows = new Map();
  const layers = [];
  for (let key = 0; key < model.runtimeCount; key += 1) {
    const { functionality, backend } = model.keys[key];
    if (backend === null) layers.push(key);
    else rows.set(functionality, [...(rows.get(functionality) ?? []), key]);
  }
  return { rows: [...rows].reverse(), layers: layers.reverse() };
}

/**
 * @param options table: what stands in the cells; lit: a set of keys to show, others are dimmed; changed: a set of keys
 *   with a ring; onpick(key): a cell got the focus or was clicked; onopen(key): it was clicked; picked: the key to begin with
 */
export function keyMap(model, { table, lit = null, changed = new Set(), onpick = () => {}, onopen = () => {}, picked = null, label }) {
  const { rows, layers } = places(model);
  const cells = new Map();
  let current = picked ?? model.keyNumbers.get("CPU") ?? 1;

  const cell = (key, wide) => {
    const { name } = model.keys[key];
    const choice = table ? table[key] : null;
    const why = choice ? model.whys[choice.why] : null;
    const words = [name, why?.title, choice?.falls && "falls through", lit && (lit.has(key) ? "covered" : "not covered")];
    const classes = ["cell", wide ? "wide" : "", changed.has(key) ? "changed" : "", lit ? (lit.has(key) ? "lit" : "dim") : ""];
    if (!table) classes.push("plain");
    const button = h(
      "button",
      {
        type: "button",
        class: classes.join(" "),
        tabindex: key === current ? "0" : "-1",
        "data-key": key,
        "aria-label": words.filter(Boolean).join(", "),
        title: words.filter(Boolean).join(": "),
        onclick: () => {
          pick(key);
          onopen(key);
        },
        onfocus: () => pick(key),
      },
      choice ? mark(model, choice) : h("span", { class: "mark plain", "aria-hidden": "true" }),
      wide && h("span", { class: "cell-name" }, name),
    );
    cells.set(key, button);
    return button;
  };

  const pick = (key) => {
    cells.get(current)?.setAttribute("tabindex", "-1");
    cells.get(current)?.classList.remove("picked");
    current = key;
    cells.get(key).setAttribute("tabindex", "0");
    cells.get(key).classList.add("picked");
    onpick(key);
  };

  const head = model.data.backends.map((name) => h("th", { scope: "col" }, h("span", {}, name)));
  const body = rows.map(([functionality, keys]) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, ROW_NAMES[functionality] ?? functionality),
      keys.map((key) => h("td", {}, cell(key, false))),
    ),
  );
  const map = h(
    "div",
    { class: "keymap", role: "group", "aria-label": label ?? "Map of the keys; arrow keys move", onkeydown: (event) => walk(event, cells, pick) },
    h("div", { class: "keymap-scroll" }, h("table", {}, h("thead", {}, h("tr", {}, h("td"), head)), h("tbody", {}, body))),
    h("div", { class: "keymap-layers" }, h("h3", {}, "Layers, the first to run first"), h("div", { class: "layers" }, layers.map((key) => cell(key, true)))),
  );
  cells.get(current)?.classList.add("picked");
  return map;
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Move the focus to the nearest cell in the direction of an arrow key. */
function walk(event, cells, pick) {
  const step = STEPS[event.key];
  const from = event.target.closest?.(".cell");
  if (!step || !from || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const centre = (box) => [box.left + box.width / 2, box.top + box.height / 2];
  const [x, y] = centre(from.getBoundingClientRect());
  let best = null;
  for (const [key, button] of cells) {
    const [u, v] = centre(button.getBoundingClientRect());
    const along = (u - x) * step[0] + (v - y) * step[1];
    const aside = Math.abs((u - x) * step[1]) + Math.abs((v - y) * step[0]);
    if (along < 4) continue;
    const distance = along + 3 * aside;
    if (!best || distance < best.distance) best = { key, distance };
  }
  if (best) {
    cells.get(best.key).focus();
    pick(best.key);
  }
}

/** The reasons that occur in a table, with how often. */
export function legend(model, table) {
  const counts = new Map();
  for (const choice of table) counts.set(choice.why, (counts.get(choice.why) ?? 0) + 1);
  const items = [...counts].sort(([a], [b]) => a - b);
  return h(
    "ul",
    { class: "legend", "aria-label": "Reasons" },
    items.map(([why, number]) =>
      h("li", { title: model.whys[why].text }, mark(model, { why }), model.whys[why].title, h("span", { class: "quiet" }, ` ${number}`)),
    ),
    table.some((choice) => choice.falls) &&
      h("li", { title: "Calls pass by: the next key of the call is asked." }, h("span", { class: "mark why-FALLBACK falls" }, "F"), "falls through"),
  );
}

/** Fill a card with what is known of one key of an operator: its kernel, the reason, and what was considered. */
export function keyCard(model, card, key, operator, registered) {
  const steps = model.considered(key, registered);
  const choice = steps.at(-1);
  const why = model.whys[choice.why];
  const kernel = model.kernelOf(choice, operator);
  put(
    card,
    h("div", { class: "card-head" }, keyLink(model, key), reason(model, choice)),
    h("p", {}, why.text, choice.falls && " It falls through: calls go on to the next of their keys."),
    kernel && h("p", {}, kernelText(kernel)),
    h("h3", {}, "Considered, in this order"),
    h("ol", { class: "considered" }, steps.map((step) => considerRow(model, step, key))),
  );
}

function considerRow(model, step, key) {
  const why = model.whys[step.why].name;
  const source = step.source ?? step.because;
  const name = why === "FALLBACK" ? `fallback of ${model.keys[key].name}` : source === null || source === undefined ? "nothing" : model.keys[source].name;
  const words = {
    absent: "no kernel there",
    yields: `passed over: ${model.keys[step.because]?.name} has a kernel that it would bypass`,
    taken: why === "MISSING" ? "no kernel, no fallback" : why === "AMBIGUOUS" ? `clashes with the kernel at ${name}` : "taken",
  }[step.outcome];
  const label = why === "AMBIGUOUS" ? "CompositeImplicitAutograd" : why === "MISSING" ? "nothing else" : name;
  return h("li", { class: `step-${step.outcome}` }, h("span", { class: "step-name" }, breakable(label)), h("span", { class: "step-words" }, words));
}

/** One sentence about a whole table. */
export function tableSummary(model, table) {
  const filled = table.filter((choice) => model.whys[choice.why].name !== "MISSING").length;
  return `${plural(filled, "key")} of ${table.length} can run it`;
}
