// Making elements.  Text always becomes a text node, so nothing that is shown is ever read as markup.

/** Make an element: h("a", {class: "x", href: "#", onclick: fn}, "text", otherElement, [more]). */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, text] of Object.entries(value)) element.style.setProperty(key, text);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  fill(element, children);
  return element;
}

/** Replace what an element contains. */
export function put(element, ...children) {
  element.replaceChildren();
  fill(element, children);
  return element;
}

function fill(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/** A number with separators, as people read it. */
export const count = (number) => number.toLocaleString("en-US");

/** "1 key", "2 keys". */
export const plural = (number, word) => `${count(number)} ${word}${number === 1 ? "" : "s"}`;

/** Tell users of screen readers what has changed. */
export function announce(text) {
  document.getElementById("announcer").textContent = text;
}

/** A name or a place, which may break into lines between its parts. */
export function breakable(name) {
  return name.split(/(?<=::|[._/])|(?<=[a-z])(?=[A-Z])/).flatMap((part, i) => (i ? [h("wbr"), part] : [part]));
}

/** A list of which only the rows in sight are made; rows all have one height. */
export class LongList {
  constructor(holder, height, makeRow) {
    this.holder = holder;
    this.height = height;
    this.makeRow = makeRow;
    this.items = [];
    this.space = h("div", { class: "long-list-space", role: "presentation" });
    holder.append(this.space);
    holder.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.draw()).observe(holder);
  }

  show(items) {
    this.items = items;
    this.space.style.setProperty("height", `${items.length * this.height}px`);
    this.holder.scrollTop = 0;
    this.draw();
  }

  draw() {
    const first = Math.max(0, Math.floor(this.holder.scrollTop / this.height) - 4);
    const last = Math.min(this.items.length, first + Math.ceil((this.holder.clientHeight || 600) / this.height) + 8);
    const rows = [];
    for (let i = first; i < last; i += 1) {
      const row = this.makeRow(this.items[i], i);
      row.style.setProperty("top", `${i * this.height}px`);
      row.style.setProperty("height", `${this.height}px`);
      rows.push(row);
    }
    this.space.replaceChildren(...rows);
  }

  /** Scroll so that a row is in sight. */
  reveal(i) {
    const top = i * this.height;
    const { scrollTop, clientHeight } = this.holder;
    const isFar = top < scrollTop - clientHeight || top > scrollTop + 2 * clientHeight;
    if (isFar) this.holder.scrollTop = top - (clientHeight - this.height) / 2;
    else if (top < scrollTop) this.holder.scrollTop = top;
    else if (top + this.height > scrollTop + clientHeight) this.holder.scrollTop = top + this.height - clientHeight;
    this.draw();
  }
}
