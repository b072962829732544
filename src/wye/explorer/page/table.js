// Dispatch tables, computed from data that the registry gives: for each key the places its kernel may come from, in
// order.  There is no rule here; tests/browser compares the results with Python's for random registrations.

/**
 * What is considered for a key, in order, up to the place that is taken.
 *
 * @param data the snapshot
 * @param key the number of a runtime key
 * @param registered Map from the number of a key with a kernel to whether that kernel falls through
 * @returns a list of {source, why, outcome, because}; the last one is taken
 */
export function considered(data, key, registered) {
  const steps = [];
  const found = (set) => data.sets[set].find((other) => registered.has(other));
  for (const [source, why, clashes, yields] of data.candidates[key]) {
    const step = { source, why };
    steps.push(step);
    if (!registered.has(source)) {
      step.outcome = "absent";
      continue;
    }
    const clash = found(clashes);
    if (clash !== undefined) {
      Object.assign(step, { outcome: "taken", source: null, why: whyNumber(data, "AMBIGUOUS"), because: clash, falls: false });
      return steps;
    }
    const other = found(yields);
    if (other !== undefined) {
      Object.assign(step, { outcome: "yields", because: other });
      continue;
    }
    Object.assign(step, { outcome: "taken", falls: registered.get(source) });
    return steps;
  }
  const fallback = data.fallbacks[key];
  const why = whyNumber(data, fallback === undefined ? "MISSING" : "FALLBACK");
  const falls = fallback !== undefined && data.kernels[fallback].falls;
  steps.push({ source: fallback === undefined ? null : key, why, outcome: "taken", falls });
  return steps;
}

/** The table: for each runtime key {source, why, falls}. */
export function computeTable(data, registered) {
  return data.candidates.map((_, key) => considered(data, key, registered).at(-1));
}

/** The keys at which two tables differ. */
export function differences(before, after) {
  const keys = [];
  before.forEach((choice, key) => {
    const other = after[key];
    if (choice.source !== other.source || choice.why !== other.why || choice.falls !== other.falls) keys.push(key);
  });
  return keys;
}

/** The number of a reason. */
export function whyNumber(data, name) {
  return data.whys.findIndex((why) => why.name === name);
}
