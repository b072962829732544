// The flame view: calls as bars on a line of time, callers above what they call, one band for each thread.

const BAR = 24;
const MOST_HEIGHT = 12000; // a canvas cannot be much higher
const AXIS = 26;
const BAND = 22;

/** 1234567 -> "1.23 ms". */
export function duration(ns) {
  if (ns < 1e3) return `${Math.round(ns)} ns`;
  const [value, unit] = ns < 1e6 ? [ns / 1e3, "µs"] : ns < 1e9 ? [ns / 1e6, "ms"] : [ns / 1e9, "s"];
  return `${value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)} ${unit}`;
}

export class Flame {
  /**
   * @param canvas where to draw
   * @param recording what `readRecording` made
   * @param events onselect(call or null), onhover(call or null, x, y)
   */
  constructor(canvas, recording, { onselect, onhover }) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.recording = recording;
    this.onselect = onselect;
    this.onhover = onhover;
    this.found = null;
    this.selected = null;
    this.lay();
    this.reset(false);
    this.listen();
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(canvas.parentElement);
  }

  /** Give each call its row: bands by thread, then depth; each row sorted by start. */
  lay() {
    this.rows = [];
    this.bands = [];
    const depths = [...this.recording.threads.values()].map((calls) => calls.reduce((most, call) => Math.max(most, call.depth + 1), 0));
    this.bar = Math.min(BAR, Math.max(1, MOST_HEIGHT / depths.reduce((sum, depth) => sum + depth, 0)));
    let top = AXIS;
    for (const [thread, calls] of this.recording.threads) {
      const depth = calls.reduce((most, call) => Math.max(most, call.depth + 1), 0);
      const rows = Array.from({ length: depth }, () => []);
      if (this.recording.threads.size > 1) {
        this.bands.push({ thread, top });
        top += BAND;
      }
      for (const call of calls) rows[call.depth].push(call);
      for (const row of rows) {
        row.sort((a, b) => a.start - b.start);
        this.rows.push({ top, calls: row });
        for (const call of row) call.row = this.rows.length - 1;
        top += this.bar;
      }
      top += 8;
    }
    this.height = top + 4;
  }

  get width() {
    return this.canvas.clientWidth || 800;
  }

  reset(redraw = true) {
    const pad = (this.recording.end - this.recording.start) * 0.005 || 1;
    this.from = this.recording.start - pad;
    this.to = this.recording.end + pad;
    if (redraw) this.draw();
  }

  x(time) {
    return ((time - this.from) / (this.to - this.from)) * this.width;
  }

  time(x) {
    return this.from + (x / this.width) * (this.to - this.from);
  }

  /** Zoom by a factor; the time at x stays where it is. */
  zoom(factor, x = this.width / 2) {
    const at = this.time(x);
    const least = 20; // nanoseconds in sight
    const scale = Math.max(factor, least / (this.to - this.from));
    this.from = at - (at - this.from) * scale;
    this.to = at + (this.to - at) * scale;
    this.keepInside();
    this.draw();
  }

  pan(part) {
    const by = (this.to - this.from) * part;
    this.from += by;
    this.to += by;
    this.keepInside();
    this.draw();
  }

  keepInside() {
    const { start, end } = this.recording;
    const pad = (end - start) * 0.005 || 1;
    const span = Math.min(this.to - this.from, end - start + 2 * pad);
    this.from = Math.max(start - pad, Math.min(this.from, end + pad - span));
    this.to = this.from + span;
  }

  zoomTo(call) {
    const pad = Math.max(call.duration * 0.05, 10);
    this.from = call.start - pad;
    this.to = call.start + call.duration + pad;
    this.draw();
  }

  select(call, { reveal = false } = {}) {
    this.selected = call;
    if (call && reveal && (call.start + call.duration < this.from || call.start > this.to)) {
      const span = this.to - this.from;
      this.from = call.start + call.duration / 2 - span / 2;
      this.to = this.from + span;
      this.keepInside();
    }
    if (call && reveal) this.scrollTo(call);
    this.draw();
    this.onselect(call);
  }

  scrollTo(call) {
    const holder = this.canvas.parentElement;
    const { top } = this.rows[call.row];
    if (top < holder.scrollTop + AXIS) holder.scrollTop = top - AXIS;
    else if (top + this.bar > holder.scrollTop + holder.clientHeight) holder.scrollTop = top + this.bar - holder.clientHeight;
  }

  /** Show some calls and dim the others; null shows all. */
  highlight(found) {
    this.found = found;
    this.draw();
  }

  colours() {
    const style = getComputedStyle(this.canvas);
    const read = (name) => style.getPropertyValue(name).trim();
    const probe = document.createElement("span");
    this.canvas.parentElement.append(probe);
    const resolve = (name) => {
      probe.style.setProperty("color", `var(${name})`);
      return getComputedStyle(probe).color;
    };
    const names = ["backend", "autograd", "layer", "fallback", "other"];
    const found = Object.fromEntries(names.map((name) => [name, resolve(`--flame-${name}`)]));
    Object.assign(found, { ink: resolve("--ink"), quiet: resolve("--muted"), line: resolve("--line"), text: resolve("--flame-ink"), accent: resolve("--accent"), font: read("--mono"), sans: read("--sans") });
    probe.remove();
    return found;
  }

  draw() {
    const scale = window.devicePixelRatio || 1;
    const { width, height, context } = this;
    if (this.canvas.width !== Math.round(width * scale) || this.canvas.height !== Math.round(height * scale)) {
      this.canvas.width = Math.round(width * scale);
      this.canvas.height = Math.round(height * scale);
      this.canvas.style.setProperty("height", `${height}px`);
    }
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    const colours = this.colours();
    this.drawAxis(colours);
    context.font = `11.5px ${colours.font}`;
    context.textBaseline = "middle";
    this.letter = context.measureText("m").width;
    for (const { thread, top } of this.bands) {
      context.fillStyle = colours.quiet;
      context.fillText(this.recording.threadName(thread), 4, top + BAND / 2);
    }
    for (const row of this.rows) this.drawRow(row, colours);
  }

  drawAxis(colours) {
    const { context, width } = this;
    const span = this.to - this.from;
    const raw = span / Math.max(2, width / 110);
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = power * [1, 2, 5, 10].find((factor) => factor * power >= raw);
    context.font = `11px ${colours.sans}`;
    context.textBaseline = "middle";
    const zero = this.recording.start;
    for (let at = Math.ceil((this.from - zero) / step) * step; at <= this.to - zero; at += step) {
      const x = Math.round(this.x(at + zero)) + 0.5;
      context.strokeStyle = colours.line;
      context.beginPath();
      context.moveTo(x, 0);
      context.lineTo(x, this.height);
      context.stroke();
      context.fillStyle = colours.quiet;
      context.fillText(at === 0 ? "0" : duration(at), x + 4, AXIS / 2 - 2);
    }
  }

  drawRow({ top, calls }, colours) {
    const { context, width } = this;
    const height = Math.max(this.bar - 2, 1);
    let i = firstVisible(calls, this.from);
    const perTime = width / (this.to - this.from);
    let lastPixel = -9;
    for (; i < calls.length && calls[i].start <= this.to; i += 1) {
      const call = calls[i];
      const left = Math.max((call.start - this.from) * perTime, -2);
      const isFound = !this.found || this.found.has(call);
      if (call.duration * perTime < 1 && call !== this.selected) {
        const pixel = Math.floor(left) + (isFound ? 0 : 0.5); // of calls smaller than a pixel, one is drawn in each
        if (pixel === lastPixel) continue;
        lastPixel = pixel;
      }
      const right = Math.min(Math.max(this.x(call.start + call.duration), left + 1), width + 2);
      context.globalAlpha = isFound ? 1 : 0.22;
      context.fillStyle = colours[call.kind];
      const bar = Math.max(right - left - 0.6, 0.8);
      roundRect(context, left, top + 1, bar, height, Math.min(3, bar / 2, height / 2));
      context.fill();
      this.drawLabel(call, left, bar, top, colours);
      if (call === this.selected) {
        context.globalAlpha = 1;
        context.strokeStyle = colours.ink;
        context.lineWidth = 2;
        roundRect(context, left + 0.5, top + 1, Math.max(bar - 1, 2), height, Math.min(3, height / 2));
        context.stroke();
        context.lineWidth = 1;
      }
    }
    context.globalAlpha = 1;
  }

  drawLabel(call, left, bar, top, colours) {
    const room = Math.floor((bar - 10) / this.letter);
    if (room < 3 || this.bar < 14) return;
    const name = call.op.replace(/^aten::/, "");
    const text = name.length <= room ? name : `${name.slice(0, room - 1)}…`;
    this.context.fillStyle = colours.text;
    this.context.fillText(text, Math.max(left, 0) + 5, top + this.bar / 2 + 0.5);
  }

  callAt(x, y) {
    const row = this.rows.find(({ top }) => y >= top && y < top + this.bar);
    if (!row) return null;
    const at = this.time(x);
    const slack = ((this.to - this.from) / this.width) * 1.5;
    let best = null;
    for (let i = firstVisible(row.calls, at - slack); i < row.calls.length && row.calls[i].start <= at + slack; i += 1) {
      const call = row.calls[i];
      if (call.start + call.duration >= at - slack) best = call;
    }
    return best;
  }

  listen() {
    const { canvas } = this;
    const place = (event) => {
      const box = canvas.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    let drag = null;
    canvas.addEventListener("pointerdown", (event) => {
      drag = { x: event.clientX, from: this.from, to: this.to, moved: false };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      const [x, y] = place(event);
      if (drag) {
        const by = ((drag.x - event.clientX) / this.width) * (drag.to - drag.from);
        if (Math.abs(drag.x - event.clientX) > 3) drag.moved = true;
        if (drag.moved) {
          this.from = drag.from + by;
          this.to = drag.to + by;
          this.keepInside();
          this.draw();
        }
      }
      this.onhover(drag?.moved ? null : this.callAt(x, y), x, y);
    });
    canvas.addEventListener("pointerup", (event) => {
      if (drag && !drag.moved) this.select(this.callAt(...place(event)));
      drag = null;
    });
    canvas.addEventListener("pointerleave", () => this.onhover(null));
    canvas.addEventListener("dblclick", (event) => {
      const call = this.callAt(...place(event));
      if (call) this.zoomTo(call);
    });
    canvas.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey && !event.metaKey && !event.altKey && Math.abs(event.deltaX) <= Math.abs(event.deltaY) && event.shiftKey) return;
        event.preventDefault();
        if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.pan(event.deltaX / this.width);
        else this.zoom(Math.exp(event.deltaY * 0.0015), place(event)[0]);
      },
      { passive: false },
    );
    canvas.addEventListener("keydown", (event) => this.onKey(event));
  }

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const acts = {
      "+": () => this.zoom(0.6),
      "=": () => this.zoom(0.6),
      "-": () => this.zoom(1 / 0.6),
      0: () => this.reset(),
      a: () => this.pan(-0.25),
      d: () => this.pan(0.25),
      w: () => this.zoom(0.6),
      s: () => this.zoom(1 / 0.6),
      ArrowRight: () => this.step(1),
      ArrowLeft: () => this.step(-1),
      ArrowUp: () => this.selected?.parent && this.select(this.selected.parent, { reveal: true }),
      ArrowDown: () => this.select(this.selected ? this.selected.children[0] ?? this.selected : this.rows[0].calls[0], { reveal: true }),
      Home: () => this.select(this.rows[0].calls[0], { reveal: true }),
      End: () => this.select(this.rows[0].calls.at(-1), { reveal: true }),
      Enter: () => this.selected && this.zoomTo(this.selected),
      Escape: () => this.select(null),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  /** The next or previous call of the same row; while a search is on, of what it has found. */
  step(by) {
    if (!this.selected) {
      this.select(this.rows[0].calls[0], { reveal: true });
      return;
    }
    const row = this.found ? [...this.found].sort((a, b) => a.start - b.start || a.depth - b.depth) : this.rows[this.selected.row].calls;
    const at = row.indexOf(this.selected);
    const next = row[at < 0 ? 0 : Math.max(0, Math.min(row.length - 1, at + by))];
    if (next) this.select(next, { reveal: true });
  }
}

/** The first call of a sorted row that does not end before a time; calls of one row do not overlap. */
function firstVisible(calls, time) {
  let low = 0;
  let high = calls.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (calls[middle].start + calls[middle].duration < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function roundRect(context, x, y, width, height, radius) {
  context.beginPath();
  context.roundRect(x, y, width, height, radius);
}
