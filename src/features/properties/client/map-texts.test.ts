import { expect, test } from 'vitest';
import { markerName, notOnMapText } from './map-texts.ts';

test('a text names what a map leaves out, and is absent where it leaves nothing out', () => {
  expect(notOnMapText({ unlocated: 0, outside: 0, left: 0 })).toBe('');
  expect(notOnMapText({ unlocated: 2, outside: 0, left: 0 })).toBe('2 properties have no location yet.');
  expect(notOnMapText({ unlocated: 1, outside: 1, left: 1200 })).toBe(
    '1 property has no location yet. 1 is outside this map. 1,200 more are only in the list.',
  );
});

test('a marker is named after its properties', () => {
  const named = (...names: string[]) => markerName(names.map((name) => ({ name, location: 'Reno, NV' })));
  expect(named('Elm House')).toBe('Elm House, Reno, NV');
  expect(named('Elm House', 'Oak House')).toBe('2 properties: Elm House and Oak House');
  expect(named('Elm House', 'Oak House', 'Ash House', 'Fir House')).toBe(
    '4 properties: Elm House, Oak House and 2 more',
  );
});
