import { expect, test } from 'vitest';
import { stateOfZip } from './zip-codes.ts';

test.each([
  ['90210', 'CA'],
  ['10001', 'NY'],
  ['33139', 'FL'],
  ['78701', 'TX'],
  ['98101', 'WA'],
  ['20001', 'DC'],
  ['00000', null],
  ['9021', null],
])('the ZIP code %s lies in %s', (zipCode, state) => {
  expect(stateOfZip(zipCode)).toBe(state);
});
