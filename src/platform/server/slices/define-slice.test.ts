import { describe, expect, test } from 'vitest';
import { startedBy } from '../jobs/jobs.ts';
import type { RestRoute } from '../transport/rest.ts';
import { combineSlices, defineSlice } from './define-slice.ts';

const work = async () => {};
const at = (method: string, path: string) => ({ method, path }) as RestRoute;

describe('a slice', () => {
  test('is refused when it schedules a job that it does not handle', () => {
    const scheduled = { schedules: [{ kind: 'parks.mow', everyMs: 1 }] };
    expect(() => defineSlice({ name: 'parks', jobs: scheduled })).toThrow(/parks starts parks.mow/);
  });

  test("is refused when it handles a job under another slice's name", () => {
    expect(() => defineSlice({ name: 'parks', jobs: { handlers: { 'roads.pave': work } } })).toThrow(
      'The job roads.pave of slice parks must begin with "parks.".',
    );
  });
});

describe('two slices that claim the same', () => {
  const path = at('get', '/api/trees');
  const invariant = { name: 'trees stand' } as never;
  test.each([
    ['name', defineSlice({ name: 'parks' }), defineSlice({ name: 'parks' }), 'parks and parks'],
    [
      'path',
      defineSlice({ name: 'parks', rest: [path] }),
      defineSlice({ name: 'roads', rest: [path] }),
      'The slices parks and roads both claim the path get /api/trees.',
    ],
    [
      'path, one of them for a form',
      defineSlice({ name: 'parks', rest: [at('POST', '/api/trees')] }),
      defineSlice({
        name: 'roads',
        forms: [{ path: '/api/trees', submit: async () => '/', refuse: () => ({ page: '/' }) }],
      }),
      'The slices parks and roads both claim the path POST /api/trees.',
    ],
    [
      'invariant',
      defineSlice({ name: 'parks', invariants: [invariant] }),
      defineSlice({ name: 'roads', invariants: [invariant] }),
      'The slices parks and roads both claim the invariant trees stand.',
    ],
  ])('%s are refused with both names', (_, one, other, message) => {
    expect(() => combineSlices([one, other])).toThrow(message);
  });
});

test('two slices may do work of their own on one event', () => {
  const slice = (name: string) =>
    defineSlice({
      name,
      jobs: { handlers: { [`${name}.work`]: startedBy([{ type: 'roads.paved' }], work) } },
    });
  const { jobRegistry } = combineSlices([slice('parks'), slice('shops')]);
  expect(jobRegistry.onEvent).toEqual({ 'roads.paved': ['parks.work', 'shops.work'] });
  expect(Object.keys(jobRegistry.handlers)).toEqual(['parks.work', 'shops.work']);
});

describe('the transaction of a command', () => {
  test('has a handler of every slice that takes part in an event', () => {
    const [mow, pave] = [async () => {}, async () => {}];
    const { inTransaction } = combineSlices([
      defineSlice({ name: 'parks', inTransaction: { 'rivers.flooded': mow } }),
      defineSlice({ name: 'roads', inTransaction: { 'rivers.flooded': pave } }),
    ]);
    expect(inTransaction['rivers.flooded']).toEqual([mow, pave]);
  });
});
