import { expect, test } from 'vitest';
import { buildingOf } from './building.rules.ts';

test.each([
  ['Three floors of offices near the station.', 3, null],
  ['Twelve two-story villas around a shared garden, ten minutes from the beach.', 2, 12],
  ['Eighteen lofts with balconies on five floors above two shops.', 6, 18],
  ['Four terraced floors of offices, leased to seven small companies for three to five years.', 4, null],
  ['Two floors in a 14-story tower.', 14, null],
  ['A single-story workshop with twenty-two units.', 1, 22],
  ['A 6-unit building.', null, 6],
  ['A two-story house with three-bedroom homes on both sides.', 2, null],
  ['A three bedroom house.', null, null],
  ['A distribution warehouse with fourteen docks, eight miles from the port.', null, 14],
  ['On the second floor of the history of the city; its story is long.', null, null],
  ['', null, null],
])('reads the stories and units of "%s"', (description, stories, units) => {
  expect(buildingOf(description)).toEqual({ stories, units });
});
