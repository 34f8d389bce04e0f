/**
 * A text that counts the characters that are read of it, whether one by one, by a search or by an expression. Parts that
 * are cut out count once with their length, because what reads them is not seen.
 */
export function countedText(text: string): { text: string; steps: () => number } {
  let steps = 0;
  const searches: Record<string, (...input: never[]) => unknown> = {
    indexOf(part: string, from = 0) {
      const at = text.indexOf(part, from);
      steps += (at < 0 ? text.length : at + part.length) - from;
      return at;
    },
    startsWith(part: string, at = 0) {
      steps += part.length;
      return text.startsWith(part, at);
    },
    slice(from: number, to?: number) {
      const part = text.slice(from, to);
      steps += part.length;
      return part;
    },
    search(expression: RegExp) {
      const at = text.search(expression);
      steps += at < 0 ? text.length : at;
      return at;
    },
    replace: () => counted,
    toString() {
      steps += text.length;
      return text;
    },
  };
  const counted = new Proxy(Object(text) as object, {
    get(_, key) {
      if (key === 'length') return text.length;
      if (key === Symbol.toPrimitive) return searches.toString;
      if (typeof key === 'symbol') throw new Error('The text is read in a way that is not counted.');
      if (/^\d+$/.test(key)) {
        steps += 1;
        return text[Number(key)];
      }
      const search = searches[key];
      if (!search) throw new Error(`The text is read by ${key}, which is not counted.`);
      return search;
    },
  }) as unknown as string;
  return { text: counted, steps: () => steps };
}

/**
 * How many characters of texts are read while something runs that takes no counted text. A part that is cut out counts as
 * one, because it is not copied.
 */
export function charactersRead(run: () => unknown): number {
  const prototype = String.prototype;
  const { charCodeAt, charAt, indexOf, slice } = prototype;
  let steps = 0;
  Object.assign(prototype, {
    charCodeAt(this: string, at: number) {
      steps += 1;
      return charCodeAt.call(this, at);
    },
    charAt(this: string, at: number) {
      steps += 1;
      return charAt.call(this, at);
    },
    indexOf(this: string, part: string, from = 0) {
      const at = indexOf.call(this, part, from);
      steps += (at < 0 ? this.length : at) - from;
      return at;
    },
    slice(this: string, from?: number, to?: number) {
      steps += 1;
      return slice.call(this, from, to);
    },
  });
  try {
    run();
  } finally {
    Object.assign(prototype, { charCodeAt, charAt, indexOf, slice });
  }
  return steps;
}
