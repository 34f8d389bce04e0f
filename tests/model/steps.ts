import fc from 'fast-check';
import type { Operation } from './operation.ts';
import { slices } from './operations/index.ts';

/** One step of a sequence: something new, or something that was accepted before, sent again. */
export type Step =
  | { do: Operation; choice: unknown; as: 'self' | 'visitor' | 'reader' | 'unproven'; onFreedKey: boolean }
  | { again: number; how: 'same' | 'otherInput' | 'otherCommand' | 'stranger'; who: number };

export const operations = slices.flatMap((slice) => slice.operations);
/** Operations that only the ends of sequences have. */
export const laterOperations = slices.flatMap(({ later = [] }) => later);

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

const stepOf = (operation: Operation): fc.Arbitrary<Step> =>
  fc.record({
    do: fc.constant(operation),
    choice: operation.choice,
    as: operation.kind === 'passage of time' ? fc.constant('self' as const) : as,
    onFreedKey: oneIn(10),
  });

/** A step, each operation as often as its weight says, and every seventh something again. */
function anyStep(weights: readonly number[]): fc.Arbitrary<Step> {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return fc.oneof(
    { weight: Math.ceil(total / 6), arbitrary: again },
    ...operations.map((operation, at) => ({ weight: weights[at] ?? 0, arbitrary: stepOf(operation) })),
  );
}

const usual = anyStep(operations.map(({ weight }) => weight));
const ONE_SIDED_OF = 3;

/**
 * Steps of a sequence. Every third one does some things all the time and others hardly ever, which leads to
 * where an even mixture does not: to many transfers that nobody settles, or to a year of rents.
 */
function stepFor(seed: number): fc.Arbitrary<Step> {
  if (seed % ONE_SIDED_OF > 0) return usual;
  const changes = fc.array(fc.constantFrom(0, 1, 2, 4, 16), {
    minLength: operations.length,
    maxLength: operations.length,
  });
  const [factors = []] = fc.sample(changes, { numRuns: 1, seed });
  return anyStep(operations.map(({ weight }, at) => weight * (factors[at] ?? 1)));
}

const opening = operations.flatMap((operation): fc.Arbitrary<Step>[] =>
  Array(operation.opens ?? 0).fill(stepOf(operation)),
);

/** What the ends of sequences have beside the later operations: it moves prices, shares and what is for sale. */
const COMPANIONS = [
  'wallet.deposit',
  'investing.invest',
  'properties.setStatus',
  'resale.openListing',
  'valuations.file',
  'valuations.approve',
];

const ending = fc.oneof(
  ...[
    ...laterOperations.filter(({ closes }) => !closes),
    ...operations.filter(({ name }) => COMPANIONS.includes(name)),
  ].map((operation) => ({
    weight: operation.weight,
    arbitrary: stepOf(operation),
  })),
);
const closing = laterOperations.filter(({ closes }) => closes).map(stepOf);
const ENDING_STEPS = 40;
const ENDING_OF = 2;
/** So that the ends have random numbers of their own. */
const ENDING_SEED = 1_000_003;

/** The end of every second sequence. */
function endingOf(seed: number): Step[] {
  if (seed % ENDING_OF === 0) return [];
  const steps = fc.array(ending, { minLength: ENDING_STEPS, maxLength: ENDING_STEPS });
  const sampled = <Steps>(some: fc.Arbitrary<Steps>) =>
    fc.sample(some, { numRuns: 1, seed: seed * ENDING_SEED });
  return [...sampled(steps).flat(), ...closing.flatMap(sampled)];
}

/** The sequence of a seed, always the same one: so many steps, and the end. */
export function stepsOf(seed: number, length: number): Step[] {
  const rest = length - opening.length;
  const steps = fc.array(stepFor(seed), { minLength: rest, maxLength: rest });
  const sequence = fc.tuple(fc.tuple(...opening), steps);
  return [...fc.sample(sequence, { numRuns: 1, seed }).flat(2), ...endingOf(seed)];
}

export function textOf(step: Step): string {
  if (!('do' in step)) return `again ${JSON.stringify(step)}`;
  const marks = [step.as === 'self' ? '' : ` as ${step.as}`, step.onFreedKey ? ' on a freed key' : ''];
  return `${step.do.name} ${JSON.stringify(step.choice)}${marks.join('')}`;
}
