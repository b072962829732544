// The view of a recording: a flame view, the chosen call with its hops, and sums by operator or kernel.

import { announce, count, h, plural, put } from "./dom.js";
import { duration, Flame } from "./flame.js";
import { emptyState, segmented } from "./parts.js";

const MOST_BYTES = 256 * 1024 * 1024;

/** Check a recording and prepare it for drawing.  Throws an Error that says what is wrong. */
export function readRecording(data, model) {
  if (data === null || typeof data !== "object" || !Array.isArray(data.calls)) throw new Error("This is no recording of wye: it has no list of calls.");
  if (data.version !== 1) throw new Error(`This recording has version ${data.version}; this page reads version 1.`);
  const calls = data.calls.map((raw, i) => readCall(raw, i));
  const threads = new Map();
  for (const call of calls) {
    call.parent = call.parentNumber === null ? null : calls[call.parentNumber];
    call.depth = call.parent ? call.parent.depth + 1 : 0;
    call.parent?.children.push(call);
    if (!threads.has(call.thread)) threads.set(call.thread, []);
    threads.get(call.thread).push(call);
  }
  const kinds = new Map();
  for (const call of calls) {
    const id = `${call.op} ${call.key}`;
    if (!kinds.has(id)) kinds.set(id, kindOf(call, model));
    call.kind = call.fallback ? "fallback" : kinds.get(id);
  }
  for (const call of calls) call.self = Math.max(0, call.duration - call.children.reduce((sum, child) => sum + child.duration, 0));
  const start = calls.reduce((least, call) => Math.min(least, call.start), Infinity);
  const end = calls.reduce((most, call) => Math.max(most, call.start + call.duration), -Infinity);
  const depth = calls.reduce((most, call) => Math.max(most, call.depth + 1), 0);
  const names = Array.isArray(data.threads) ? data.threads : [];
  const dropped = Number.isInteger(data.dropped) ? data.dropped : 0;
  const number = calls.filter((call) => !call.redispatched).length;
  return { calls, threads, start, end, depth, dropped, number, threadName: (thread) => names[thread] ?? `thread ${thread}` };
}

function readCall(raw, i) {
  if (typeof raw?.op !== "string" || !Number.isFinite(raw.start_ns) || !Number.isFinite(raw.duration_ns)) throw new Error(`Call ${i} of this recording has no operator or no time.`);
  if (raw.parent !== null && raw.parent !== undefined && !(Number.isInteger(raw.parent) && raw.parent >= 0 && raw.parent < i)) throw new Error(`Call ${i} of this recording is inside of call ${raw.parent}, which is not before it.`);
  const list = (value) => (Array.isArray(value) ? value : []);
  const call = {
    number: i,
    op: raw.op,
    key: String(raw.key ?? ""),
    keys: list(raw.keys),
    kernel: String(raw.kernel ?? ""),
    place: raw.place ?? null,
    shapes: list(raw.shapes),
    dtypes: list(raw.dtypes),
    start: raw.start_ns,
    duration: Math.max(0, raw.duration_ns),
    parentNumber: raw.parent ?? null,
    fallback: raw.fallback ?? null,
    thread: raw.thread ?? 0,
    hops: list(raw.hops),
    redispatched: raw.redispatched === true,
    error: raw.error ?? null,
    children: [],
  };
  call.lower = `${call.op} ${call.kernel} ${call.key}`.toLowerCase();
  return call;
}

/** What a bar's colour says: of which kind the kernel is that ran. */
function kindOf(call, model) {
  const operator = model.byName.get(call.op);
  const key = model.keyNumbers.get(call.key);
  if (operator && key < model.runtimeCount) {
    const why = model.whys[model.considered(key, model.registered(operator)).at(-1).why].name;
    if (why === "MATH" || why === "DEFAULT_BACKEND" || why === "NESTED") return "other";
  }
  if (/^Autograd/.test(call.key)) return "autograd";
  if (/^(FuncTorch|Python|Functionalize|Batched|PreDispatch|Fake|Autocast|Vmap|Tracer)/.test(call.key)) return "layer";
  if (/^Composite/.test(call.key)) return "other";
  return "backend";
}

const KINDS = [["backend", "backend kernel"], ["autograd", "autograd"], ["other", "composite"], ["layer", "transform, mode or cast"], ["fallback", "fallback was used"]];

export class RecordingView {
  constructor(app) {
    this.app = app;
    this.model = app.model;
    this.by = "op";
    this.element = h("div", { class: "page recording" });
    this.file = h("input", { type: "file", accept: ".json,application/json", class: "unseen", id: "open-file", tabindex: "-1", "aria-label": "Open a recording", onchange: () => this.file.files[0] && this.open(this.file.files[0]) });
    for (const name of ["dragover", "drop"]) {
      document.addEventListener(name, (event) => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        if (name === "drop" && event.dataTransfer.files[0]) this.open(event.dataTransfer.files[0]);
      });
    }
    addEventListener("themechange", () => this.flame?.draw());
    if (app.recording) this.take(app.recording);
  }

  show() {
    if (!this.recording) this.drawEmpty();
    else if (this.drawn !== this.recording) this.draw();
  }

  async open(file) {
    try {
      if (file.size > MOST_BYTES) throw new Error("This file is larger than 256 MB. Record fewer calls, or look at its Chrome trace.");
      this.take(JSON.parse(await file.text()), file.name);
      if (location.hash.startsWith("#/recording")) this.draw();
      else this.app.go("#/recording");
      announce(`Opened ${file.name}: ${plural(this.recording.number, "call")}`);
    } catch (error) {
      this.problem = error instanceof SyntaxError ? `${file.name} is no JSON file.` : error.message;
      this.recording = null;
      this.app.go("#/recording");
      this.drawEmpty();
    }
  }

  take(data, name = "") {
    this.problem = null;
    this.recording = readRecording(data, this.model);
    this.name = name;
  }

  choose() {
    this.file.click();
  }

  drawEmpty() {
    put(
      this.element,
      this.file,
      h(
        "div",
        { class: "drop" },
        emptyState(
          "Open a recording",
          this.problem && h("p", { class: "warn", role: "alert" }, this.problem),
          h("p", {}, "Drop a file here, or choose one. It stays on this machine: the page sends nothing."),
          h("p", {}, h("button", { type: "button", class: "button primary", onclick: () => this.choose() }, "Choose a file", h("kbd", {}, "o"))),
          h("p", { class: "quiet" }, "A recording is made like this:"),
          h("pre", {}, 'with wye.record() as recording:\n    model(x).sum().backward()\nrecording.save("calls.json")'),
        ),
      ),
    );
  }

  draw() {
    const { recording } = this;
    this.drawn = recording;
    if (!recording.calls.length) {
      put(this.element, this.file, h("div", { class: "drop" }, emptyState("This recording has no calls", h("p", {}, "No operator was called while it was on."), h("p", {}, h("button", { type: "button", class: "button", onclick: () => this.choose() }, "Choose another")))));
      return;
    }
    const canvas = h("canvas", { id: "flame", tabindex: "0", role: "application", "aria-label": "Flame view. Left and right: calls side by side; down: what a call called; up: its caller; Enter: zoom; plus, minus and zero: zoom", "aria-describedby": "call" });
    this.tip = h("div", { class: "tip", role: "tooltip", hidden: true });
    this.callBox = h("div", { class: "card call", id: "call", "aria-live": "polite" });
    this.search = h("input", { type: "search", id: "search", placeholder: "Find calls: operator, kernel or key", "aria-label": "Find calls", autocomplete: "off", spellcheck: "false", oninput: () => this.find(), onkeydown: (event) => this.onSearchKey(event) });
    this.foundText = h("span", { class: "quiet", role: "status" });
    this.sums = h("div");
    const tool = (text, label, act) => h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onclick: act }, text);
    put(
      this.element,
      this.file,
      this.heading(),
      h("div", { class: "flame-tools" }, h("div", { class: "search-box" }, this.search, h("kbd", { "aria-hidden": "true" }, "/")), this.foundText, h("span", { class: "spring" }), tool("+", "Zoom in (+)", () => this.flame.zoom(0.6)), tool("−", "Zoom out (-)", () => this.flame.zoom(1 / 0.6)), tool("⤢", "Show all (0)", () => this.flame.reset())),
      h("ul", { class: "legend" }, KINDS.filter(([kind]) => recording.calls.some((call) => call.kind === kind)).map(([kind, text]) => h("li", {}, h("span", { class: `swatch ${kind}`, "aria-hidden": "true" }), text))),
      h("div", { class: "flame" }, h("div", { class: "flame-scroll" }, canvas), this.tip),
      h("div", { class: "below-flame" }, this.callBox, this.sums),
    );
    this.flame = new Flame(canvas, recording, { onselect: (call) => this.drawCall(call), onhover: (call, x, y) => this.drawTip(call, x, y) });
    this.drawCall(null);
    this.drawSums();
  }

  heading() {
    const { recording } = this;
    const fallbacks = recording.calls.filter((call) => call.fallback);
    return h(
      "header",
      { class: "op-head" },
      h("p", { class: "crumbs" }, "recording", this.name && ` / ${this.name}`),
      h("div", { class: "title-line" }, h("h1", {}, plural(recording.number, "call")), h("button", { type: "button", class: "button", onclick: () => this.choose() }, "Open another", h("kbd", {}, "o"))),
      h("p", { class: "lead" }, `${duration(recording.end - recording.start)} in ${plural(recording.threads.size, "thread")}, ${plural(new Set(recording.calls.map((call) => call.op)).size, "operator")}, at most ${recording.depth} deep`),
      recording.dropped > 0 && h("p", { class: "warn" }, `${plural(recording.dropped, "call")} more were made and not kept: the recording was full.`),
      fallbacks.length > 0 && this.warnings(fallbacks),
    );
  }

  warnings(fallbacks) {
    const groups = new Map();
    for (const call of fallbacks) groups.set(`${call.op}: ${call.fallback}`, [...(groups.get(`${call.op}: ${call.fallback}`) ?? []), call]);
    const line = ([text, calls]) => h("li", {}, h("button", { type: "button", class: "link", onclick: () => this.flame.select(calls[0], { reveal: true }) }, text), h("span", { class: "quiet" }, ` ${count(calls.length)}×`));
    return h("details", { class: "warn-box" }, h("summary", {}, `${plural(fallbacks.length, "call")} used a fallback`), h("ul", {}, [...groups].map(line)));
  }

  find() {
    const text = this.search.value.trim().toLowerCase();
    const found = text ? new Set(this.recording.calls.filter((call) => call.lower.includes(text))) : null;
    this.flame.highlight(found);
    const time = found ? [...found].reduce((sum, call) => sum + call.self, 0) : 0;
    this.foundText.textContent = found ? `${plural(found.size, "call")}, ${duration(time)} in themselves` : "";
  }

  onSearchKey(event) {
    if (event.key === "Enter" && this.flame.found?.size) {
      event.preventDefault();
      this.flame.step(event.shiftKey ? -1 : 1);
    } else if (event.key === "Escape" || event.key === "ArrowDown") {
      event.preventDefault();
      if (event.key === "Escape") {
        this.search.value = "";
        this.find();
      }
      this.flame.canvas.focus();
    }
  }

  drawTip(call, x, y) {
    this.tip.hidden = !call;
    if (!call) return;
    put(this.tip, h("b", {}, call.op), h("span", {}, `${duration(call.duration)}, ${duration(call.self)} in itself`), h("span", { class: "quiet" }, `${call.key} · ${call.kernel}`));
    const holder = this.tip.parentElement;
    const scroll = holder.querySelector(".flame-scroll").scrollTop;
    const left = Math.min(x + 14, holder.clientWidth - this.tip.offsetWidth - 6);
    this.tip.style.setProperty("left", `${Math.max(4, left)}px`);
    this.tip.style.setProperty("top", `${y - scroll + 18}px`);
  }

  drawCall(call) {
    if (!call) {
      put(this.callBox, h("p", { class: "quiet" }, "Pick a call to see its hops: with the mouse, or press ", h("kbd", {}, "↓"), " in the flame view."));
      return;
    }
    const fact = (name, value) => value && [h("dt", {}, name), h("dd", {}, value)];
    const shown = this.model.byName.has(call.op) ? h("a", { href: `#/op/${call.op}` }, call.op) : call.op;
    const tensors = call.shapes.map((shape, i) => `${call.dtypes[i] ?? ""}${Array.isArray(shape) ? `[${shape.join(", ")}]` : ""}`);
    put(
      this.callBox,
      h("div", { class: "card-head" }, h("h2", {}, shown), h("span", { class: "quiet" }, `${duration(call.duration)}, ${duration(call.self)} in itself`)),
      call.fallback && h("p", { class: "warn" }, call.fallback),
      call.error && h("p", { class: "warn" }, `It raised ${call.error}`),
      h("h3", {}, "Hops"),
      call.hops.length ? h("ol", { class: "hops" }, hopsOf(call).map((hop) => hopRow(hop))) : h("p", { class: "quiet" }, `${call.key}: ${call.kernel}`),
      h("h3", {}, "Call"),
      h(
        "dl",
        { class: "call-facts" },
        fact("kernel", [h("code", {}, call.kernel), call.place && h("span", { class: "place" }, ` ${call.place}`)]),
        fact("arguments", tensors.length ? h("span", { class: "chips" }, tensors.map((text) => h("code", { class: "chip" }, text))) : null),
        fact("keys", call.keys.length ? h("span", { class: "chips" }, call.keys.map((name) => h("a", { class: "chip key", href: `#/keys/${name}` }, name))) : null),
        fact("started", `${duration(call.start - this.recording.start)} after the beginning`),
        fact("called by", call.parent && h("button", { type: "button", class: "link", onclick: () => this.flame.select(call.parent, { reveal: true }) }, call.parent.op)),
        fact("calls", call.children.length ? h("span", { class: "chips" }, call.children.slice(0, 12).map((child) => h("button", { type: "button", class: "chip", onclick: () => this.flame.select(child, { reveal: true }) }, child.op.replace(/^aten::/, "")))) : null),
      ),
    );
  }

  drawSums() {
    const groups = new Map();
    for (const call of this.recording.calls) {
      const name = call[this.by];
      const group = groups.get(name) ?? { name, number: 0, total: 0, self: 0 };
      group.number += call.redispatched ? 0 : 1;
      group.self += call.self;
      group.total += call.duration;
      groups.set(name, group);
    }
    const sorted = [...groups.values()].sort((a, b) => b.self - a.self);
    const all = sorted.reduce((sum, group) => sum + group.self, 0) || 1;
    const row = (group) =>
      h(
        "tr",
        {},
        h("td", {}, h("button", { type: "button", class: "link", onclick: () => this.findName(group.name) }, group.name)),
        h("td", { class: "number" }, count(group.number)),
        h("td", { class: "number" }, duration(group.self)),
        h("td", { class: "share" }, h("span", { class: "bar", "aria-hidden": "true" }, h("span", { style: { width: `${(100 * group.self) / all}%` } })), `${((100 * group.self) / all).toFixed(1)}%`),
      );
    put(
      this.sums,
      h("div", { class: "sums-head" }, h("h2", {}, "Where the time goes"), segmented("Sum by", [["op", "Operator"], ["kernel", "Kernel"]], this.by, (value) => { this.by = value; this.drawSums(); })),
      h("table", { class: "data" }, h("thead", {}, h("tr", {}, [this.by === "op" ? "Operator" : "Kernel", "Calls", "In itself", ""].map((text, i) => h("th", { scope: "col", class: i === 1 || i === 2 ? "number" : "" }, text)))), h("tbody", {}, sorted.slice(0, 60).map(row))),
    );
  }

  findName(name) {
    this.search.value = name;
    this.find();
    this.flame.canvas.focus();
  }
}

/** The hops of a call, and of the calls in which its kernels redispatch it. */
function hopsOf(call) {
  const next = call.children.find((child) => child.redispatched && child.op === call.op);
  return next ? [...call.hops, ...hopsOf(next)] : call.hops;
}

function hopRow(hop) {
  return h("li", { class: `hop ${hop.outcome === "runs" ? "runs" : "passed"}` }, h("a", { class: "chip key", href: `#/keys/${hop.key}` }, hop.key), h("code", {}, hop.kernel ?? ""), h("span", { class: "quiet" }, hop.outcome ?? ""));
}
