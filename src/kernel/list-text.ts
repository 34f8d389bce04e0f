const conjunction = new Intl.ListFormat('en-US', { type: 'conjunction' });

/**
 * Texts in a sentence: "Maple Court", "Maple Court and Elm House", "Maple Court, Elm House, and Pine Lofts". Where one has
 * a comma itself, as a market does, semicolons are between them: "Austin, TX; Tampa, FL; and Reno, NV".
 */
export function listText(texts: readonly string[]): string {
  if (texts.length < 3 || !texts.some((text) => text.includes(','))) return conjunction.format(texts);
  return `${texts.slice(0, -1).join('; ')}; and ${texts.at(-1)}`;
}
