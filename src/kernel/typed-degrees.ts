/** Reads degrees such as "25.7617" or "-80.1918"; NaN for anything else, which contracts refuse with their own text. */
export const typedDegrees = (text: string): number =>
  /^-?\d{1,3}(\.\d{1,8})?$/.test(text.trim()) ? Number(text) : Number.NaN;
