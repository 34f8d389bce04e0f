import fc from 'fast-check';
import type { Operation } from './operation.ts';
import { slices } from './operations/index.ts';

/** One step of a sequence: something new, or something that was accepted before, sent again. */
export type Step =
  | { do: Operation; choice: unknown; as: 'self' | 'visitor' | 'reader' | 'unproven'; onFreedKey: boolean }
  | { again: number; how: 'same' | 'otherInput' | 'otherCommand' | 'stranger'; who: number };

export const operations = slices.flatMap((slice) => slice.operations);

const oneIn = (many: number) => fc.nat(many - 1).map((one) => one === 0);

const as = fc.oneof(
  { weight: 40, arbitrary: fc.constant('self' as const) },
  { weight: 1, arbitrary: fc.constant('visitor' as const) },
  { weight: 1, arbitrary: fc.constant('reader' as const) },
  { weight: 2, arbitrary: fc.constant('unproven' as const) },
);

const again = fc.record({
  again: fc.nat(1_000),
  how: fc.constantFrom('same' as const, 'same', 'otherInput', 'otherCommand', 'stranger'),
  who: fc.nat(1_000),
});

const total = operations.reduce((sum, { weight }) => sum + weight, 0);

const stepOf = (operation: Operation): fc.Arbitrary<Step> =>
  fc.record({
    do: fc.constant(operation),
    choice: operation.choice,
    as: operation.kind === 'passage of time' ? fc.constant('self' as const) : as,
    onFreedKey: oneIn(10),
  });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: Math.ceil(total / 7), arbitrary: again },
  ...operations.map((operation) => ({ weight: operation.weight, arbitrary: stepOf(operation) })),
);

const opening = operations.flatMap((operation): fc.Arbitrary<Step>[] =>
  Array(operation.opens ?? 0).fill(stepOf(operation)),
);

/** The sequence of a seed, always the same one. */
export function stepsOf(seed: number, length: number): Step[] {
  const rest = length - opening.length;
  const sequence = fc.tuple(fc.tuple(...opening), fc.array(step, { minLength: rest, maxLength: rest }));
  return fc.sample(sequence, { numRuns: 1, seed }).flat(2);
}

export function textOf(step: Step): string {
  if (!('do' in step)) return `again ${JSON.stringify(step)}`;
  const marks = [step.as === 'self' ? '' : ` as ${step.as}`, step.onFreedKey ? ' on a freed key' : ''];
  return `${step.do.name} ${JSON.stringify(step.choice)}${marks.join('')}`;
}
