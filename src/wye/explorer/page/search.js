// Fuzzy search over operators: words narrow by name (or by what is said of it), and prefixes by a field.

export const FIELDS = ["ns", "tag", "key", "family", "has", "lacks"];

/** "add tag:core" -> {words: ["add"], fields: [["tag", "core"]]}. */
export function parseQuery(text) {
  const words = [];
  const fields = [];
  for (const part of text.trim().split(/\s+/).filter(Boolean)) {
    const [, field, value] = /^(\w+):(?!:)(.*)$/.exec(part) ?? [];
    if (FIELDS.includes(field)) {
      if (value) fields.push([field, value.toLowerCase()]);
    } else {
      words.push(part.toLowerCase());
    }
  }
  return { words, fields };
}

/**
 * How well a word fits a name, and where; null: not at all.
 *
 * Whole names come first, then beginnings, then beginnings of parts, then any place, then letters in order.
 */
export function fit(word, name) {
  const at = name.indexOf(word);
  const span = (start) => Array.from({ length: word.length }, (_, i) => start + i);
  if (at === 0) return { score: name.length === word.length ? 1000 : 800 - name.length, marks: span(0) };
  if (at > 0) {
    const begins = /[^a-z0-9]/.test(name[at - 1]);
    return { score: (begins ? 600 : 420) - name.length - at, marks: span(at) };
  }
  const marks = [];
  const isShort = word.length < 4; // short words fit almost everything: they must be initials
  let score = 200 - name.length;
  let from = 0;
  for (const letter of word) {
    const next = name.indexOf(letter, from);
    if (next < 0) return null;
    const begins = next === 0 || /[^a-z0-9]/.test(name[next - 1]);
    if (isShort && !begins) return null;
    score += begins ? 14 : next === from ? 6 : -3 * Math.min(next - from, 8);
    marks.push(next);
    from = next + 1;
  }
  return score > 60 ? { score, marks } : null;
}

const byField = {
  ns: (operator, value) => operator.namespace.toLowerCase() === value,
  tag: (operator, value) => operator.tags.some((tag) => tag.toLowerCase() === value),
  key: (operator, value) => operator.keyNames.some((name) => name.toLowerCase() === value),
  family: (operator, value) => (operator.family ?? "").toLowerCase() === value,
  has: (operator, value) => operator.columnNames.includes(value),
  lacks: (operator, value) => operator.family !== undefined && !operator.columnNames.includes(value),
};

function scoreOf(operator, words) {
  let score = 0;
  const marks = new Set();
  for (const word of words) {
    const text = word.includes("::") ? operator.lowerName : operator.lowerShort;
    const offset = word.includes("::") ? 0 : operator.name.length - operator.short.length;
    const found = fit(word, text);
    if (found) {
      const whole = text === operator.lowerShort && operator.lowerPacket === word ? 150 : 0;
      score += found.score + whole;
      found.marks.forEach((mark) => marks.add(mark + offset));
    } else if (word.length > 2 && operator.lowerText.includes(word)) {
      score += 20;
    } else {
      return null;
    }
  }
  return { operator, score, marks };
}

/** The operators that fit, the best first. */
export function search(operators, text) {
  const { words, fields } = parseQuery(text);
  const found = [];
  for (const operator of operators) {
    if (!fields.every(([field, value]) => byField[field](operator, value))) continue;
    const scored = scoreOf(operator, words);
    if (scored) found.push(scored);
  }
  if (words.length) found.sort((a, b) => b.score - a.score || (a.operator.name < b.operator.name ? -1 : 1));
  return found;
}
