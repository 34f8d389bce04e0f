import { sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { certificatePdf } from '#features/certificates/server/index.ts';
import { statementMonthsOf, statementPdf } from '#features/statements/server/index.ts';
import { after, DAY, MINUTE, SECOND } from '#kernel/time.ts';
import { rows } from '#platform/server/database/db.ts';
import type { Files } from '#platform/server/ports/files.ts';
import { systemActor } from '#platform/server/security/caller.ts';
import {
  anAdmin,
  anApprovedProperty,
  api,
  aUser,
  newKey,
  type Person,
  personOf,
} from '#tests/support/actors.ts';
import { attach, personal } from '#tests/support/applicants.ts';
import { refusalOf } from '#tests/support/checks.ts';
import { indexesUsed } from '#tests/support/plans.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { testFiles } from '#tests/support/ports.ts';
import { aSubmission } from '#tests/support/submissions.ts';
import { exportParts } from './export-parts.ts';
import { makeExport } from './make-export.ts';
import { exportedFile } from './own-data.queries.ts';
import { personTables } from './person-tables.ts';

/** Files in memory, on a disk that the test fills. */
function filesOnSmallDisk(): ReturnType<typeof testFiles> & {
  refuse(times: number): void;
  /** Holds back the exports that are stored from now on until the function that it returns is called. */
  holdNext(): () => void;
  /** Number of exports that are held back. */
  held(): number;
} {
  const files = testFiles();
  let refused = 0;
  let held = 0;
  let released: Promise<void> | null = null;
  const put: Files['put'] = async (key, bytes, mediaType) => {
    if (key.startsWith('export/') && refused > 0) {
      refused -= 1;
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    }
    if (key.startsWith('export/') && released) {
      held += 1;
      await released;
    }
    await files.put(key, bytes, mediaType);
  };
  const holdNext = () => {
    let release = () => {};
    released = new Promise((resolve) => {
      release = resolve;
    });
    return () => {
      released = null;
      release();
    };
  };
  const refuse = (times: number) => {
    refused = times;
  };
  return { ...files, put, refuse, holdNext, held: () => held };
}

const files = filesOnSmallDisk();
let t: Awaited<ReturnType<typeof testPlatform>>;
let ada: Person;
let bea: Person;
let propertyId: number;
beforeAll(async () => {
  t = await testPlatform({ replace: { files } });
  const admin = await anAdmin(t.platform);
  propertyId = (await anApprovedProperty(t.platform, { admin, shares: 100, price: 1_000 })).id;
  [ada, bea] = [await aUser(t.platform, { cash: 100_000 }), await aUser(t.platform, { cash: 100_000 })];
  await api(bea).identity.updateProfile({ firstName: 'Beatrix', lastName: 'Otherwise' });
  for (const person of [ada, bea]) {
    await api(person).kyc.savePersonal(personal);
    await attach(person, 'idDocument', { name: `${person.id}: passport.png` });
    await api(person).investing.invest({ propertyId, shares: 4, requestId: newKey() });
    await aSubmission(person, { name: `House of ${person.id}` });
  }
  const order = { propertyId, shares: 2, pricePerShareCents: 1_000 };
  const listing = await api(bea).resale.openListing({ ...order, requestId: newKey() });
  const purchase = { listingId: listing.id, shares: 2, expectedTotalCents: 2_000 };
  await api(ada).resale.buyShares({ ...purchase, requestId: newKey() });
  await t.platform.db.execute(sql`
    insert into drawn_documents values (${ada.id}, 'statement', '2026-01', convert_to('%PDF of Ada', 'UTF8'),
      encode(sha256(convert_to('%PDF of Ada', 'UTF8')), 'hex'), now())`);
  await t.platform.jobs.drain();
});
afterAll(() => t.close());

const recently = (person: Person) => personOf(t.platform, { ...person, role: 'user' });
const request = (person: Person) => api(person).ownData.requestExport({ requestId: newKey() });
const newest = async (person: Person) => (await api(person).ownData.exports())[0];
const download = async (person: Person, id: string) =>
  unzipSync((await exportedFile(t.platform, person.actor, id)).bytes);

test('holds the rows, tables, PDFs and files of the person, and nothing of anyone else', async () => {
  const me = await recently(ada);
  const { id } = await request(me);
  expect((await newest(me))?.status).toBe('preparing');
  expect(await refusalOf(exportedFile(t.platform, me.actor, id))).toBe('NOT_FOUND');
  await t.platform.jobs.drain();
  expect(await newest(me)).toMatchObject({ status: 'ready', partsDone: 4, parts: 4 });
  const archive = await download(me, id);
  const text = (name: string) => strFromU8(archive[name] ?? new Uint8Array());
  const json = (name: string) =>
    JSON.parse(text(`${name}.json`)) as Record<string, Record<string, unknown>[]>;
  const everything = Object.keys(archive).map((name) => `${name}\n${text(name)}`);
  for (const other of [bea.id, bea.email, 'Beatrix', personal.ssn, 'password_hash', 'sealed'])
    expect(
      everything.filter((file) => file.replaceAll(/stored sealed|audit_unsealed/g, '').includes(other)),
    ).toEqual([]);
  expect(json('account').users).toMatchObject([{ id: ada.id, email: ada.email, first_name: 'Ada' }]);
  expect(json('identity').kyc_applications).toMatchObject([{ phone: personal.phone }]);
  expect(json('investments').investments).toMatchObject([{ shares: 4, total_amount: 40 }]);
  expect(json('resale').resale_trades).toMatchObject([{ side: 'bought', shares: 2 }]);
  expect(json('properties').submissions).toMatchObject([{ name: `House of ${ada.id}` }]);
  expect(JSON.stringify(json('money').ledger_transfers)).toContain('another person');
  const lines = (name: string) => text(name).trim().split('\r\n').slice(1);
  expect(lines('lots.csv').map((line) => line.split(',').at(3))).toEqual(['4', '2']);
  expect(lines('trades.csv')).toEqual([expect.stringContaining(',bought,2,10.00,20.00,')]);
  const cash = lines('transactions.csv').map((line) => Number(line.split(',')[2]));
  const [account] = json('money').ledger_accounts?.filter(({ kind }) => kind === 'user_cash') ?? [];
  expect(Math.round(cash.reduce((sum, amount) => sum + amount * 100, 0))).toBe(account?.balance);
  expect(text('drawn/statement-2026-01.pdf')).toBe('%PDF of Ada');
  const stored = await rows<{ key: string }>(
    t.platform.db,
    sql`select purpose || '/' || id as key from stored_files where user_id = ${ada.id} order by 1`,
  );
  const uploaded = Object.keys(archive).filter((name) => name.startsWith('files/'));
  expect(uploaded).toHaveLength(stored.length);
  for (const { key } of stored) {
    const name = uploaded.find((one) => one.startsWith(`files/${key}`)) ?? '';
    expect(archive[name]).toEqual((await t.platform.files.get(key)) ?? new Uint8Array());
  }
  for (const [table, { exported }] of Object.entries(personTables))
    if ('why' in exported) expect(text('README.txt')).toContain(`${table}: ${exported.why}`);
});

test('has what the person sold as well, and finds it without reading everyone’s trades', async () => {
  const me = await recently(bea);
  const { id } = await request(me);
  await t.platform.jobs.drain();
  const text = strFromU8((await download(me, id))['trades.csv'] ?? new Uint8Array());
  expect(text.trim().split('\r\n').slice(1)).toEqual([expect.stringContaining(',sold,2,10.00,20.00,')]);
  const { exported } = personTables.resale_trades ?? {};
  if (!exported || 'why' in exported) throw new Error('trades are not exported');
  const used = await indexesUsed(t.platform, 'resale_trades', (runner) =>
    rows(runner, exported.rowsOf(bea.id)),
  );
  expect(used).toEqual(new Set(['resale_trades_buyer', 'resale_trades_pkey']));
});

test('is made and handed out only to the person, after a recent proof of identity, for three days', async () => {
  const [me, other] = [await recently(ada), await recently(bea)];
  const { id } = await request(me);
  expect(await refusalOf(request(me))).toBe('EXPORT_RUNNING');
  await t.platform.jobs.drain();
  expect(await refusalOf(exportedFile(t.platform, other.actor, id))).toBe('NOT_FOUND');
  t.clock.advance(11 * MINUTE);
  expect(await refusalOf(exportedFile(t.platform, me.actor, id))).toBe('CONFIRM_IDENTITY');
  expect(await refusalOf(request(me))).toBe('CONFIRM_IDENTITY');
  expect(files.stored.has(`export/${id}`)).toBe(true);
  t.clock.advance(3 * DAY);
  const later = await recently(ada);
  expect(await refusalOf(exportedFile(t.platform, later.actor, id))).toBe('NOT_FOUND');
  expect(await newest(later)).toBeUndefined();
  await t.platform.jobs.drain();
  expect([...files.stored.keys()].filter((key) => key.startsWith('export/'))).toEqual([]);
});

test('a full disk leaves no partial file: the try is repeated, and given up after the fifth', async () => {
  const me = await recently(ada);
  files.refuse(2);
  const { id } = await request(me);
  await t.platform.jobs.drain();
  expect(await newest(me)).toMatchObject({ status: 'preparing', isRepeated: true, partsDone: 0, size: null });
  expect(await refusalOf(exportedFile(t.platform, me.actor, id))).toBe('NOT_FOUND');
  for (const wait of [1, 1]) {
    t.clock.advance(wait * MINUTE);
    await t.platform.jobs.drain();
  }
  expect(await newest(me)).toMatchObject({ status: 'ready' });
  const again = await recently(ada);
  expect(Object.keys(await download(again, id))).toContain('account.json');
  files.refuse(5);
  const { id: lost } = await request(again);
  for (let tries = 0; tries < 5; tries += 1) {
    await t.platform.jobs.drain();
    t.clock.advance(20 * MINUTE);
  }
  expect((await newest(again))?.status).toBe('failed');
  expect(files.stored.has(`export/${lost}`)).toBe(false);
  files.refuse(0);
});

test('has the documents that nobody opened, names that every system unpacks, and why a file is left out', async () => {
  const { code } = await api(ada).certificates.issue({ propertyId, requestId: newKey() });
  await t.platform.db.execute(sql`
    insert into drawn_documents values (${ada.id}, 'tax_summary', '2026:3f0a9c17be52', convert_to('%PDF', 'UTF8'),
      encode(sha256(convert_to('%PDF', 'UTF8')), 'hex'), now())`);
  t.clock.advance(40 * DAY);
  await t.platform.jobs.drain();
  const [month = ''] = await statementMonthsOf(t.platform.db, ada.id);
  const [lost] = await rows<{ key: string }>(
    t.platform.db,
    sql`select purpose || '/' || id as key from stored_files where user_id = ${ada.id} limit 1`,
  );
  await t.platform.files.remove(lost?.key ?? '');
  const me = await recently(ada);
  const { id } = await request(me);
  await t.platform.jobs.drain();
  const archive = await download(me, id);
  const names = Object.keys(archive);
  expect(names.filter((name) => /[<>:"\\|?*]/.test(name))).toEqual([]);
  expect(names).toContain('drawn/tax_summary-2026-3f0a9c17be52.pdf');
  const statement = await statementPdf(t.platform, ada.id, month);
  expect(archive[`drawn/statement-${month}.pdf`]).toEqual(statement.bytes);
  const certificate = await certificatePdf(t.platform, ada.id, code);
  expect(archive[`drawn/certificate-${code}.pdf`]).toEqual(certificate.bytes);
  expect(strFromU8(archive['files/left-out.csv'] ?? new Uint8Array())).toContain('no longer stored');
});

test('is made one at a time by a server, and the others wait for their turn without using up a try', async () => {
  const people = [await recently(ada), await recently(bea)];
  const release = files.holdNext();
  const ids: string[] = [];
  for (const person of people) ids.push((await request(person)).id);
  const jobsOf = sql`select status, attempts, run_at > ${after(t.clock.now(), 5 * SECOND).toISOString()}::timestamptz as waits from jobs
    where kind = 'ownData.makeExport' and payload->>'exportId' in ${ids} order by status, run_at`;
  const drained = t.platform.jobs.drain();
  await expect
    .poll(() => rows(t.platform.db, jobsOf))
    .toEqual([
      { status: 'waiting', attempts: 1, waits: false },
      { status: 'waiting', attempts: 0, waits: true },
    ]);
  await expect.poll(() => files.held()).toBe(1);
  release();
  await drained;
  t.clock.advance(MINUTE / 2);
  await t.platform.jobs.drain();
  for (const person of people) expect((await newest(person))?.status).toBe('ready');
});

describe('by a try of its own', () => {
  const tryOnce = (exportId: string, attempts: number, signal = new AbortController().signal) =>
    makeExport(
      { platform: t.platform, caller: { actor: systemActor('test') } },
      { exportId },
      { id: exportId, attempts, signal },
    );

  test.each([
    ['is made after one server was lost', 2, 'ready'],
    ['is given up after two were', 3, 'failed'],
  ])('%s', async (_, attempts, status) => {
    const me = await recently(ada);
    const { id } = await request(me);
    await tryOnce(id, attempts);
    expect((await newest(me))?.status).toBe(status);
    await t.platform.jobs.drain();
  });

  test('is not made further once the try counts no more, and nothing of it is stored', async () => {
    const me = await recently(ada);
    const { id } = await request(me);
    await expect(tryOnce(id, 1, AbortSignal.abort(new Error('took too long')))).rejects.toThrow(
      'took too long',
    );
    expect(await newest(me)).toMatchObject({ status: 'preparing', partsDone: 0, isRepeated: false });
    await t.platform.jobs.drain();
    expect(await newest(me)).toMatchObject({ status: 'ready' });
  });
});

test('names requests about the person, without what admins wrote to each other', async () => {
  await t.platform.db.execute(sql`
    insert into approval_requests
      (id, command, input, input_hash, subject, title, facts, path, reason, requested_by, requested_at, expires_at)
    values (${newKey()}, 'freezes.unfreeze', '{}', 'x', ${`user:${ada.id}`}, 'Unfreeze the account',
            '[{"label": "Frozen because", "value": "a suspicion"}]', '/admin', 'a second suspicion', ${bea.id}, now(),
            now() + interval '1 day')`);
  const me = await recently(ada);
  const { id } = await request(me);
  await t.platform.jobs.drain();
  const account = strFromU8((await download(me, id))['account.json'] ?? new Uint8Array());
  expect(account).toContain('Unfreeze the account');
  expect(account).not.toContain('suspicion');
});

test('lists the drawn documents for which there is no room', async () => {
  await t.platform.db.execute(sql`
    insert into drawn_documents
    select ${ada.id}, 'statement', '2025-0' || n, b, encode(sha256(b), 'hex'), now()
    from (values (1, 500), (2, 1500)) sizes (n, size), convert_to(repeat('0', size), 'UTF8') b`);
  const packed = new Map<string, Uint8Array>();
  for (const part of exportParts)
    for await (const { name, bytes } of part(t.platform, ada.id, { roomLeft: 1_000, signal: undefined }))
      packed.set(name, bytes);
  expect([...packed.keys()].filter((name) => name.startsWith('drawn/statement-2025-0'))).toEqual([
    'drawn/statement-2025-01.pdf',
  ]);
  expect(strFromU8(packed.get('drawn/left-out.csv') ?? new Uint8Array())).toContain(
    'statement-2025-02.pdf,1500,The download had reached its size limit.',
  );
});

test('goes with the account', async () => {
  const cleo = await aUser(t.platform);
  const { id } = await request(cleo);
  await t.platform.jobs.drain();
  expect(files.stored.has(`export/${id}`)).toBe(true);
  await api(cleo).ownData.closeAccount({ confirmation: 'close my account', requestId: newKey() });
  await t.platform.jobs.drain();
  expect(files.stored.has(`export/${id}`)).toBe(false);
});
