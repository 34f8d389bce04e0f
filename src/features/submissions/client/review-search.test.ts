import { expect, test } from 'vitest';
import { readReviewSearch } from './review-search.ts';

test('reads the filters of the queue and leaves out unknown values', () => {
  expect(readReviewSearch({ status: 'approved', wayIn: 'wizard', q: ' barn ' })).toEqual({
    status: 'approved',
    wayIn: 'wizard',
    q: 'barn',
  });
  expect(readReviewSearch({ late: true })).toEqual({ late: true });
  expect(readReviewSearch({ status: 'pending', wayIn: 'post', late: 'no', q: ['x'] })).toEqual({});
});

test('only waiting submissions can be late', () => {
  expect(readReviewSearch({ status: 'rejected', late: true })).toEqual({ status: 'rejected' });
});
