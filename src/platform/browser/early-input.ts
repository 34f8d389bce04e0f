import { useLayoutEffect } from 'react';

const typed = new Map<string, string>();
let adopted = new Set<string>();
let stopListening = () => {};

const FIELDS = 'input[name]:not([type="hidden"], [type="checkbox"], [type="radio"])';

function note(field: EventTarget | null): void {
  if (!(field instanceof HTMLInputElement) || !field.matches(FIELDS)) return;
  if (!adopted.has(field.name)) typed.set(field.name, field.value);
}

/**
 * Records input from before hydration. A rendered page is hydrated piece by piece, and a piece that was made before the
 * last key press would overwrite the field with its own, older value.
 */
export function noteEarlyInput(page: HTMLElement): void {
  for (const field of page.querySelectorAll<HTMLInputElement>(FIELDS)) {
    if (field.value !== '') note(field);
  }
  const listen = ({ target }: Event) => note(target);
  // Before React's own listener, which is on the page and may take over the form immediately.
  addEventListener('input', listen, true);
  stopListening = () => removeEventListener('input', listen, true);
}

/** Passes the text that was typed before hydration to a form, once the form is hydrated. */
export function useEarlyInput(
  names: readonly string[],
  adopt: (early: Record<string, string>) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form is taken over
  useLayoutEffect(() => {
    const early = Object.fromEntries(
      names.flatMap((name) => (typed.has(name) ? [[name, typed.get(name)]] : [])),
    );
    for (const name of names) {
      typed.delete(name);
      adopted.add(name);
    }
    if (Object.keys(early).length > 0) adopt(early as Record<string, string>);
  }, []);
}

/** Called when the page on which it was typed is left. */
export function clearEarlyInput(): void {
  stopListening();
  typed.clear();
  adopted = new Set();
}
