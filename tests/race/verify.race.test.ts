import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '#app/server/verify.ts';
import { openReadOnlyPostgres } from '#platform/server/adapters/database/read-only-postgres.ts';
import { anApprovedProperty, api, aUser, newKey, type Person } from '../support/actors.ts';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';

let product: PostgresPlatform;

beforeAll(async () => {
  product = await postgresPlatform();
});

afterAll(() => product?.close());

test('verify beside a busy system sees whole operations only, and writes nothing', async () => {
  const { platform, url } = product;
  const { id: propertyId } = await anApprovedProperty(platform, { shares: 10_000 });
  const buyers: Person[] = [];
  for (let count = 0; count < 4; count += 1) buyers.push(await aUser(platform, { cash: 9_000_000 }));
  let busy = true;
  const buying = buyers.map(async (buyer) => {
    for (; busy; await api(buyer).investing.invest({ propertyId, shares: 1, requestId: newKey() }));
  });
  const database = openReadOnlyPostgres(url);
  const seen: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const findings = await verify(database.db);
    expect(findings.flatMap(({ drifts }) => drifts)).toEqual([]);
    seen.push(findings.find(({ invariant }) => invariant.startsWith('an investment matches'))?.checked ?? 0);
  }
  busy = false;
  await Promise.all(buying);
  expect(seen.at(-1)).toBeGreaterThan(seen[0] ?? 0);
  await expect(database.db.execute('delete from outbox_events')).rejects.toThrow();
  await database.close();
});
