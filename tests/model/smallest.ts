interface Failing<Step, Failure> {
  steps: readonly Step[];
  failure: Failure;
}

const MAX_ATTEMPTS = 150;

/** Leaves parts out of a failing sequence, ever smaller ones, as long as the rest still fails. */
export async function smallest<Step, Failure>(
  start: Failing<Step, Failure>,
  failureOf: (some: readonly Step[]) => Promise<Failure | null>,
): Promise<Failing<Step, Failure>> {
  let best = start;
  let attempts = 0;
  for (let size = Math.ceil(start.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < best.steps.length && attempts < MAX_ATTEMPTS; attempts += 1) {
      const rest = best.steps.toSpliced(from, size);
      const failure = await failureOf(rest);
      if (failure) best = { steps: rest, failure };
      else from += size;
    }
  }
  return best;
}
