// The view of operators: search on the left, the chosen operator on the right.

import { announce, breakable, count, h, LongList, plural, put } from "./dom.js";
import { keyCard, keyMap, legend } from "./keymap.js";
import { emptyState, kernelText, keyChips, keyLink, prose, reason, schemaText, section, segmented } from "./parts.js";
import { search } from "./search.js";
import { computeTable } from "./table.js";

const ROW = 54;

export class OperatorsView {
  constructor(app) {
    this.app = app;
    this.model = app.model;
    this.query = "";
    this.found = [];
    this.at = -1;
    this.tableStyle = "kernel";
    this.build();
  }

  build() {
    this.input = h("input", {
      type: "search",
      id: "search",
      placeholder: "Search operators",
      autocomplete: "off",
      spellcheck: "false",
      role: "combobox",
      "aria-label": "Search operators",
      "aria-expanded": "true",
      "aria-controls": "found",
      "aria-autocomplete": "list",
      oninput: () => this.look(this.input.value),
      onkeydown: (event) => this.onKey(event),
    });
    this.filters = h("div", { class: "filters" });
    this.number = h("p", { class: "quiet found-count" });
    this.listbox = h("div", { id: "found", class: "long-list", role: "listbox", "aria-label": "Operators found" });
    this.list = new LongList(this.listbox, ROW, (item, i) => this.row(item, i));
    this.detail = h("article", { class: "detail", id: "detail", tabindex: "-1" });
    this.element = h(
      "div",
      { class: "split" },
      h("div", { class: "side" }, h("div", { class: "search-box" }, this.input, h("kbd", { "aria-hidden": "true" }, "/")), this.filters, this.number, this.listbox),
      this.detail,
    );
  }

  show(name, parameters) {
    const query = parameters.get("q");
    if (query !== null && query !== this.query) {
      this.input.value = query;
      this.look(query);
    } else if (!this.found.length) {
      this.look(this.query);
    }
    this.open(name ? this.model.byName.get(name) : null, name);
  }

  look(text) {
    this.query = text;
    this.found = search(this.model.operators, text);
    this.at = -1;
    this.list.show(this.found);
    put(this.number, this.found.length ? plural(this.found.length, "operator") : "Nothing fits. ", !this.found.length && this.hint());
    this.drawFilters();
    this.select(this.found.findIndex(({ operator }) => operator === this.operator), false);
  }

  hint() {
    const clear = () => {
      this.input.value = "";
      this.look("");
      this.input.focus();
    };
    return h("button", { type: "button", class: "link", onclick: clear }, "Clear the search");
  }

  drawFilters() {
    const add = (field, values, title) =>
      h(
        "select",
        { "aria-label": `Only with ${title}`, onchange: (event) => this.addField(field, event.target) },
        h("option", { value: "" }, title),
        values.map(([value, number]) => h("option", { value }, number === null ? value : `${value}  (${number})`)),
      );
    const keys = this.model.usedKeys.map((name) => [name, null]).sort();
    put(this.filters, add("ns", this.model.namespaces, "namespace"), add("tag", this.model.tags, "tag"), add("key", keys, "key"), add("family", this.model.families, "family"));
  }

  addField(field, select) {
    if (!select.value) return;
    const rest = this.input.value.split(/\s+/).filter((part) => part && !part.startsWith(`${field}:`));
    this.input.value = [...rest, `${field}:${select.value}`].join(" ");
    this.look(this.input.value);
    this.input.focus();
  }

  row({ operator, marks }, i) {
    const shift = operator.name.length - operator.short.length;
    const letters = [...operator.short].map((letter, at) => (marks.has(at + shift) ? h("mark", {}, letter) : letter));
    const packet = letters.slice(0, operator.packet.length);
    const overload = letters.slice(operator.packet.length);
    return h(
      "div",
      {
        class: `row ${i === this.at ? "active" : ""}`,
        role: "option",
        id: `found-${i}`,
        "aria-selected": i === this.at ? "true" : "false",
        "aria-setsize": this.found.length,
        "aria-posinset": i + 1,
        onclick: () => this.select(i, true),
      },
      h("span", { class: "row-name" }, operator.namespace !== "aten" && h("span", { class: "row-ns" }, `${operator.namespace}::`), h("b", {}, packet), h("span", {}, overload)),
      h("span", { class: "row-text" }, prose(operator.summary || operator.schema || "only kernels, no schema")),
    );
  }

  onKey(event) {
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    if (event.key in steps) {
      event.preventDefault();
      const to = Math.max(0, Math.min(this.found.length - 1, this.at + steps[event.key]));
      this.select(to, true);
    } else if (event.key === "Enter" && this.found.length) {
      this.select(Math.max(this.at, 0), true);
      this.detail.focus();
    } else if (event.key === "Escape") {
      if (this.input.value) {
        this.input.value = "";
        this.look("");
      } else {
        this.input.blur();
      }
      event.preventDefault();
    }
  }

  /** Make a row of the list the active one; with `go`, open its operator. */
  select(i, go) {
    this.at = i;
    if (i >= 0 && i < this.found.length) {
      this.input.setAttribute("aria-activedescendant", `found-${i}`);
      this.list.reveal(i);
      if (go) this.app.go(`#/op/${this.found[i].operator.name}`, true);
    } else {
      this.input.removeAttribute("aria-activedescendant");
      this.list.draw();
    }
  }

  /** The next or previous operator of the list. */
  step(by) {
    this.select(Math.max(0, Math.min(this.found.length - 1, this.at + by)), true);
  }

  open(operator, name) {
    if (operator && operator === this.operator) return;
    this.operator = operator;
    this.detail.scrollTop = 0;
    if (!operator) {
      put(this.detail, name ? this.unknown(name) : this.welcome());
      this.select(-1, false);
      return;
    }
    const at = this.found.findIndex((found) => found.operator === operator);
    if (at !== this.at) this.select(at, false);
    put(this.detail, this.page(operator));
    announce(`${operator.name}: ${operator.summary}`);
  }

  unknown(name) {
    return emptyState(`There is no operator ${name}`, h("p", {}, "It is not in this registry. Its library may not have been imported when this page was made."));
  }

  welcome() {
    const { model } = this;
    const start = ["aten::add.Tensor", "aten::softmax.int", "aten::mul_.Tensor", "aten::reshape"].filter((name) => model.byName.has(name));
    const way = (href, title, text) => h("a", { class: "way", href }, h("b", {}, title), h("span", {}, text));
    return h(
      "div",
      { class: "welcome" },
      h("h1", {}, "Which kernel runs, and why?"),
      h(
        "p",
        { class: "lead" },
        `${count(model.operators.length)} operators, ${model.runtimeCount} dispatch keys. Type a name, or part of one, to see an operator's schema, its registrations, `,
        "and for every key the kernel that a call gets, with the reason.",
      ),
      h("p", { class: "start" }, h("span", { class: "quiet" }, "Begin with"), start.map((name) => h("a", { class: "chip", href: `#/op/${name}` }, name))),
      h(
        "div",
        { class: "ways" },
        way("#/try", "Try registrations", "Add kernels to an empty operator and watch its table change."),
        way("#/keys/CompositeImplicitAutograd", "Aliases", "What does CompositeImplicitAutograd stand for?"),
        way("#/grid", "The grid", "Every operator and the rules that it has, feature by feature."),
        way("#/recording", "Recorded calls", "Open a recording as a flame view, with the hops of each call."),
      ),
      h("p", { class: "quiet" }, "Narrow a search with ", ["ns:aten", "tag:core", "key:CPU", "family:reduce", "has:vmap", "lacks:derivatives"].map((text, i) => [i ? ", " : "", h("code", {}, text)]), ". Press ", h("kbd", {}, "?"), " for all shortcuts."),
    );
  }

  page(operator) {
    const { model } = this;
    const registered = model.registered(operator);
    const table = computeTable(model.data, registered);
    return [
      this.heading(operator),
      this.mapSection(operator, registered, table),
      this.registrations(operator),
      this.tableSection(operator, table),
      aliasSection(model, operator, registered, table),
      operator.family && this.rules(operator),
    ];
  }

  heading(operator) {
    const { model } = this;
    const others = (model.packets.get(operator.group) ?? []).filter((other) => other !== operator);
    const tag = (name) => h("a", { class: "chip", href: `#/operators?q=tag:${name}` }, name);
    return h(
      "header",
      { class: "op-head" },
      h("p", { class: "crumbs" }, operator.namespace, operator.family && [" / ", h("a", { href: `#/operators?q=family:${operator.family}` }, operator.family)]),
      h("div", { class: "title-line" }, h("h1", {}, breakable(operator.packet), h("span", { class: "overload" }, operator.overload)), h("a", { class: "button", href: `#/try/${operator.name}`, id: "try-this" }, "Try registrations", h("kbd", {}, "t"))),
      operator.summary && h("p", { class: "lead" }, prose(operator.summary)),
      operator.schema ? h("div", { class: "schema-box" }, schemaText(operator.schema)) : h("p", { class: "warn" }, "It has kernels but no schema: nothing has defined it."),
      h(
        "div",
        { class: "facts" },
        operator.tags.length > 0 && h("div", {}, h("span", { class: "fact-name" }, "tags"), h("span", { class: "chips" }, operator.tags.map(tag))),
        operator.place && h("div", {}, h("span", { class: "fact-name" }, "defined in"), h("span", { class: "place" }, operator.place)),
        operator.derived && h("div", {}, h("span", { class: "fact-name" }, "derived from"), h("a", { class: "chip", href: `#/op/${operator.namespace}::${operator.derived}` }, operator.derived)),
        others.length > 0 && h("div", {}, h("span", { class: "fact-name" }, "relatives"), h("span", { class: "chips" }, others.slice(0, 24).map((other) => h("a", { class: "chip", href: `#/op/${other.name}` }, other.short)))),
      ),
    );
  }

  mapSection(operator, registered, table) {
    const card = h("div", { class: "card", id: "key-card", "aria-live": "polite" });
    const onpick = (key) => keyCard(this.model, card, key, operator, registered);
    const first = this.model.keyNumbers.get("CPU");
    onpick(first);
    return section(
      "What runs where",
      "Each cell is a key that calls can have. Pick one to see its kernel and what was considered.",
      legend(this.model, table),
      h("div", { class: "map-and-card" }, keyMap(this.model, { table, onpick, picked: first }), card),
    );
  }

  registrations(operator) {
    const { model } = this;
    const rows = operator.kernels.flatMap(([key, kernels]) => kernels.map((number, i) => registrationRow(model, key, model.data.kernels[number], i, kernels)));
    if (!rows.length) return section("Registrations", null, h("p", { class: "quiet" }, "No kernels: every key gets its fallback, or nothing."));
    return section(
      "Registrations",
      "What libraries have registered; the table below follows from it.",
      h("table", { class: "data" }, h("thead", {}, h("tr", {}, ["Key", "Kernel", "Registered at", "By library", ""].map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, rows)),
    );
  }

  tableSection(operator, table) {
    const holder = h("div");
    const draw = () => {
      put(
        holder,
        segmented(
          "How to show the table",
          [["kernel", "By kernel"], ["key", "By key"]],
          this.tableStyle,
          (value) => {
            this.tableStyle = value;
            draw();
            holder.querySelector("[aria-pressed=true]").focus();
          },
        ),
        this.tableStyle === "kernel" ? byKernel(this.model, operator, table) : byKey(this.model, operator, table),
      );
    };
    draw();
    return section("Computed table", "Which kernel the dispatcher takes for each key, and why.", holder);
  }

  rules(operator) {
    const { columns } = this.model.data;
    const has = new Set(operator.rules);
    return section(
      "Rules",
      operator.derived ? `It writes its result; what is missing here comes from ${operator.derived}.` : "Its row of the grid: the features that it has a rule for.",
      h(
        "ul",
        { class: "rules" },
        columns.map((column, i) => h("li", { class: has.has(i) ? "has" : "lacks" }, h("span", { class: "dot", "aria-hidden": "true" }), h("b", {}, column.name), h("span", { class: "unseen" }, has.has(i) ? "has a rule:" : "no rule:"), h("span", { class: "quiet" }, column.text))),
      ),
      operator.gaps.map((gap) => h("p", { class: "warn" }, gap)),
    );
  }
}

function registrationRow(model, key, kernel, i, kernels) {
  const asked = kernel.when !== null;
  const active = i === 0 || kernels.slice(0, i).every((other) => model.data.kernels[other].when !== null);
  const notes = [
    kernel.falls && "falls through",
    kernel.provider && `provider ${kernel.provider}`,
    kernel.priority !== 0 && `priority ${kernel.priority}`,
    asked && `runs when ${kernel.when} accepts`,
    !active && "overridden",
  ].filter(Boolean);
  return h(
    "tr",
    { class: active ? "" : "inactive" },
    h("td", {}, keyLink(model, key), model.keys[key].kind === "alias" && h("span", { class: "small-note" }, "alias")),
    h("td", {}, h("code", {}, kernel.name)),
    h("td", { class: "place" }, breakable(kernel.place ?? "unknown")),
    h("td", { class: "library" }, kernel.library, kernel.version && h("span", { class: "small-note" }, kernel.version)),
    h("td", { class: "quiet" }, notes.join(", ")),
  );
}

/** The table with one row for each kernel: most keys share theirs with others. */
export function byKernel(model, operator, table) {
  const groups = new Map();
  table.forEach((choice, key) => {
    const kernel = model.kernelOf(choice, operator);
    const id = [choice.why, choice.falls, kernel ? `${kernel.name} ${kernel.place}` : choice.source].join();
    const group = groups.get(id) ?? { choice, kernel, keys: [] };
    group.keys.push(key);
    groups.set(id, group);
  });
  const row = ({ choice, kernel, keys }) =>
    h("tr", {}, h("td", { class: "narrow" }, reason(model, choice), sourceNote(model, choice)), h("td", { class: "narrow" }, kernelText(kernel)), h("td", {}, keyChips(model, keys, 8)));
  const named = (name) => [...groups.values()].filter(({ choice }) => model.whys[choice.why].name === name);
  const own = [...groups.values()].filter(({ choice }) => !["FALLBACK", "MISSING"].includes(model.whys[choice.why].name));
  return h(
    "table",
    { class: "data" },
    h("thead", {}, h("tr", {}, ["Why", "Kernel", "Keys"].map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, own.map(row), fallbackRow(model, named("FALLBACK"), row), named("MISSING").map(row)),
  );
}

/** The fallbacks in one row, since they are the same for every operator; a button shows each of them. */
function fallbackRow(model, groups, row) {
  if (groups.length < 3) return groups.map(row);
  const keys = groups.flatMap((group) => group.keys);
  const more = h("button", { class: "link", type: "button", onclick: () => summary.replaceWith(...groups.map(row)) }, `Show ${groups.length} fallbacks`);
  const summary = h("tr", {}, h("td", { class: "narrow" }, reason(model, { why: groups[0].choice.why })), h("td", { class: "narrow" }, more), h("td", {}, keyChips(model, keys, 8)));
  return summary;
}

function sourceNote(model, choice) {
  if (choice.source === null || model.keys[choice.source].kind !== "alias") return null;
  return h("span", { class: "small-note block-note" }, breakable(model.keys[choice.source].name));
}

/** The table with one row for each key, as dumps print it. */
export function byKey(model, operator, table) {
  const rows = table.map((choice, key) => h("tr", {}, h("td", {}, keyLink(model, key)), h("td", {}, reason(model, choice), sourceNote(model, choice)), h("td", {}, kernelText(model.kernelOf(choice, operator)))));
  return h("table", { class: "data" }, h("thead", {}, h("tr", {}, ["Key", "Why", "Kernel"].map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, rows));
}

/** For each alias: which keys it serves here, and who serves the others. */
export function aliasSection(model, operator, registered, table) {
  const rows = model.aliases.map((alias) => aliasRow(model, alias, registered, table));
  rows.sort((a, b) => b.order - a.order);
  return section("Aliases here", "An alias stands for many keys. Which of them does it serve for this operator?", h("div", { class: "alias-list" }, rows.map((row) => row.element)));
}

function aliasRow(model, alias, registered, table) {
  const { covers } = model.data.aliases[alias];
  const { name } = model.keys[alias];
  const is = registered.has(alias);
  const seen = is ? table : computeTable(model.data, new Map([...registered, [alias, false]]));
  const serves = seen.flatMap((choice, key) => (choice.source === alias ? [key] : []));
  const others = covers.filter((key) => !serves.includes(key));
  const groups = new Map();
  for (const key of others) {
    const steps = model.considered(key, is ? registered : new Map([...registered, [alias, false]]));
    const yielded = steps.find((step) => step.source === alias && step.outcome === "yields");
    const { title } = model.whys[steps.at(-1).why];
    const words = yielded ? `yields to the kernel at ${model.keys[yielded.because].name}; ${title}` : title;
    groups.set(words, [...(groups.get(words) ?? []), key]);
  }
  const verb = is ? "serves" : "would serve";
  const element = h(
    "details",
    { class: is ? "alias-row is" : "alias-row", open: is },
    h("summary", {}, h("b", {}, name), h("span", { class: is ? "" : "quiet" }, `${verb} ${serves.length} of ${plural(covers.length, "key")}`), h("span", { class: "bar", "aria-hidden": "true" }, h("span", { style: { width: `${covers.length ? (100 * Math.min(serves.length, covers.length)) / covers.length : 0}%` } }))),
    h(
      "div",
      { class: "alias-body" },
      h("p", { class: "quiet" }, model.data.aliases[alias].text, !is && " Nothing is registered there now."),
      serves.length > 0 && h("div", { class: "alias-group" }, h("h3", {}, is ? "Serves" : "Would serve"), keyChips(model, serves, 16)),
      [...groups].map(([words, keys]) => h("div", { class: "alias-group" }, h("h3", {}, words), keyChips(model, keys, 16))),
      h("p", {}, h("a", { href: `#/keys/${name}` }, `All that ${name} stands for`)),
    ),
  );
  return { element, order: (is ? 1000 : 0) + serves.length };
}
