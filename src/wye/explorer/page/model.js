// The snapshot, with what the views ask of it: numbers become names, operators get their tables when asked.

import { computeTable, considered } from "./table.js";

export class Model {
  constructor(data) {
    this.data = data;
    this.keys = data.keys;
    this.whys = data.whys;
    this.runtimeCount = data.candidates.length;
    this.keyNumbers = new Map(data.keys.map((key, i) => [key.name, i]));
    this.aliases = Object.keys(data.aliases).map(Number);
    this.operators = data.operators.map((operator) => this.prepare(operator)).sort(byShownName);
    this.byName = new Map(this.operators.map((operator) => [operator.name, operator]));
    this.packets = new Map();
    for (const operator of this.operators) {
      const group = this.packets.get(operator.group) ?? [];
      group.push(operator);
      this.packets.set(operator.group, group);
    }
    this.usedKeys = [...new Set(this.operators.flatMap((operator) => operator.keyNames))];
    this.tags = tally(this.operators.flatMap((operator) => operator.tags));
    this.families = tally(this.operators.map((operator) => operator.family).filter(Boolean));
    this.namespaces = tally(this.operators.map((operator) => operator.namespace));
  }

  prepare(operator) {
    const [namespace, short] = operator.name.split("::");
    const packet = short.split(".")[0];
    const columnNames = (operator.rules ?? []).map((i) => this.data.columns[i].name);
    return {
      ...operator,
      namespace,
      short,
      packet,
      columnNames,
      overload: short.slice(packet.length),
      group: `${namespace}::${packet.replace(/_$/, "")}`,
      lowerName: operator.name.toLowerCase(),
      lowerShort: short.toLowerCase(),
      lowerPacket: packet.toLowerCase(),
      lowerText: `${operator.schema ?? ""} ${operator.summary}`.toLowerCase(),
      keyNames: operator.kernels.map(([key]) => this.keys[key].name),
    };
  }

  /** Map from the numbers of keys with kernels to whether the kernel there falls through. */
  registered(operator) {
    return new Map(operator.kernels.map(([key, kernels]) => [key, this.falls(this.data.kernels[kernels[0]])]));
  }

  falls(kernel) {
    return kernel.falls && kernel.when === null;
  }

  table(operator) {
    return computeTable(this.data, this.registered(operator));
  }

  considered(key, registered) {
    return considered(this.data, key, registered);
  }

  /** The kernel that a choice stands for, or null. */
  kernelOf(choice, operator) {
    if (choice.source === null) return null;
    if (this.whys[choice.why].name === "FALLBACK") return this.data.kernels[this.data.fallbacks[choice.source]];
    const own = operator?.kernels.find(([key]) => key === choice.source);
    return own ? this.data.kernels[own[1][0]] : null;
  }

  /** Of which aliases is a runtime key a member? */
  aliasesOf(key) {
    return this.aliases.filter((alias) => this.data.aliases[alias].covers.includes(key));
  }

  /** An empty operator, to try registrations on. */
  scratch() {
    return this.prepare({
      name: "scratch::op",
      schema: "scratch::op(Tensor x) -> Tensor",
      place: null,
      tags: [],
      summary: "An operator without kernels, to see what registrations do.",
      kernels: [],
    });
  }
}

/** By name, those that begin with an underscore last. */
function byShownName(a, b) {
  const [one, other] = [a.short.startsWith("_"), b.short.startsWith("_")];
  return a.namespace === b.namespace && one !== other ? one - other : a.name < b.name ? -1 : 1;
}

function tally(names) {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}
