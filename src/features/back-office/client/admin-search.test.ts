import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adminListInput } from '#features/properties/review.contract.ts';
import { readAdminSearch } from './admin-search.ts';

describe('the admin panel reads its address', () => {
  test('accepts a status and a text', () => {
    expect(readAdminSearch({ status: 'pending', q: ' lofts ' })).toEqual({ status: 'pending', q: 'lofts' });
    expect(readAdminSearch({ outstanding: 'lender' })).toEqual({ outstanding: 'lender' });
    expect(readAdminSearch({ q: 42 })).toEqual({ q: '42' });
  });

  test('any address gives input that the list accepts', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (status, outstanding, q) => {
        const search = readAdminSearch({ status, outstanding, q });
        expect(adminListInput.safeParse(search).success).toBe(true);
      }),
    );
  });
});
