import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Cursor, StoredEvent } from '../runtime/platform.ts';
import { isAfter, recentEvents } from './recent-events.ts';

const CAPACITY = 4;
const at = (position: number, ordinal: number): Cursor => ({ position, ordinal });
const event = (position: number, ordinal: number): StoredEvent => ({
  position,
  ordinal,
  operation: 'test',
  type: 'test.happened',
  userId: null,
  propertyId: null,
  audience: 'viewers',
});
const eventsUpTo = (many: number) =>
  Array.from({ length: many }, (_, index) => event(8 + (index >> 1), index));

describe('the order of events', () => {
  test('is by position, and by ordinal within a row', () => {
    const inOrder = [at(2, 9), at(2, 10), at(9, 1), at(10, 1), at(10, 2), at(100, 0)];
    for (const [index, one] of inOrder.entries()) {
      for (const [other, two] of inOrder.entries()) expect(isAfter(one, two)).toBe(index > other);
    }
  });
});

describe('recent events', () => {
  test('are those after a cursor without a gap, or unknown when the cursor is too far back', () => {
    const sizes = fc.array(fc.nat(5), { maxLength: 12 });
    fc.assert(
      fc.property(sizes, fc.nat(60), (pages, from) => {
        const all = eventsUpTo(pages.reduce((sum, page) => sum + page, 0));
        const recent = recentEvents(CAPACITY);
        recent.begin(at(7, 1_000));
        let read = 0;
        for (const page of pages) {
          recent.add(all.slice(read, read + page));
          read += page;
        }
        const after = at(8 + (from >> 1), from);
        const missing = all.filter((one) => isAfter(one, after));
        const known = recent.after(after);
        if (known !== null) expect(known).toEqual(missing);
        else expect(missing.length).toBeGreaterThan(CAPACITY);
        expect(recent.head).toEqual(all.at(-1) ?? at(7, 1_000));
      }),
      { numRuns: 1_000 },
    );
  });

  test('are unknown before the first read and once cleared', () => {
    const recent = recentEvents(CAPACITY);
    expect([recent.start, recent.head, recent.after(at(1, 1))]).toEqual([null, null, null]);
    recent.begin(at(1, 1));
    recent.add([event(2, 2)]);
    expect(recent.after(at(1, 1))).toHaveLength(1);
    expect(recent.after(at(1, 0))).toBeNull();
    recent.clear();
    expect(recent.after(at(1, 1))).toBeNull();
  });
});
