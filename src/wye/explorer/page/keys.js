// The view of keys: what an alias stands for, and for a runtime key where its kernels come from.

import { announce, count, h, plural, put } from "./dom.js";
import { keyMap } from "./keymap.js";
import { kernelText, keyChips, keyLink, mark, section } from "./parts.js";

export class KeysView {
  constructor(app) {
    this.app = app;
    this.model = app.model;
    this.list = h("nav", { class: "key-list", "aria-label": "Keys" });
    this.detail = h("article", { class: "detail", id: "detail", tabindex: "-1" });
    this.filter = h("input", { type: "search", placeholder: "Find a key", "aria-label": "Find a key", id: "search", autocomplete: "off", spellcheck: "false", oninput: () => this.drawList(), onkeydown: (event) => this.onKey(event) });
    this.element = h("div", { class: "split" }, h("div", { class: "side" }, h("div", { class: "search-box" }, this.filter, h("kbd", { "aria-hidden": "true" }, "/")), this.list), this.detail);
    this.drawList();
  }

  show(name) {
    const key = this.model.keyNumbers.get(name ?? "CompositeImplicitAutograd");
    this.key = key;
    this.drawList();
    if (key === undefined) put(this.detail, h("div", { class: "empty" }, h("h2", {}, `There is no key ${name}`)));
    else put(this.detail, this.model.keys[key].kind === "alias" ? this.alias(key) : this.runtime(key));
    this.detail.scrollTop = 0;
    announce(name ?? "Keys");
  }

  onKey(event) {
    if (event.key !== "Enter" && event.key !== "ArrowDown") return;
    event.preventDefault();
    const first = this.list.querySelector("a");
    if (event.key === "Enter") first?.click();
    else first?.focus();
  }

  drawList() {
    const { model } = this;
    const text = this.filter.value.toLowerCase();
    const fits = (number) => model.keys[number].name.toLowerCase().includes(text);
    const link = (number) => h("a", { href: `#/keys/${model.keys[number].name}`, "aria-current": number === this.key ? "true" : null }, model.keys[number].name);
    const groups = new Map([["Aliases", model.aliases]]);
    for (let key = model.runtimeCount - 1; key >= 0; key -= 1) {
      const { backend, functionality } = model.keys[key];
      const title = backend === null ? "Layers" : functionality === "Dense" ? "Backends" : functionality.replace("Functionality", "");
      groups.set(title, [...(groups.get(title) ?? []), key]);
    }
    const order = ["Aliases", "Backends", "Autograd", "Layers"];
    const rank = (title) => (order.indexOf(title) + 1 || 99);
    const shown = [...groups].sort((a, b) => rank(a[0]) - rank(b[0])).map(([title, keys]) => {
      const found = (title === "Backends" || title === "Autograd" ? [...keys].reverse() : keys).filter(fits);
      return found.length > 0 && h("div", { class: "key-group" }, h("h3", {}, title), found.map(link));
    });
    put(this.list, shown, !shown.some(Boolean) && h("p", { class: "quiet" }, "No key has this in its name."));
    const links = [...this.list.querySelectorAll("a")];
    this.list.onkeydown = (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const at = links.indexOf(document.activeElement);
      if (!step || at < 0) return;
      event.preventDefault();
      links[Math.max(0, Math.min(links.length - 1, at + step))].focus();
    };
  }

  alias(key) {
    const { model } = this;
    const { covers, text } = model.data.aliases[key];
    const name = model.keys[key].name;
    const using = model.operators.filter((operator) => operator.keyNames.includes(name));
    return [
      h("header", { class: "op-head" }, h("p", { class: "crumbs" }, "alias key"), h("h1", {}, name), h("p", { class: "lead" }, text)),
      section(`Stands for ${plural(covers.length, "key")}`, "Lit cells are covered. Whether an operator's kernel is used there depends on what else it has.", keyMap(model, { lit: new Set(covers), onopen: (cell) => this.app.go(`#/keys/${model.keys[cell].name}`), label: `Keys that ${name} covers` })),
      this.users(name, using),
    ];
  }

  runtime(key) {
    const { model } = this;
    const { name, backend, functionality } = model.keys[key];
    const using = model.operators.filter((operator) => operator.keyNames.includes(name));
    if (key >= model.runtimeCount) {
      return [h("header", { class: "op-head" }, h("p", { class: "crumbs" }, "functionality"), h("h1", {}, name), h("p", { class: "lead" }, "Exists once for each backend; calls have one of those keys.")), this.users(name, using)];
    }
    const fallback = model.data.fallbacks[key];
    const lines = model.data.candidates[key].map(([source, why, clashes, yields]) => {
      const note = model.data.sets[yields].length ? `unless ${listed(model, model.data.sets[yields])} has a kernel` : "";
      const clash = model.data.sets[clashes].length ? `an error if ${listed(model, model.data.sets[clashes])} has one` : "";
      return h("li", {}, mark(model, { why }), keyLink(model, source), h("span", { class: "quiet" }, [clash, note].filter(Boolean).join("; ")));
    });
    return [
      h("header", { class: "op-head" }, h("p", { class: "crumbs" }, backend === null ? "layer" : `${functionality} on ${backend}`), h("h1", {}, name), h("p", { class: "lead" }, this.statistics(key))),
      section("Where its kernel comes from", "The first of these at which an operator has a kernel.", h("ol", { class: "precedence" }, lines, h("li", {}, mark(model, { why: model.whys.findIndex((why) => why.name === (fallback === undefined ? "MISSING" : "FALLBACK")) }), fallback === undefined ? "otherwise nothing: an error" : ["the key's fallback ", kernelText(model.data.kernels[fallback]), model.data.kernels[fallback].falls && h("span", { class: "quiet" }, "falls through: calls go on to their next key")]))),
      model.aliasesOf(key).length > 0 && section("Member of", null, keyChips(model, model.aliasesOf(key))),
      this.users(name, using),
    ];
  }

  /** How operators get their kernel at a key. */
  statistics(key) {
    const counts = new Map();
    for (const operator of this.model.operators) {
      const { title } = this.model.whys[this.model.considered(key, this.model.registered(operator)).at(-1).why];
      counts.set(title, (counts.get(title) ?? 0) + 1);
    }
    const words = [...counts].sort((a, b) => b[1] - a[1]).map(([title, number]) => `${count(number)} ${title}`);
    return `Of ${plural(this.model.operators.length, "operator")}, calls with this key get: ${words.join(", ")}.`;
  }

  users(name, using) {
    if (!using.length) return section("Operators", null, h("p", { class: "quiet" }, "No operator has a kernel registered at this key."));
    const shown = using.slice(0, 40).map((operator) => h("a", { class: "chip", href: `#/op/${operator.name}` }, operator.short));
    return section("Operators", `${plural(using.length, "operator")} with a kernel registered here.`, h("span", { class: "chips" }, shown), using.length > 40 && h("p", {}, h("a", { href: `#/operators?q=key:${name}` }, `Search among all ${count(using.length)}`)));
  }
}

function listed(model, keys) {
  const names = keys.filter((key) => key > 0 && model.keys[key].kind !== "functionality").map((key) => model.keys[key].name);
  return names.length > 3 ? `one of ${names.length} keys` : names.join(" or ");
}
