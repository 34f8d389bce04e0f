import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { invest } from '#features/investing/server/index.ts';
import { archivedTransfers } from '#features/ledger/server/index.ts';
import { newId } from '#kernel/ids.ts';
import { monthStart } from '#kernel/months.ts';
import { DAY, HOUR, after as later } from '#kernel/time.ts';
import { anApprovedProperty, aUser } from '#tests/support/actors.ts';
import { type TestPlatform, testPlatform } from '#tests/support/platform.ts';
import { testClock } from '#tests/support/ports.ts';
import { archivedAuditRows } from '../../audit/archived-audit-rows.ts';
import type { ArchivedTable, Cells } from '../../audit/archived-table.ts';
import { sealAll } from '../../audit/audit-chain.ts';
import { AUDIT_QUEUE } from '../../commands/records.ts';
import { insertQueued } from '../../database/columns.ts';
import { type Database, rows, type Transaction } from '../../database/db.ts';
import { archiveFindings } from './archive-findings.ts';
import type { ArchivedMonth } from './archive-list.ts';
import { ARCHIVE_DELAY_DAYS, type Archive, archivedMonths, archiveMonths } from './archive-months.ts';
import { openParquet } from './parquet-file.ts';

const keys = [{ id: 'test', secret: new Uint8Array(32).fill(7, 1) }];
const folders: string[] = [];
const newArchive = (): Archive => {
  const folder = mkdtempSync(join(tmpdir(), 'commonhold-archive-'));
  folders.push(folder);
  return { folder, keys, ledger: archivedTransfers };
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function archiveAt(db: Database, archive: Archive, now: Date): Promise<ArchivedMonth[]> {
  const made: ArchivedMonth[] = [];
  await archiveMonths(db, archive, { now, onMonth: (month) => made.push(month) });
  return made;
}

async function driftsOf(db: Database, archive: Archive): Promise<string[]> {
  const findings = await archiveFindings(db, archive);
  return findings.flatMap(({ drifts }) => drifts.map(({ subject, detail }) => `${subject}: ${detail}`));
}

/** The rows of all files of a table, month after month. */
async function archivedRows(archive: Archive, name: 'ledger' | 'audit'): Promise<Cells[]> {
  const found: Cells[] = [];
  for (const month of archivedMonths(archive)) {
    const { columns, rowsOf } = await openParquet(join(archive.folder, month[name].name));
    for await (const batch of rowsOf(columns)) found.push(...batch);
  }
  return found;
}

/** The newest moment of a file's rows, in milliseconds; 0 without any. */
async function newestIn({ folder }: Archive, name: string): Promise<number> {
  let newest = 0;
  for await (const batch of (await openParquet(join(folder, name))).rowsOf(['at']))
    for (const [at] of batch) newest = Math.max(newest, Number(at) / 1000);
  return newest;
}

async function storedRows(db: Database, table: ArchivedTable): Promise<Cells[]> {
  const found = await rows<{ cells: Cells }>(db, table.rowsOf({ after: 0, through: 1e9 }, 1e9));
  return found.map(({ cells }) => cells);
}

/** Four months of books, of which the third is empty. */
describe('months of the books', () => {
  let t: TestPlatform;
  let archive: Archive;
  /** An id that no transfer got, as after a rollback. */
  let unusedId: number;
  const END = new Date('2026-05-20T00:00:00Z');

  async function takeId(): Promise<number> {
    const next = sql`select nextval(pg_get_serial_sequence('ledger_transfers', 'id'))::int as id`;
    const [taken] = await rows<{ id: number }>(t.platform.db, next);
    return taken?.id ?? 0;
  }

  beforeAll(async () => {
    const clock = testClock(new Date('2026-01-10T12:00:00Z'));
    t = await testPlatform({ clock });
    const { id: propertyId } = await anApprovedProperty(t.platform, { shares: 500 });
    for (const month of ['2026-01', '2026-02', '2026-04']) {
      if (month === '2026-02') unusedId = await takeId();
      clock.moveTo(new Date(`${month}-15T12:00:00Z`));
      const buyer = await aUser(t.platform, { cash: 1_000_000 });
      await Promise.all([1, 2].map((shares) => invest(buyer, { propertyId, shares, requestId: newId() })));
      await invest(buyer, { propertyId, shares: 3, requestId: newId() });
    }
    await sealAll(t.platform.db);
  });
  afterAll(() => t.close());
  beforeEach(() => {
    archive = newArchive();
  });

  test('are archived whole, each row in one file, with their sums and the head of the chain', async () => {
    const { db } = t.platform;
    const made = await archiveAt(db, archive, END);
    expect(made.map(({ month }) => month)).toEqual(['2026-01', '2026-02', '2026-03', '2026-04']);
    expect(made.map(({ ledger }) => ledger.rows > 0)).toEqual([true, true, false, true]);
    expect(archivedMonths(archive)).toEqual(made);
    expect(await archivedRows(archive, 'ledger')).toEqual(await storedRows(db, archivedTransfers));
    expect(await archivedRows(archive, 'audit')).toEqual(await storedRows(db, archivedAuditRows));
    const sums = await rows<{ month: string; code: string; total: string }>(
      db,
      sql`select to_char(at at time zone 'UTC', 'YYYY-MM') as month, code, sum(amount)::text as total
          from ledger_transfers group by 1, 2`,
    );
    for (const { month, code, total } of sums)
      expect(made.find((one) => one.month === month)?.sums[code]).toBe(total);
    const heads = await rows<{ position: number; hash: string }>(
      db,
      sql`select position::float8 as position, hash from audit_seals`,
    );
    for (const { audit, chainHead } of made)
      expect(heads.find(({ position }) => position === audit.through)?.hash).toBe(chainHead);
    expect(await driftsOf(db, archive)).toEqual([]);
    expect(await archiveAt(db, archive, END)).toEqual([]);
  });

  test('are archived from the third day after their end on', async () => {
    const due = later(new Date('2026-02-01T00:00:00Z'), ARCHIVE_DELAY_DAYS * DAY);
    expect(await archiveAt(t.platform.db, archive, later(due, -1))).toEqual([]);
    expect((await archiveAt(t.platform.db, archive, due)).map(({ month }) => month)).toEqual(['2026-01']);
  });

  test('that a killed run has left in part are archived as if it had not run', async () => {
    const whole = newArchive();
    await archiveAt(t.platform.db, whole, END);
    const read = ({ folder }: Archive) =>
      Object.fromEntries(
        readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'base64')]),
      );
    const names = readdirSync(whole.folder);
    const [january] = readFileSync(join(whole.folder, 'months.jsonl'), 'utf8').split('\n');
    // Killed while a draft was written, before the line, and within the line.
    writeFileSync(join(archive.folder, 'ledger-2026-01.parquet.part'), 'half');
    writeFileSync(join(archive.folder, 'ledger-2026-01.parquet'), 'of an earlier moment');
    writeFileSync(join(archive.folder, 'months.jsonl'), (january ?? '').slice(0, 100));
    await archiveAt(t.platform.db, archive, END);
    expect(readdirSync(archive.folder)).toEqual(names);
    expect(read(archive)).toEqual(read(whole));
  });

  test.each(['ledger-2026-02.parquet', 'audit-2026-03.parquet'])(
    'with one bit of %s changed are named, and so is a file that is missing',
    async (name) => {
      await archiveAt(t.platform.db, archive, END);
      const file = join(archive.folder, name);
      const bytes = readFileSync(file);
      for (const at of [0, Math.floor(bytes.length / 2), bytes.length - 1]) {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ 1;
        writeFileSync(file, changed);
        expect(await driftsOf(t.platform.db, archive)).toEqual([
          `${name}: has other bytes than it was written with`,
        ]);
      }
      truncateSync(file, bytes.length - 1);
      expect(await driftsOf(t.platform.db, archive)).toEqual([
        `${name}: has other bytes than it was written with`,
      ]);
      rmSync(file);
      expect(await driftsOf(t.platform.db, archive)).toEqual([`${name}: is missing`]);
    },
  );

  /** What is found after damage that bypassed the triggers; the damage is undone. */
  async function driftsAfter(
    damage: string,
    find: (db: Database) => Promise<unknown> = (db) => driftsOf(db, archive),
  ): Promise<unknown> {
    const undo = new Error('undo');
    let found: unknown;
    await t.platform.db
      .transaction(async (tx: Transaction) => {
        await tx.execute(sql`set local session_replication_role = replica`);
        await tx.execute(sql.raw(damage));
        found = await find(tx as unknown as Database);
        throw undo;
      })
      .catch((error) => {
        if (error !== undo) throw error;
      });
    return found;
  }

  test.each([
    [
      'update ledger_transfers set amount = amount + 1 where id = 2',
      'transfer 2: differs from ledger-2026-01.parquet in amount',
    ],
    [
      "update ledger_transfers set at = at + interval '1 microsecond' where id = 2",
      'transfer 2: differs from ledger-2026-01.parquet in at',
    ],
    ['delete from ledger_transfers where id = 2', 'transfer 2: is gone, ledger-2026-01.parquet has it'],
    [
      "update audit_log set subject = 'x' where seq = (select seq from audit_seals where position = 3)",
      'audit row at position 3: differs from audit-2026-01.parquet in content, subject',
    ],
    [
      "update audit_seals set hash = repeat('0', 64) where position = 3",
      'audit row at position 3: differs from audit-2026-01.parquet in hash',
    ],
    [
      'delete from audit_log where seq = (select seq from audit_seals where position = 3)',
      'audit row at position 3: is gone, audit-2026-01.parquet has it',
    ],
  ])('name the row that is not as it was archived: %s', async (damage, expected) => {
    await archiveAt(t.platform.db, archive, END);
    expect(await driftsAfter(damage)).toEqual([expected]);
  });

  test('are not archived while the chain is broken', async () => {
    const broken =
      'update audit_log set subject = repeat(subject, 2) where seq = (select seq from audit_seals where position = 3)';
    await expect(driftsAfter(broken, (db) => archiveAt(db, archive, END))).rejects.toThrow(
      'The audit row at position 3 does not continue the chain.',
    );
    expect(archivedMonths(archive)).toEqual([]);
  });

  test('name a transfer that was added to an archived month', async () => {
    await archiveAt(t.platform.db, archive, END);
    const added = `insert into ledger_transfers (id, operation_id, code, debit_account, credit_account, asset, amount, at)
      overriding system value select ${unusedId}, operation_id, code, debit_account, credit_account, asset, amount, at
      from ledger_transfers where id = 2`;
    expect(await driftsAfter(added)).toEqual([
      `transfer ${unusedId}: was added, ledger-2026-01.parquet does not have it`,
    ]);
  });

  test('are not added to the archive of another database', async () => {
    await archiveAt(t.platform.db, archive, new Date('2026-02-10T00:00:00Z'));
    const other = await testPlatform({ clock: testClock(new Date('2026-01-20T12:00:00Z')) });
    try {
      await aUser(other.platform);
      await sealAll(other.platform.db);
      await expect(archiveAt(other.platform.db, archive, END)).rejects.toThrow(
        'The archive goes on to 2026-01, and this database has another audit log',
      );
    } finally {
      await other.close();
    }
  });
});

describe('any history', () => {
  const step = fc.record({
    kind: fc.constantFrom('transfer', 'audit row', 'archive'),
    hours: fc.integer({ min: 0, max: 400 }),
    // The clock of the server that wrote the row was behind.
    behindMinutes: fc.integer({ min: 0, max: 59 }),
  });

  /** A row that a command could have written at a moment; not of a real operation. */
  async function write(db: Database, kind: 'transfer' | 'audit row', at: Date): Promise<void> {
    const moment = sql`${at.toISOString()}::timestamptz + interval '7 microseconds'`;
    if (kind === 'transfer')
      await db.execute(sql`
        insert into ledger_transfers (operation_id, code, debit_account, credit_account, asset, amount, at)
        values (${newId()}::uuid, 'deposit', 'bank:settlement', 'user:ada:cash', 'USD', 9007199254740991, ${moment})`);
    else
      await db.execute(
        insertQueued(
          sql`insert into audit_log (operation_id, at, action, actor_kind, actor_id, subject, details)
              values (${newId()}::uuid, ${moment}, 'test.done', 'system', 'test', 'ä "quoted" 🏠', '{"text": "a\\nb"}')`,
          AUDIT_QUEUE,
        ),
      );
  }

  test('is not archived while an audit row of the month has no seal', async () => {
    const t = await testPlatform();
    try {
      await write(t.platform.db, 'audit row', new Date('2026-01-31T20:00:00Z'));
      await expect(archiveAt(t.platform.db, newArchive(), new Date('2026-03-01T00:00:00Z'))).rejects.toThrow(
        'The audit log is not sealed yet.',
      );
    } finally {
      await t.close();
    }
  });

  test('with a row of a clock that was years ahead has it in the month of its neighbors, and goes on after it', async () => {
    const t = await testPlatform();
    const archive = newArchive();
    try {
      const { db } = t.platform;
      const kinds = ['transfer', 'audit row'] as const;
      for (const day of ['2026-01-20', '2031-05-05', '2026-01-30', '2026-02-10', '2026-03-10'])
        for (const kind of kinds) await write(db, kind, new Date(`${day}T12:00:00Z`));
      await sealAll(db);
      await archiveAt(db, archive, new Date('2026-04-10T12:00:00Z'));
      const counts = archivedMonths(archive).map(({ month, ledger, audit }) => [
        month,
        ledger.rows,
        audit.rows,
      ]);
      expect(counts).toEqual([
        ['2026-01', 3, 3],
        ['2026-02', 1, 1],
        ['2026-03', 1, 1],
      ]);
    } finally {
      await t.close();
    }
  });

  test('is archived with each row in the one file of a month, whenever months are archived', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const t = await testPlatform();
        const archive = newArchive();
        try {
          const { db } = t.platform;
          let now = new Date('2026-01-31T20:00:00Z');
          for (const { kind, hours, behindMinutes } of steps) {
            now = later(now, hours * HOUR);
            if (kind !== 'archive') await write(db, kind, later(now, (-behindMinutes * HOUR) / 60));
            await sealAll(db);
            if (kind === 'archive') await archiveAt(db, archive, now);
          }
          await archiveAt(db, archive, later(now, 40 * DAY));
          expect(await archivedRows(archive, 'ledger')).toEqual(await storedRows(db, archivedTransfers));
          expect(await archivedRows(archive, 'audit')).toEqual(await storedRows(db, archivedAuditRows));
          expect(await driftsOf(db, archive)).toEqual([]);
          for (const { month, ledger, audit } of archivedMonths(archive))
            for (const { name } of [ledger, audit])
              expect(await newestIn(archive, name)).toBeLessThan(monthStart(month, 1).getTime());
        } finally {
          await t.close();
        }
      }),
      { numRuns: 6 },
    );
  });
});
