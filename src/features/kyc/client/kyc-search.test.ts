import { describe, expect, test } from 'vitest';
import { readKycSearch, readQueueSearch } from './kyc-search.ts';

describe('any address can be read', () => {
  test.each([
    [{}, {}],
    [{ step: 2 }, { step: 2 }],
    [{ step: '4' }, { step: 4 }],
    [{ step: 0 }, {}],
    [{ step: 5 }, {}],
    [{ step: '1.5' }, {}],
    [{ step: [] }, {}],
    [{ step: 'review', q: 'x' }, {}],
  ])('of the wizard: %j', (raw, read) => {
    expect(readKycSearch(raw)).toEqual(read);
  });

  test.each([
    [{}, {}],
    [{ status: 'approved' }, { status: 'approved' }],
    [{ status: 'in_progress' }, {}],
    [{ q: '  Ada ' }, { q: 'Ada' }],
    [{ q: 12 }, { q: '12' }],
    [{ q: { a: 1 }, status: 7 }, {}],
    [{ q: 'x'.repeat(200) }, { q: 'x'.repeat(100) }],
  ])('of the queue: %j', (raw, read) => {
    expect(readQueueSearch(raw)).toEqual(read);
  });
});
