/** Says beside a disabled button what it waits for; empty when nothing is missing. */
export function StillNeeded({ id, missing }: { id: string; missing: readonly string[] }) {
  return (
    <p id={id} aria-live="polite" className="min-h-5 text-end text-sm text-muted">
      {missing.length > 0 && `Still needed: ${missing.join(', ')}.`}
    </p>
  );
}
