// The grid: every operator that comes with wye, with the rules that it has, one column for each feature.

import { count, h, LongList, plural, put } from "./dom.js";
import { search } from "./search.js";

const ROW = 30;

export class GridView {
  constructor(app) {
    this.app = app;
    this.model = app.model;
    this.rows = this.model.operators.filter((operator) => operator.family !== undefined);
    this.onlyGaps = false;
    this.at = 0;
    this.build();
    this.look();
  }

  build() {
    const { columns } = this.model.data;
    this.input = h("input", { type: "search", id: "search", placeholder: "Filter: a name, family:reduce, lacks:vmap …", "aria-label": "Filter the grid", autocomplete: "off", spellcheck: "false", oninput: () => this.look(), onkeydown: (event) => event.key === "ArrowDown" && this.focusRow(event) });
    this.gaps = h("input", { type: "checkbox", id: "gaps", onchange: () => this.look() });
    this.total = h("p", { class: "quiet" });
    this.note = h("p", { class: "grid-note", role: "status" });
    this.head = h("div", { class: "grid-row grid-head", role: "row" });
    this.body = h("div", { class: "long-list grid-body", role: "rowgroup", tabindex: "0", "aria-label": "Operators; arrow keys move, Enter opens", onkeydown: (event) => this.onKey(event) });
    this.list = new LongList(this.body, ROW, (operator, i) => this.row(operator, i));
    this.element = h(
      "div",
      { class: "page grid-page" },
      h("header", { class: "op-head" }, h("h1", {}, "The grid"), h("p", { class: "lead" }, "Every operator that comes with wye, and the rules that it has: one column for each feature. A variant that writes in place or to an output, and has no rule of its own, is derived from its functional operator.")),
      h("div", { class: "grid-tools" }, h("div", { class: "search-box" }, this.input, h("kbd", { "aria-hidden": "true" }, "/")), h("label", { class: "check" }, this.gaps, "Only with something missing"), this.total),
      this.note,
      h("div", { class: "grid", role: "grid", "aria-label": "Operators and rules", style: { "--columns": String(columns.length) } }, this.head, this.body),
    );
  }

  show() {
    this.list.draw();
  }

  look() {
    const found = search(this.rows, this.input.value).map(({ operator }) => operator);
    this.found = this.gaps.checked ? found.filter((operator) => operator.gaps.length) : found;
    this.at = 0;
    this.tell(this.gaps.checked ? this.found[0] : null);
    const { columns } = this.model.data;
    const counts = columns.map((_, i) => this.found.filter((operator) => operator.rules.includes(i)).length);
    put(
      this.head,
      h("span", { class: "grid-name", role: "columnheader" }, "operator"),
      columns.map((column, i) => h("span", { role: "columnheader", class: "grid-column", title: column.text }, h("b", {}, column.name), h("span", { class: "quiet" }, count(counts[i])))),
    );
    const families = new Set(this.found.map((operator) => operator.family)).size;
    const lacking = this.found.filter((operator) => operator.gaps.length).length;
    this.total.textContent = this.found.length ? `${plural(this.found.length, "operator")} in ${families === 1 ? "1 family" : `${families} families`}, ${lacking || "none"} with something missing` : "Nothing fits.";
    this.list.show(this.found);
  }

  row(operator, i) {
    const has = new Set(operator.rules);
    const derived = operator.derived ? h("span", { class: "quiet" }, ` ← ${operator.derived}`) : null;
    const cells = this.model.data.columns.map((column, c) => h("span", { class: "grid-cell", role: "gridcell", "aria-label": `${column.name}: ${has.has(c) ? "yes" : "no"}` }, h("span", { class: has.has(c) ? "dot on" : "dot" })));
    return h(
      "div",
      { class: `grid-row ${i === this.at ? "active" : ""} ${operator.gaps.length ? "gappy" : ""}`, role: "row", "aria-rowindex": i + 2, onmouseenter: () => this.tell(operator), onclick: () => this.app.go(`#/op/${operator.name}`) },
      h("span", { class: "grid-name", role: "rowheader" }, operator.short, derived),
      cells,
    );
  }

  /** Say what an operator lacks. */
  tell(operator) {
    this.note.textContent = operator?.gaps.length ? `${operator.short}: ${operator.gaps.join("; ")}` : "";
  }

  focusRow(event) {
    event.preventDefault();
    this.body.focus();
  }

  onKey(event) {
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15, Home: -1e9, End: 1e9 };
    if (event.key in steps) {
      event.preventDefault();
      this.at = Math.max(0, Math.min(this.found.length - 1, this.at + steps[event.key]));
      this.list.reveal(this.at);
      this.tell(this.found[this.at]);
    } else if (event.key === "Enter" && this.found[this.at]) {
      this.app.go(`#/op/${this.found[this.at].name}`);
    }
  }
}
