// Trying registrations: add and remove kernels of an operator and watch its table change.  Nothing is registered: the
// table is computed here, from the same data that the registry computes its own from.

import { announce, h, plural, put } from "./dom.js";
import { keyCard, keyMap, legend } from "./keymap.js";
import { keyChips, keyLink, reason, schemaText, section, segmented } from "./parts.js";
import { byKernel } from "./operators.js";
import { computeTable, differences } from "./table.js";

const LESSONS = [
  ["One backend", ["CPU"], "AutogradCPU", "A kernel at CPU alone: other backends have nothing, autograd passes by."],
  ["A composite", ["CompositeImplicitAutograd"], "AutogradCPU", "Made of other operators: every backend and every autograd key is served."],
  ["Composite and CPU", ["CPU", "CompositeImplicitAutograd"], "AutogradCPU", "The composite leaves AutogradCPU, or autograd would bypass the kernel at CPU."],
  ["Kernel and gradient", ["CompositeExplicitAutograd", "Autograd"], "AutogradCPU", "One kernel for all backends, one formula for all autograd keys."],
  ["A clash", ["SparseCPU", "CompositeImplicitAutograd"], "AutogradOther", "SparseCPU shares AutogradOther with other backends: the composite there is ambiguous."],
];

export class TryView {
  constructor(app) {
    this.app = app;
    this.model = app.model;
    this.element = h("div", { class: "page try" });
    this.kind = "kernel";
  }

  show(name, parameters) {
    const operator = name ? this.model.byName.get(name) : this.model.scratch();
    this.operator = operator ?? this.model.scratch();
    this.base = this.model.registered(this.operator);
    this.tried = new Map(this.base);
    for (const word of (parameters.get("with") ?? "").split(",").filter(Boolean)) this.read(word);
    this.picked = this.model.keyNumbers.get("CPU");
    this.before = computeTable(this.model.data, this.base);
    this.draw();
  }

  /** "CPU", "CPU:falls" and "-CPU", as the address has them. */
  read(word) {
    const key = this.model.keyNumbers.get(word.replace(/^-/, "").replace(/:falls$/, ""));
    if (key === undefined) return;
    if (word.startsWith("-")) this.tried.delete(key);
    else this.tried.set(key, word.endsWith(":falls"));
  }

  /** The address that leads to what is tried now. */
  address() {
    const name = (key) => this.model.keys[key].name;
    const words = [];
    for (const [key, falls] of this.tried) {
      if (!this.base.has(key) || this.base.get(key) !== falls) words.push(falls ? `${name(key)}:falls` : name(key));
    }
    for (const key of this.base.keys()) if (!this.tried.has(key)) words.push(`-${name(key)}`);
    const path = this.operator.name === "scratch::op" ? "#/try" : `#/try/${this.operator.name}`;
    return words.length ? `${path}?with=${words.join(",")}` : path;
  }

  change(act, words) {
    this.before = computeTable(this.model.data, this.tried);
    act();
    this.app.replaceAddress(this.address());
    this.draw();
    const changed = differences(this.before, computeTable(this.model.data, this.tried));
    announce(`${words}. ${plural(changed.length, "key")} changed.`);
  }

  add(name) {
    const key = this.model.keyNumbers.get(name);
    if (key === undefined) {
      this.problem.textContent = name ? `There is no key called ${name}.` : "Name a key, like CPU or Autograd.";
      return;
    }
    this.change(() => {
      this.tried.set(key, this.kind === "falls");
      if (key < this.model.runtimeCount) this.picked = key;
    }, `Added a kernel at ${name}`);
    const input = this.element.querySelector("#add-key");
    input.value = "";
    input.focus();
  }

  remove(key) {
    this.change(() => this.tried.delete(key), `Removed the kernel at ${this.model.keys[key].name}`);
    this.element.querySelector("#add-key").focus();
  }

  lesson(names, lookAt) {
    this.change(() => {
      this.picked = this.model.keyNumbers.get(lookAt);
      this.tried = new Map(this.base);
      for (const name of names) this.tried.set(this.model.keyNumbers.get(name), false);
    }, `Kernels at ${names.join(" and ")}`);
  }

  draw() {
    const { model, operator } = this;
    const table = computeTable(model.data, this.tried);
    const changed = differences(this.before, table);
    const card = h("div", { class: "card", "aria-live": "polite" });
    const shown = { ...operator, kernels: operator.kernels.filter(([key]) => this.tried.has(key)) };
    const onpick = (key) => {
      this.picked = key;
      keyCard(model, card, key, shown, this.tried);
    };
    onpick(this.picked);
    put(
      this.element,
      this.heading(),
      h(
        "div",
        { class: "try-columns" },
        h("div", { class: "try-left" }, this.form(), this.registrations(), this.lessons()),
        h(
          "div",
          { class: "try-right" },
          this.changes(changed, table),
          legend(model, table),
          h("div", { class: "map-and-card" }, keyMap(model, { table, changed: new Set(changed), onpick, picked: this.picked }), card),
          section("Computed table", null, byKernel(model, shown, table)),
        ),
      ),
    );
  }

  heading() {
    const { operator } = this;
    const isScratch = operator.name === "scratch::op";
    return h(
      "header",
      { class: "op-head" },
      h("p", { class: "crumbs" }, "try registrations", !isScratch && [" / ", h("a", { href: `#/op/${operator.name}` }, "back to the operator")]),
      h("h1", {}, isScratch ? "An empty operator" : operator.short),
      h("p", { class: "lead" }, isScratch ? "Register kernels at keys and aliases, and watch which of them each key gets. Nothing is registered for real." : "Add or remove kernels, and watch the table. Nothing is registered for real."),
      !isScratch && operator.schema && h("div", { class: "schema-box" }, schemaText(operator.schema)),
    );
  }

  form() {
    const { model } = this;
    const input = h("input", { id: "add-key", list: "all-keys", placeholder: "CPU, Autograd, …", autocomplete: "off", spellcheck: "false", "aria-describedby": "add-problem" });
    const options = [...model.aliases, ...Array.from({ length: model.runtimeCount }, (_, i) => i)].map((key) => h("option", { value: model.keys[key].name }));
    this.problem = h("p", { id: "add-problem", class: "warn", role: "alert" });
    const kinds = segmented("What to register", [["kernel", "Kernel"], ["falls", "Fallthrough"]], this.kind, (value) => {
      this.kind = value;
      kinds.querySelectorAll("button").forEach((button, i) => button.setAttribute("aria-pressed", String((i === 1) === (value === "falls"))));
    });
    return h(
      "form",
      {
        class: "add-form",
        onsubmit: (event) => {
          event.preventDefault();
          this.add(input.value.trim());
        },
      },
      h("label", { for: "add-key" }, "Register at"),
      h("div", { class: "add-line" }, input, h("button", { class: "button primary", type: "submit" }, "Add")),
      kinds,
      h("datalist", { id: "all-keys" }, options),
      this.problem,
    );
  }

  registrations() {
    const { model } = this;
    const row = ([key, falls]) => {
      const name = model.keys[key].name;
      const note = [falls && "falls through", !this.base.has(key) && "tried"].filter(Boolean).join(", ");
      return h("li", {}, keyLink(model, key), h("span", { class: "quiet" }, note), h("button", { type: "button", class: "icon-button", "aria-label": `Remove the kernel at ${name}`, title: "Remove", onclick: () => this.remove(key) }, "×"));
    };
    const gone = [...this.base.keys()].filter((key) => !this.tried.has(key));
    const back = (key) =>
      h("li", { class: "gone" }, keyLink(model, key), h("span", { class: "quiet" }, "removed"), h("button", { type: "button", class: "icon-button", "aria-label": `Bring back the kernel at ${model.keys[key].name}`, title: "Bring back", onclick: () => this.change(() => this.tried.set(key, this.base.get(key)), "Brought back a kernel") }, "↺"));
    const isChanged = this.address().includes("?");
    return h(
      "div",
      { class: "tried" },
      h("div", { class: "tried-head" }, h("h2", {}, "Registrations"), isChanged && h("button", { type: "button", class: "link", onclick: () => this.change(() => { this.tried = new Map(this.base); }, "Reset") }, "Reset")),
      this.tried.size + gone.length ? h("ul", {}, [...this.tried].sort((a, b) => a[0] - b[0]).map(row), gone.map(back)) : h("p", { class: "quiet" }, "None yet. Name a key above, or take a lesson below."),
    );
  }

  lessons() {
    if (this.operator.name !== "scratch::op") return null;
    return h("div", { class: "lessons" }, h("h2", {}, "Lessons"), LESSONS.map(([title, names, lookAt, text]) => h("button", { type: "button", class: "lesson", onclick: () => this.lesson(names, lookAt) }, h("b", {}, title), h("span", {}, text))));
  }

  /** What the last step has changed, grouped by what became of it. */
  changes(changed, table) {
    const { model } = this;
    if (!changed.length) return h("p", { class: "changes none quiet", id: "changes" }, this.tried.size ? "The last step changed no key." : "Add a kernel: the keys that change are listed here.");
    const groups = new Map();
    for (const key of changed) {
      const [was, is] = [this.before[key], table[key]];
      const id = [was.why, was.falls, is.why, is.falls].join();
      const group = groups.get(id) ?? { was, is, keys: [] };
      group.keys.push(key);
      groups.set(id, group);
    }
    return h(
      "div",
      { class: "changes", id: "changes" },
      h("h2", {}, `The last step changed ${plural(changed.length, "key")}`),
      [...groups.values()].map(({ was, is, keys }) => h("div", { class: "change" }, h("span", { class: "was" }, reason(model, was)), h("span", { "aria-label": "became" }, "→"), reason(model, is), keyChips(model, keys, 6))),
    );
  }
}
