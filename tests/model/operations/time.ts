import fc from 'fast-check';
import { DAY, MINUTE } from '#kernel/time.ts';
import { operation, type SliceOperations } from '../operation.ts';
import { finish } from './worker.ts';

const pass = operation({
  name: 'time passes',
  kind: 'passage of time',
  weight: 2,
  choice: fc.record({
    milliseconds: fc.oneof(fc.integer({ min: 1, max: MINUTE }), fc.integer({ min: MINUTE, max: 20 * DAY })),
  }),
  ask: ({ admin }) => ({ by: admin, input: null }),
  refusals: [],
  refuse: () => null,
  call: async ({ clock }, { choice }) => clock.advance(choice.milliseconds),
  accept: () => null,
});

/** Whatever is left to happen happens, before the figures of the platform are checked. */
export const time: SliceOperations = { operations: [pass], check: finish };
