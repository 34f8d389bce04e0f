import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY } from '#kernel/time.ts';
import { rows } from '#platform/server/database/db.ts';
import {
  anAdmin,
  anApprovedProperty,
  api,
  aUser,
  newKey,
  type Person,
  personOf,
} from '#tests/support/actors.ts';
import { cashOf, refusalOf } from '#tests/support/checks.ts';
import { textOfPdf } from '#tests/support/pdf-text.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { GRACE_DAYS } from '../legal.rules.ts';
import { legalVersions } from './documents.ts';
import { withoutConsentAmong } from './legal.queries.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let ada: Person;
let propertyId: number;
beforeAll(async () => {
  t = await testPlatform();
});
afterAll(() => t.close());

const dayIn = (days: number) => new Date(t.clock.now().getTime() + days * DAY).toISOString().slice(0, 10);

beforeEach(async () => {
  const admin = await anAdmin(t.platform);
  ada = await aUser(t.platform, { cash: 50_000 });
  propertyId = (await anApprovedProperty(t.platform, { admin, shares: 100, price: 1_000 })).id;
  const [first] = legalVersions.terms;
  const changes = ['Resales settle at once.'];
  legalVersions.terms.push({ ...first, version: 2, effectiveOn: dayIn(1), changes });
});
afterEach(() => {
  legalVersions.terms.length = 1;
});

const invest = async (requestId = newKey()) =>
  api(await personOf(t.platform, { ...ada, role: 'user' })).investing.invest({
    propertyId,
    shares: 1,
    requestId,
  });

test('a new version asks from its day on, lists its changes, and does not ask again once it is accepted', async () => {
  const me = api(ada);
  expect(await me.legal.due()).toEqual([]);
  expect(await refusalOf(me.legal.accept({ id: 'terms', version: 2 }))).toBe('OLD_VERSION');
  expect(await refusalOf(me.legal.document({ id: 'terms', version: 2 }))).toBe('VERSION_NOT_FOUND');
  t.clock.advance(DAY);
  expect(await me.legal.document({ id: 'terms' })).toMatchObject({ version: 2, draft: true });
  expect(await me.legal.document({ id: 'terms', version: 1 })).toMatchObject({ version: 1 });
  expect(await me.legal.due()).toMatchObject([
    { id: 'terms', version: 2, changes: ['Resales settle at once.'], graceEndsOn: dayIn(GRACE_DAYS) },
  ]);
  expect(await refusalOf(me.legal.accept({ id: 'terms', version: 1 }))).toBe('OLD_VERSION');
  await me.legal.accept({ id: 'terms', version: 2 });
  await me.legal.accept({ id: 'terms', version: 2 });
  expect(await me.legal.due()).toEqual([]);
  const accepted = await rows<{ version: number }>(
    t.platform.db,
    sql`select version from legal_acceptances where user_id = ${ada.id} and document = 'terms' order by version`,
  );
  expect(accepted.map(({ version }) => version)).toEqual([1, 2]);
  const { items } = await me.documentCenter.list();
  const terms = items.filter(({ legal }) => legal?.id === 'terms');
  expect(terms.map(({ id, isSuperseded }) => [id, isSuperseded])).toEqual([
    ['legal:terms', false],
    ['legal:terms:1', true],
  ]);
  const pdf = await me.documentCenter.file({ id: 'legal:terms:1' });
  expect(pdf.name).toBe('commonhold-terms-version-1.pdf');
  expect(await textOfPdf(Buffer.from(pdf.content, 'base64'))).toContain('Version 1, draft. The operator');
  expect(await refusalOf(me.documentCenter.file({ id: 'legal:terms:3' }))).toBe('VERSION_NOT_FOUND');
  const later = await aUser(t.platform);
  expect(await api(later).legal.due()).toEqual([]);
});

test('until the grace is over people invest as before; then money goes out, and none goes in', async () => {
  const key = newKey();
  t.clock.advance((GRACE_DAYS - 1) * DAY);
  const first = await invest(key);
  t.clock.advance(2 * DAY);
  const again = await personOf(t.platform, { ...ada, role: 'user' });
  const cash = await cashOf(t.platform.db, ada.id);
  expect(await refusalOf(invest())).toBe('CONSENT_REQUIRED');
  const deposit = { amountCents: 1_000, requestId: newKey() };
  expect(await refusalOf(api(again).wallet.deposit(deposit))).toBe('CONSENT_REQUIRED');
  expect(await cashOf(t.platform.db, ada.id)).toBe(cash);
  expect(await invest(key)).toEqual(first);
  expect((await api(again).documentCenter.list()).items.length).toBeGreaterThan(0);
  await api(again).wallet.withdraw({ amountCents: 1_000, requestId: newKey() });
  await api(again).legal.accept({ id: 'terms', version: 2 });
  expect((await invest()).shares).toBe(1);
});

test('one more version lets nobody put in money who accepted neither, and asks nobody at once who accepted the last one', async () => {
  const [first] = legalVersions.terms;
  const changes = ['Fees are lower.'];
  const nextDay = GRACE_DAYS + 2;
  legalVersions.terms.push({ ...first, version: 3, effectiveOn: dayIn(nextDay), changes });
  const faithful = await aUser(t.platform, { cash: 50_000 });
  t.clock.advance(DAY);
  await api(faithful).legal.accept({ id: 'terms', version: 2 });
  t.clock.advance((nextDay - 1) * DAY);
  const newest = await aUser(t.platform, { cash: 50_000 });
  const investAs = async (person: Person) =>
    api(await personOf(t.platform, { ...person, role: 'user' })).investing.invest({
      propertyId,
      shares: 1,
      requestId: newKey(),
    });
  const refused = () => withoutConsentAmong(t.platform.db, [ada.id, faithful.id, newest.id], t.clock.now());
  expect(await refusalOf(invest())).toBe('CONSENT_REQUIRED');
  expect(await refused()).toEqual(new Set([ada.id]));
  const again = api(await personOf(t.platform, { ...faithful, role: 'user' }));
  const graceEndsOn = async (person: Person) =>
    (await api(await personOf(t.platform, { ...person, role: 'user' })).legal.due())[0]?.graceEndsOn ?? '';
  expect(await again.legal.due()).toMatchObject([{ id: 'terms', version: 3 }]);
  expect((await graceEndsOn(ada)) <= dayIn(0)).toBe(true);
  expect((await graceEndsOn(faithful)) > dayIn(0)).toBe(true);
  expect((await investAs(faithful)).shares).toBe(1);
  expect((await investAs(newest)).shares).toBe(1);
  await api(await personOf(t.platform, { ...ada, role: 'user' })).legal.accept({ id: 'terms', version: 3 });
  expect((await invest()).shares).toBe(1);
  expect(await refused()).toEqual(new Set());
  t.clock.advance(GRACE_DAYS * DAY);
  expect(await refused()).toEqual(new Set([faithful.id]));
  expect(await refusalOf(investAs(faithful))).toBe('CONSENT_REQUIRED');
});
