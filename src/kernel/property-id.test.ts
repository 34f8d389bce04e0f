import { expect, test } from 'vitest';
import { MAX_PROPERTY_ID, readPropertyId } from './property-id.ts';

test('the id of a property in an address is a positive integer that the database can hold', () => {
  expect([42, '42', ' 7 ', MAX_PROPERTY_ID].map(readPropertyId)).toEqual([42, 42, 7, MAX_PROPERTY_ID]);
  for (const raw of ['abc', '', '1.5', 1.5, 0, -1, MAX_PROPERTY_ID + 1, undefined, null, true, [3]])
    expect(readPropertyId(raw)).toBeUndefined();
});
