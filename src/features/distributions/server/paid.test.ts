import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  anAdmin,
  anApprovedProperty,
  api,
  aUser,
  contextOf,
  newKey,
  type Person,
} from '#tests/support/actors.ts';
import { indexesUsed } from '#tests/support/plans.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { noLines } from '../distributions.rules.ts';
import { latestPaid } from './paid.queries.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
let owner: Person;
beforeAll(async () => {
  t = await testPlatform({ schedulesOf: ['distributions', 'offerings'] });
  t.clock.moveTo(new Date('2026-07-02T10:00:00Z'));
  admin = await anAdmin(t.platform);
  owner = await aUser(t.platform, { cash: 10_000_000 });
});
afterAll(() => t.close());

/** A property with a prepared statement of the third quarter. */
async function aQuarter(name: string): Promise<string> {
  t.clock.moveTo(new Date('2026-07-02T10:00:00Z'));
  const { id } = await anApprovedProperty(t.platform, { owner, admin, name });
  const investor = await aUser(t.platform, { cash: 1_000_000 });
  await api(investor).investing.invest({ propertyId: id, shares: 50, requestId: newKey() });
  t.clock.moveTo(new Date('2026-10-02T09:00:00Z'));
  for (const month of ['2026-07', '2026-08', '2026-09']) {
    const lines = { ...noLines, rentCents: 100_000 };
    await api(owner).distributions.reportMonth({ propertyId: id, month, lines, requestId: newKey() });
  }
  await t.platform.jobs.drain();
  return `${id}-2026-Q3`;
}

async function payOn(id: string, day: string): Promise<void> {
  t.clock.moveTo(new Date(`${day}T12:00:00Z`));
  const { netCents, preparedAt } = await api(admin).distributions.statement({ id });
  await api(admin).distributions.approve({ id, expectedNetCents: netCents, preparedAt, requestId: newKey() });
  await t.platform.jobs.drain();
}

test('the last distributions are those paid last, whatever day they were planned for', async () => {
  const [late, punctual, first] = [await aQuarter('Alder'), await aQuarter('Birch'), await aQuarter('Cedar')];
  await payOn(first, '2026-10-15');
  await payOn(punctual, '2026-10-16');
  await payOn(late, '2026-11-20');
  const { latest, quarters } = await api(contextOf(t.platform)).distributions.paidEverywhere();
  expect(quarters).toBe(3);
  expect(latest.map(({ propertyName, paidAt }) => `${propertyName} ${paidAt.slice(0, 10)}`)).toEqual([
    'Alder 2026-11-20',
    'Birch 2026-10-16',
    'Cedar 2026-10-15',
  ]);
});

test('the last distributions are found by their index, however many were paid before', async () => {
  const used = await indexesUsed(t.platform, 'distributions', (runner) =>
    runner.execute(latestPaid(t.platform.db).getSQL()),
  );
  expect(used).toEqual(new Set(['distributions_paid_at']));
});
