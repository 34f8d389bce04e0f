const rules = new Intl.PluralRules('en-US');

/** The form of a noun, with its verb where it has one, that goes with a number: `plural(2, 'share is', 'shares are')`. */
export function plural(count: number, one: string, other = `${one}s`): string {
  return rules.select(count) === 'one' ? one : other;
}

/** A number with its noun: "1 share", "1,200 shares". */
export function counted(count: number, one: string, other?: string): string {
  return `${count.toLocaleString('en-US')} ${plural(count, one, other)}`;
}
