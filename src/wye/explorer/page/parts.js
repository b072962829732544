// Small pieces that several views show: reasons, keys, places, schemas.

import { breakable, h } from "./dom.js";

/** A reason as a small square with its letter; colour and letter say the same. */
export function mark(model, choice) {
  const why = model.whys[choice.why];
  return h("span", { class: `mark why-${why.name} ${choice.falls ? "falls" : ""}`, "aria-hidden": "true" }, why.letter);
}

/** A reason with its name. */
export function reason(model, choice) {
  const why = model.whys[choice.why];
  const text = choice.falls ? `${why.title}, falls through` : why.title;
  return h("span", { class: "reason", title: why.text }, mark(model, choice), text);
}

/** A key as a link to its page. */
export function keyLink(model, number, extra = {}) {
  const name = model.keys[number].name;
  return h("a", { class: `chip key ${model.keys[number].kind}`, href: `#/keys/${name}`, ...extra }, name);
}

/** Keys as chips; of many, the rest is behind a button. */
export function keyChips(model, numbers, limit = 14) {
  const chips = numbers.map((number) => keyLink(model, number));
  if (chips.length <= limit + 2) return h("span", { class: "chips" }, chips);
  const rest = chips.slice(limit);
  const more = h("button", { class: "chip more", type: "button", onclick: () => more.replaceWith(...rest) });
  more.append(`${rest.length} more`);
  return h("span", { class: "chips" }, chips.slice(0, limit), more);
}

/** A kernel: its function, and where it was registered. */
export function kernelText(kernel) {
  if (!kernel) return h("span", { class: "quiet" }, "none");
  return h("span", { class: "kernel" }, h("code", {}, kernel.name), kernel.place && h("span", { class: "place" }, breakable(kernel.place)));
}

/** The section of a page, with a heading and what it is for. */
export function section(title, note, ...children) {
  const id = `section-${title.toLowerCase().replace(/\W+/g, "-")}`;
  return h(
    "section",
    { class: "block", "aria-labelledby": id },
    h("div", { class: "block-head" }, h("h2", { id }, title), note && h("p", {}, note)),
    children,
  );
}

const TOKEN = /(->|::|[A-Za-z_]\w*(?:\.\w+)*|\d[\w.+-]*|"[^"]*"|'[^']*'|\s+|.)/g;
const TYPES = /^(Tensor|Scalar|ScalarType|int|SymInt|float|bool|SymBool|str|Layout|Device|Generator|MemoryFormat|Dimname|Storage|Stream|complex|Any|t)$/;

/** A schema in colours: the name, types, default values. */
export function schemaText(schema) {
  const at = schema.indexOf("(");
  const [before, after] = [schema.slice(0, at), schema.slice(at)];
  const pieces = [];
  let isDefault = false;
  for (const [token] of after.matchAll(TOKEN)) {
    if (token === "=") isDefault = true;
    else if (/^[,)]$/.test(token)) isDefault = false;
    const kind = isDefault && token !== "=" ? "default" : TYPES.test(token) ? "type" : /^[\W]+$/.test(token) ? "sign" : "argument";
    pieces.push(h("span", { class: `schema-${kind}` }, token));
  }
  return h("code", { class: "schema" }, h("b", {}, before), pieces);
}

/** A row of buttons of which one is pressed. */
export function segmented(label, options, chosen, onchoose) {
  const buttons = options.map(([value, text]) =>
    h("button", { type: "button", "aria-pressed": value === chosen ? "true" : "false", onclick: () => onchoose(value) }, text),
  );
  return h("div", { class: "segmented", role: "group", "aria-label": label }, buttons);
}

/** What an empty place says: what belongs there, and how to fill it. */
export function emptyState(title, ...children) {
  return h("div", { class: "empty" }, h("h2", {}, title), children);
}

/** ``code`` and `code` in sentences. */
export function prose(text) {
  return text.split(/(``[^`]+``|`[^`]+`)/).map((part) => (part.startsWith("`") ? h("code", {}, part.replace(/`/g, "")) : part));
}
