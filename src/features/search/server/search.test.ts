import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  anAdmin,
  anApprovedProperty,
  aPendingProperty,
  api,
  aUser,
  type Person,
  type PropertyTerms,
} from '#tests/support/actors.ts';
import { refusalOf } from '#tests/support/checks.ts';
import { type TestPlatform, testPlatform } from '#tests/support/platform.ts';

let t: TestPlatform;
let viewer: Person;
beforeAll(async () => {
  t = await testPlatform();
  const [owner, admin] = [await aUser(t.platform), await anAdmin(t.platform)];
  viewer = await aUser(t.platform);
  const offer = (name: string, location: string, annualYield: string, more: Partial<PropertyTerms> = {}) =>
    anApprovedProperty(t.platform, { name, location, annualYield, owner, admin, ...more });
  await offer('Harbor Lofts', 'Boston, MA', '6.00');
  await offer('The Old Mill', 'Harbor Springs, MI', '9.50');
  await offer('Sunset Villas', 'Miami, FL', '7.20');
  await offer('Harbor House', 'Miami, FL', '8.10');
  await offer('St. Mary-Court 12', 'El Paso, TX', '12.00');
  for (let at = 0; at < 9; at += 1) await offer(`Terrace ${'ABCDEFGHI'[at]}`, 'Omaha, NE', '3.00');
  await aPendingProperty(t.platform, {
    name: 'Harbor Pending',
    location: 'Harbor City, CA',
    streetAddress: '9 Secluded Cove',
    owner,
  });
  await offer('Highland Park Duplex', 'Denver, CO', '5.10');
  await offer('Downtown Lofts', 'Portland, ME', '5.20', {
    streetAddress: '48 Wharf Street',
    zipCode: '04101',
  });
  await offer('Lofts', 'San Jose, CA', '4.10', { propertyType: 'commercial', subtype: 'cold storage' });
  await offer('Lofts on Third', 'Fargo, ND', '4.00');
  await offer('Pine Row', 'Raleigh, NC', '15.00');
});
afterAll(() => t.close());

const search = (q: string) => api(viewer).search.suggestions({ q });
const found = async (q: string) => (await search(q)).map(({ type, title }) => `${type}: ${title}`);

describe('the search box', () => {
  test('finds names, cities and states in any case, from the beginning of a word', async () => {
    expect(await found('harbor')).toEqual([
      'location: Harbor Springs, MI',
      'property: Harbor House',
      'property: Harbor Lofts',
      'property: The Old Mill',
    ]);
    expect(await found('HARB')).toEqual(await found('harbor'));
    expect(await found('miami')).toEqual([
      'location: Miami, FL',
      'property: Harbor House',
      'property: Sunset Villas',
    ]);
    expect(await found('fl')).toEqual(await found('miami'));
    expect(await found('mill old')).toEqual(['property: The Old Mill']);
    expect(await found('harbor miami')).toEqual(['property: Harbor House']);
    expect(await found('mary court')).toEqual(['property: St. Mary-Court 12']);
    expect(await found('el paso, tx')).toEqual(['location: El Paso, TX', 'property: St. Mary-Court 12']);
  });

  test.each<[typed: string, expected: string[]]>([
    ['land', ['location: Portland, ME', 'property: Downtown Lofts', 'property: Highland Park Duplex']],
    [
      'ofts',
      ['property: Harbor Lofts', 'property: Downtown Lofts', 'property: Lofts', 'property: Lofts on Third'],
    ],
    ['florida', ['location: Miami, FL', 'property: Harbor House', 'property: Sunset Villas']],
    ['miami, florida', ['location: Miami, FL', 'property: Harbor House', 'property: Sunset Villas']],
    ['commercial', ['property: Lofts']],
    ['storage', ['property: Lofts']],
    ['wharf', ['property: Downtown Lofts']],
    ['48 wharf street', ['property: Downtown Lofts']],
    ['04101', ['property: Downtown Lofts']],
    ['nver', ['location: Denver, CO', 'property: Highland Park Duplex']],
    ['os', ['location: Boston, MA', 'location: San Jose, CA', 'property: Harbor Lofts', 'property: Lofts']],
  ])('finds %s as a part of a word, an address, a state or a kind', async (typed, expected) => {
    expect(await found(typed)).toEqual(expected);
  });

  test('shows the places of a state by its code before those whose names begin so', async () => {
    expect((await found('ca')).slice(0, 2)).toEqual(['location: San Jose, CA', 'location: Raleigh, NC']);
  });

  test('finds two letters anywhere in a word, and a number only from its beginning', async () => {
    expect(await found('an')).toContain('location: San Jose, CA');
    expect(await found('101')).toEqual([]);
  });

  test('shows exact names first, then names that begin so, words that begin so, and parts', async () => {
    expect(await found('lofts')).toEqual([
      'property: Lofts',
      'property: Lofts on Third',
      'property: Harbor Lofts',
      'property: Downtown Lofts',
    ]);
    expect((await found('st')).slice(0, 5)).toEqual([
      'location: Boston, MA',
      'property: St. Mary-Court 12',
      'property: Downtown Lofts',
      'property: Lofts',
      'property: Harbor Lofts',
    ]);
  });

  test.each([
    ['downtwon', ['property: Downtown Lofts']],
    ['maimi', ['location: Miami, FL', 'property: Harbor House', 'property: Sunset Villas']],
    ['flordia', ['location: Miami, FL', 'property: Harbor House', 'property: Sunset Villas']],
    ['hihgland park', ['property: Highland Park Duplex']],
    ['portlnd lofts', ['property: Downtown Lofts']],
    ['maximi', []],
    ['04102', []],
  ])('forgives one typing error in a word: %s', async (typed, expected) => {
    expect(await found(typed)).toEqual(expected);
  });

  test('a property with an address is shown with it', async () => {
    const [lofts] = await search('wharf');
    expect(lofts).toMatchObject({ title: 'Downtown Lofts', subtitle: 'Portland, ME · 48 Wharf Street' });
  });

  test('a number finds yields within one point, the nearest first', async () => {
    expect(await found('7%')).toEqual([
      'yield: About 7% a year',
      'property: Sunset Villas',
      'property: Harbor Lofts',
    ]);
    expect(await found('9.1')).toEqual([
      'yield: About 9.1% a year',
      'property: The Old Mill',
      'property: Harbor House',
    ]);
    expect(await found('12')).toEqual(['yield: About 12% a year', 'property: St. Mary-Court 12']);
    expect(await found('20%')).toEqual([]);
    expect((await search('7.0%'))[0]).toMatchObject({
      yieldBps: 700,
      subtitle: '2 properties within one point',
    });
  });

  test('shows at most eight', async () => {
    const some = await search('omaha');
    expect(some).toHaveLength(8);
    expect(some[0]).toMatchObject({ type: 'location', location: 'Omaha, NE', subtitle: '9 properties' });
    expect(await search('3%')).toHaveLength(8);
  });

  test('shows the key facts of a property', async () => {
    expect(await search('sunset')).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        type: 'property',
        title: 'Sunset Villas',
        subtitle: 'Miami, FL',
        badge: 'Residential',
        yieldBps: 720,
        priceCents: 10_000,
        location: 'Miami, FL',
      },
    ]);
  });

  test('shows nothing that is not on the market', async () => {
    expect(await found('pending')).toEqual([]);
    expect(await found('harbor city')).toEqual([]);
    expect(await found('secluded')).toEqual([]);
    expect(await found('seculded cove')).toEqual([]);
  });

  test('answers nothing where nothing matches, whatever is typed', async () => {
    for (const q of ['zzz', "z'", '&|!', '<->', ':*', '%%', '\\\\', 'a:b', '💧💧', '½½', 'ﬁﬂ', '100000%']) {
      expect([q, await search(q)]).toEqual([q, []]);
    }
  });

  test.each(['', 'a', ' a ', 'x'.repeat(101), 'nul\u0000'])('refuses %j', async (q) => {
    expect(await refusalOf(search(q))).toBe('MALFORMED');
  });
});
