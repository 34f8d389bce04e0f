import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noLines } from '#features/distributions/distributions.rules.ts';
import { uploadDocument } from '#features/documents/server/index.ts';
import { noBoxes } from '#features/tax/tax.rules.ts';
import { rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { anAdmin, anApprovedProperty, api, aUser, newKey, on, type Person } from '../support/actors.ts';
import { expectBooksBalance, refusalOf } from '../support/checks.ts';
import { eventually } from '../support/eventually.ts';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';
import { shiftedClock, testFiles } from '../support/ports.ts';
import { aPdf } from '../support/uploads.ts';

const clock = shiftedClock();

let t: PostgresPlatform;
let other: Platform;
let admin: Person;
let owner: Person;
let propertyId: number;
beforeAll(async () => {
  t = await postgresPlatform({ clock, replace: { files: testFiles() } });
  other = await t.another({ clock });
  clock.moveTo(new Date('2026-07-02T10:00:00Z'));
  admin = await anAdmin(t.platform);
  owner = await aUser(t.platform, { cash: 1_000_000 });
  ({ id: propertyId } = await anApprovedProperty(t.platform, { owner, admin }));
  for (const shares of [3, 4, 6]) {
    const person = await aUser(t.platform, { cash: 100_000 });
    await api(person).investing.invest({ propertyId, shares, requestId: newKey() });
  }
  await t.platform.jobs.drain();
  clock.moveTo(new Date('2026-10-02T09:00:00Z'));
  for (const month of ['2026-07', '2026-08', '2026-09']) {
    const lines = { ...noLines, rentCents: 33_337 };
    await api(owner).distributions.reportMonth({ propertyId, month, lines, requestId: newKey() });
  }
  await t.platform.jobs.drain();
  const id = `${propertyId}-2026-Q3`;
  const { netCents, preparedAt } = await api(admin).distributions.statement({ id });
  const approval = { id, expectedNetCents: netCents, preparedAt, requestId: newKey() };
  await api(admin).distributions.approve(approval);
  clock.moveTo(new Date('2026-10-15T09:00:00Z'));
  await t.platform.jobs.drain();
  clock.moveTo(new Date('2027-01-02T09:00:00Z'));
});
afterAll(() => t.close());

test('a year is added up for its release before the release locks or writes anything', async () => {
  const template = 'Tax Year,Box 1a';
  const { db } = t.platform;
  const blocked = await other.db.transaction(async (tx) => {
    await tx.execute(sql`lock table tax_classifications in access exclusive mode`);
    const release = api(admin).tax.releaseExport({
      form: '1099-DIV',
      year: 2026,
      template,
      requestId: newKey(),
    });
    const refused = refusalOf(release);
    const waiting = sql`select pid from pg_locks where not granted and relation = 'tax_classifications'::regclass`;
    await eventually(async () => (await rows(db, waiting)).length === 1);
    const written = await rows(
      db,
      sql`select 1 from pg_locks where granted and mode = 'RowExclusiveLock' and pid in (${waiting})`,
    );
    return { refused, written };
  });
  expect(blocked.written).toEqual([]);
  expect(await blocked.refused).toBe('NOT_CLASSIFIED');
});

test('of two admins who classify a year at once, one does, and the other has to look at it first', async () => {
  const facts = { kind: 'tax_record', title: 'Letter', dated: '2026-12-31' } as const;
  const file = { ...facts, propertyId, name: 'letter.pdf', bytes: aPdf() };
  const { id: documentId } = await uploadDocument(admin, file);
  const second = on(other, await anAdmin(t.platform));
  const [year] = (await api(admin).tax.taxableYears({})).items;
  const cashCents = year?.cashCents ?? 0;
  for (let version = 0; version < 4; version += 1) {
    const about = { propertyId, year: 2026, replaces: version, documentId };
    const classify = (by: Person, returnOfCapitalCents: number) =>
      api(by).tax.classify({
        ...about,
        ...noBoxes,
        ordinaryCents: cashCents - returnOfCapitalCents,
        returnOfCapitalCents,
        requestId: newKey(),
      });
    const outcomes = await Promise.all(
      [classify(admin, 101), classify(second, 1_003)].map((work) =>
        work.then(
          () => 'done',
          (error: unknown) => refusalOf(Promise.reject(error)),
        ),
      ),
    );
    expect(outcomes.sort()).toEqual(['CLASSIFIED_MEANWHILE', 'done']);
  }
  const [after] = (await api(admin).tax.taxableYears({})).items;
  expect(after?.versions.map(({ version }) => version)).toEqual([4, 3, 2, 1]);
  await expectBooksBalance(t.platform);
});
