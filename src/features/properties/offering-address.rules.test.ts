import { expect, test } from 'vitest';
import { offeringIdOf, offeringPath, offeringSlug } from './offering-address.rules.ts';

test.each([
  [{ id: 3, name: 'Downtown Lofts' }, '/offering/3-downtown-lofts'],
  [{ id: 12, name: 'Café “Größe” & Co.' }, '/offering/12-cafe-gro-e-co'],
  [{ id: 7, name: '東京' }, '/offering/7'],
])('%j has its public page at %s, which leads back to it', (property, path) => {
  expect(offeringPath(property)).toBe(path);
  expect(offeringIdOf(offeringSlug(property))).toBe(property.id);
});

test.each(['3', '3-', '3-an-older-name'])('%j still names property 3', (slug) => {
  expect(offeringIdOf(slug)).toBe(3);
});

test.each(['', 'lofts', '0-zero', '03-lofts', '3lofts', '-3', '2147483648-x', '99999999999', '1e3'])(
  '%j names no property',
  (slug) => {
    expect(offeringIdOf(slug)).toBeNull();
  },
);
