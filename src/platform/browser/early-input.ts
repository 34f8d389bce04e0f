const typed = new Map<string, string>();

/** Notes what stands in the fields of a rendered page before React takes it over, and with it every field's value. */
export function noteEarlyInput(page: HTMLElement): void {
  for (const field of page.querySelectorAll<HTMLInputElement>('input[name]:not([type="hidden"])')) {
    if (field.value !== '') typed.set(field.name, field.value);
  }
}

/** What was typed into these fields before the scripts came. */
export function earlyInput(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = typed.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The page that it was typed on is left. */
export function forgetEarlyInput(): void {
  typed.clear();
}
