import fc from 'fast-check';
import { expect, test } from 'vitest';
import { waitlistListInput } from '../waitlist.contract.ts';
import { readEntriesSearch } from './entries-search.ts';

test("any address of the admin's list gives input that the list accepts", () => {
  expect(readEntriesSearch({ q: ' ada ', page: 2 })).toEqual({ q: 'ada' });
  fc.assert(
    fc.property(fc.anything(), (q) => {
      expect(waitlistListInput.safeParse(readEntriesSearch({ q })).success).toBe(true);
    }),
  );
});
