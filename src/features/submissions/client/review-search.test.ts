import { expect, test } from 'vitest';
import { readReviewSearch } from './review-search.ts';

test('reads the filters of the queue and leaves out what it does not understand', () => {
  expect(readReviewSearch({ status: 'approved', wayIn: 'wizard', q: ' barn ' })).toEqual({
    status: 'approved',
    wayIn: 'wizard',
    q: 'barn',
  });
  expect(readReviewSearch({ late: true })).toEqual({ late: true });
  expect(readReviewSearch({ status: 'pending', wayIn: 'post', late: 'no', q: ['x'] })).toEqual({});
});

test('only what waits can be late', () => {
  expect(readReviewSearch({ status: 'rejected', late: true })).toEqual({ status: 'rejected' });
});
