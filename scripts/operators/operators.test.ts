import { execFile } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compose } from '#app/server/compose.ts';
import { jobs } from '#db/schema/platform.ts';
import { newId } from '#kernel/ids.ts';
import { type OpenDatabase, openEmbedded } from '#platform/server/adapters/database/database.ts';
import { publishChainHead, sealAuditLog } from '#platform/server/audit/audit-chain.ts';
import { rows } from '#platform/server/database/db.ts';
import { parseConfig } from '#platform/server/runtime/config.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { systemActor } from '#platform/server/security/caller.ts';
import { api, aUser, personOf } from '#tests/support/actors.ts';
import { testClock } from '#tests/support/ports.ts';
import { freePort } from '#tests/support/postgres-server.ts';
import { type Ended, scriptHost } from '#tests/support/script-host.ts';
import { buildAll } from '../development/bootstrap.mjs';

let dataDir: string;
let host: ReturnType<typeof scriptHost>;
// The scripts may have to be built first.
const STARTS_LIMIT_MS = 180_000;
const quiet = { LOG_LEVEL: 'silent', SAMPLE_DATA: '0', RATE_LIMITS: 'off' };

beforeAll(async () => {
  await buildAll();
  dataDir = mkdtempSync(path.join(tmpdir(), 'commonhold-operator-'));
  await onDatabase(async (database) => {
    const platform = compose({ config: parseConfig(quiet), database });
    await aUser(platform, { email: 'ada@example.test', cash: 10_000 });
  });
  host = scriptHost(settings());
}, STARTS_LIMIT_MS);

afterAll(() => {
  host?.end();
  rmSync(dataDir, { recursive: true, force: true });
});

const settings = () => ({ ...process.env, ...quiet, DATA_DIR: dataDir, DATABASE_URL: '' });

async function onDatabase<Result>(work: (database: OpenDatabase) => Promise<Result>): Promise<Result> {
  const database = await openEmbedded(dataDir);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

type Script = 'archive' | 'verify' | 'grant-admin' | 'import-comparables' | 'jobs' | 'backup' | 'restore';

/** In a process of its own, as operators start it; once for each script. */
function run(
  script: Script,
  args: string[] = [],
  env: Record<string, string> = {},
  cwd?: string,
): Promise<Ended> {
  const operate = path.join(import.meta.dirname, 'run.mjs');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [operate, script, ...args],
      { cwd, env: { ...settings(), ...env } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

/** In a process that other scripts have run in. */
const runWarm = (script: Script, args: string[] = [], env: Record<string, string> = {}) =>
  host.run(path.join(import.meta.dirname, '../../dist/server', `${script}.js`), args, env);

const roles = () =>
  onDatabase(({ db }) =>
    rows<{ email: string; role: string }>(
      db,
      sql`select email, role from users where email like '%@example.test'`,
    ),
  );

describe('verify', () => {
  test(
    'prints a line for each invariant, and ends well when nothing drifts',
    async () => {
      const { code, out } = await run('verify');
      expect(out).toMatch(/^ *\d+ {2}a balance equals the sum of its transfers: zero drift$/m);
      expect(out.trimEnd()).toMatch(/Zero drift: \d+ invariants checked\.$/);
      expect(code).toBe(0);
    },
    STARTS_LIMIT_MS,
  );

  test(
    'compares the audit chain with the heads that a server has published',
    async () => {
      await onDatabase(async (database) => {
        const platform = compose({ config: parseConfig({ ...quiet, DATA_DIR: dataDir }), database });
        const context = { platform, caller: { actor: systemActor('test') } };
        await sealAuditLog(context, {});
        await publishChainHead(context, {});
      });
      const file = path.join(dataDir, 'audit-heads.jsonl');
      const { code, out, err } = await runWarm('verify', ['--head', file]);
      expect([code, err]).toEqual([0, '']);
      expect(out).toContain('1  the audit chain has every head that was published: zero drift');
      const { position, at } = JSON.parse(readFileSync(file, 'utf8'));
      expect(out).toContain(`The published heads reach to seal ${position}, of ${at}.`);
      expect((await runWarm('verify', ['--head', 'none.jsonl'])).err).toBe('There is no file none.jsonl.\n');
      expect((await runWarm('verify', ['--head', import.meta.filename])).err).toContain(
        'Line 1 is no head of an audit chain.',
      );
      const other = path.join(dataDir, 'cut-off');
      cpSync(path.join(dataDir, 'database'), path.join(other, 'database'), { recursive: true });
      const cut = await openEmbedded(other);
      await cut.db.transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`);
        await tx.execute(sql`delete from audit_log where seq = (select max(seq) from audit_seals)`);
        await tx.execute(sql`delete from audit_seals where seq = (select max(seq) from audit_seals)`);
      });
      await cut.close();
      copyFileSync(path.join(dataDir, 'data-keys'), path.join(other, 'data-keys'));
      const found = await runWarm('verify', ['--head', file], { DATA_DIR: other });
      expect([found.code, found.out]).toEqual([
        1,
        expect.stringContaining('the end of the audit log was cut off'),
      ]);
    },
    STARTS_LIMIT_MS,
  );

  test(
    'ends with code 1 and names what drifts',
    async () => {
      const change = (by: number) =>
        onDatabase(({ db }) => rows(db, sql`update ledger_accounts set balance = balance + ${by}::int`));
      await change(5);
      const { code, out } = await runWarm('verify');
      await change(-5);
      expect(code).toBe(1);
      expect(out).toMatch(/user:\S+:cash: balance 10005, transfers 10000/);
    },
    STARTS_LIMIT_MS,
  );
});

describe('archive', () => {
  test(
    'writes each month that is over once, and verify names a file in which a bit has changed',
    async () => {
      const old = path.join(dataDir, 'old');
      const database = await openEmbedded(old);
      const config = parseConfig({ ...quiet, DATA_DIR: old });
      const platform = compose({ config, database, clock: testClock(new Date('2026-01-10T12:00:00Z')) });
      await aUser(platform, { cash: 10_000 });
      await sealAuditLog({ platform, caller: { actor: systemActor('test') } }, {});
      await database.close();
      const [folder, here] = [path.join(old, 'archive'), { DATA_DIR: old }];
      const first = await runWarm('archive', [folder], here);
      expect([first.code, first.err]).toEqual([0, '']);
      expect(first.out).toMatch(
        /^2026-01: [1-9]\d* transfers, [1-9]\d* audit rows, the audit chain ends with \w{64}\.$/m,
      );
      expect((await runWarm('archive', [folder], here)).out).toBe(
        'No month has ended that is not archived yet.\n',
      );
      expect((await runWarm('archive', [], here)).err).toContain('Usage: npm run archive -- FOLDER');

      const sound = await runWarm('verify', ['--archive', folder], here);
      expect([sound.code, sound.err]).toEqual([0, '']);
      expect(sound.out).toContain('the ledger is the one that was archived: zero drift');
      expect(sound.out).toMatch(/^The archive reaches to 20\d\d-\d\d\.$/m);
      const file = path.join(folder, 'ledger-2026-01.parquet');
      const bytes = readFileSync(file);
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      writeFileSync(file, bytes);
      const broken = await runWarm('verify', ['--archive', folder], here);
      expect(broken.code).toBe(1);
      expect(broken.out).toContain('ledger-2026-01.parquet: has other bytes than it was written with');
      const none = await runWarm('verify', ['--archive', old], here);
      expect([none.code, none.err]).toEqual([1, `There is no archived month in ${old}.\n`]);
    },
    STARTS_LIMIT_MS,
  );
});

describe('import-comparables', () => {
  test(
    'imports the sales of a file once, and names the line of each broken row',
    async () => {
      const file = path.join(dataDir, 'sales.csv');
      const header = 'Source,Date,Address,Zip,Price,SqFt\n';
      const sales = 'County,2026-05-01,"1 Elm Street, Unit 2",78701,"$500,000","2,000"\n';
      writeFileSync(file, `${header}${sales}County,2026-13-01,2 Elm Street,7870,0,big\n`);
      const broken = await run('import-comparables', [file]);
      expect(broken.code).toBe(1);
      expect(broken.err.split('\n').slice(0, 5)).toEqual([
        'line 3: date: Enter the date of the sale, such as 2026-09-30.',
        'line 3: ZIP: Enter a ZIP code, such as 12345 or 12345-6789.',
        'line 3: price: The price must be more than zero.',
        'line 3: sqft: Enter whole square feet.',
        '',
      ]);
      writeFileSync(file, `${header}${sales}`);
      const first = await runWarm('import-comparables', [file]);
      expect([first.err, first.out]).toEqual(['', '1 sales: 1 added, 0 corrected, 0 there already.\n']);
      expect((await runWarm('import-comparables', [file])).out).toContain(
        '0 added, 0 corrected, 1 there already',
      );
      writeFileSync(file, 'Source,Date,Address,Price,SqFt\n');
      expect((await runWarm('import-comparables', [file])).err).toContain('has no column ZIP.');
    },
    STARTS_LIMIT_MS,
  );
});

describe('backup and restore', () => {
  test(
    'carry a database into an empty one by a file in the folder of the caller, and say what stands in the way',
    async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'commonhold-restored-'));
      const file = path.join(folder, 'of-today');
      const into = { DATA_DIR: path.join(folder, 'data') };
      try {
        const backup = await run('backup', ['of-today'], {}, folder);
        expect([backup.code, backup.err, existsSync(file)]).toEqual([0, '', true]);
        const [transfers] = /\d+ transfers/.exec(backup.out) ?? [];
        const restored = await run('restore', ['of-today'], into, folder);
        expect([restored.code, restored.err]).toEqual([0, '']);
        expect(restored.out).toContain(`Restored ${transfers}`);
        expect(restored.out).toMatch(/Zero drift: \d+ invariants checked\.\n$/);
        expect((await runWarm('restore', [file], into)).err).toBe(
          'The database is not empty. Restore into a new one.\n',
        );
        expect((await runWarm('backup', [file])).err).toBe(`${file} exists already. Choose another name.\n`);
        writeFileSync(file, 'Something else');
        const other = await runWarm('restore', [file], { DATA_DIR: path.join(folder, 'other') });
        expect([other.code, other.err]).toEqual([
          1,
          `${file} is damaged, or no backup of Commonhold. Use another copy of it.\n`,
        ]);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    STARTS_LIMIT_MS,
  );
});

describe('restore', () => {
  test(
    'closes again the accounts that were closed after the backup, and refuses a list that nobody has signed',
    async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'commonhold-closed-'));
      const [file, target] = [path.join(folder, 'before'), path.join(folder, 'data')];
      const list = path.join(dataDir, 'closed-accounts.jsonl');
      const inDatabase = (work: (platform: Platform) => Promise<unknown>) =>
        onDatabase((database) =>
          work(compose({ config: parseConfig({ ...quiet, DATA_DIR: dataDir }), database })),
        );
      try {
        await inDatabase((platform) => aUser(platform, { email: 'cleo@example.test' }));
        expect((await runWarm('backup', [file])).code).toBe(0);
        await inDatabase(async (platform) => {
          const [cleo] = await rows<{ id: string }>(
            platform.db,
            sql`select id from users where email = 'cleo@example.test'`,
          );
          const person = await personOf(platform, { id: cleo?.id ?? '', email: '', role: 'user' });
          await api(person).ownData.closeAccount({ confirmation: 'close my account', requestId: newId() });
          await platform.jobs.drain({ schedules: [] });
        });
        mkdirSync(target);
        copyFileSync(path.join(dataDir, 'data-keys'), path.join(target, 'data-keys'));
        const forged = path.join(folder, 'forged');
        writeFileSync(forged, readFileSync(list, 'utf8').replace(/"userId":"./, '"userId":"z'));
        const into = { DATA_DIR: target };
        const refused = await runWarm('restore', [file, '--closed', forged], into);
        expect([refused.code, refused.err]).toEqual([1, `${forged}: Line 1 has a wrong signature.\n`]);
        const { out, err } = await runWarm('restore', [file, '--closed', list], into);
        expect(err).toBe('');
        expect(out).toMatch(/^Closed account \S+ again, as on \d{4}-\S+Z\.$/m);
        expect(out).toMatch(/Zero drift: \d+ invariants checked\.\n$/);
        const restored = await openEmbedded(target);
        const emails = await rows<{ email: string }>(restored.db, sql`select email from users`);
        await restored.close();
        expect(emails.map(({ email }) => email)).not.toContain('cleo@example.test');
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    STARTS_LIMIT_MS,
  );
});

describe('grant-admin', () => {
  test(
    'makes an account an admin, once, and takes the role away again',
    async () => {
      const first = await run('grant-admin', ['ADA@example.test']);
      expect([first.code, first.out]).toEqual([
        0,
        'ADA@example.test is an admin now, and has to sign in again.\n',
      ]);
      expect(await roles()).toEqual([{ email: 'ada@example.test', role: 'admin' }]);
      expect((await runWarm('grant-admin', ['ada@example.test'])).out).toContain('is an admin already');
      const last = await runWarm('grant-admin', ['ada@example.test', '--revoke']);
      expect(last.out).toBe('ada@example.test is no admin now, and has to sign in again.\n');
      expect(await roles()).toEqual([{ email: 'ada@example.test', role: 'user' }]);
    },
    STARTS_LIMIT_MS,
  );

  test(
    'says what is wrong with the email in one line',
    async () => {
      const none = await runWarm('grant-admin');
      const unknown = await runWarm('grant-admin', ['nobody@example.test']);
      const empty = await runWarm('grant-admin', ['nobody'], { DATA_DIR: `${dataDir}-none` });
      expect([none.code, none.err.split('\n')[0]]).toEqual([
        1,
        'Usage: npm run grant-admin -- EMAIL [--revoke]',
      ]);
      expect([unknown.code, unknown.err]).toEqual([1, 'No account has the email nobody@example.test.\n']);
      expect(empty.err).toContain('There is no database in');
    },
    STARTS_LIMIT_MS,
  );
});

describe('jobs', () => {
  test(
    'lists the dead jobs with what killed them, and gives them their attempts back',
    async () => {
      const job = (kind: string): typeof jobs.$inferInsert => {
        const at = new Date();
        const died = {
          status: 'dead',
          attempts: 5,
          lastError: 'the bank is closed',
          finishedAt: at,
        } as const;
        return { id: newId(), kind, key: kind, payload: {}, runAt: at, createdAt: at, ...died };
      };
      const [first, second] = [job('test.first'), job('test.second')];
      await onDatabase(({ db }) => db.insert(jobs).values([first, second]));
      const listed = await run('jobs');
      expect(listed.out).toMatch(new RegExp(`^${first.id} .*  test.first\\n  the bank is closed$`, 'm'));
      expect(listed.out).toContain('Dead jobs: 2.');
      const one = await runWarm('jobs', ['--requeue', first.id]);
      expect([one.code, one.out]).toEqual([0, `${first.id}  test.first: waiting again.\nRequeued: 1.\n`]);
      expect((await runWarm('jobs', ['--requeue', 'all'])).out).toContain(
        `${second.id}  test.second: waiting again.`,
      );
      expect((await runWarm('jobs')).out).toBe('No dead jobs.\n');
      const again = await runWarm('jobs', ['--requeue', first.id]);
      expect([again.code, again.err]).toEqual([
        1,
        `Job ${first.id} is not listed as failed. Another admin may have handled it.\n`,
      ]);
      expect((await runWarm('jobs', ['--help'])).err).toMatch(/^Usage: npm run jobs/);
    },
    STARTS_LIMIT_MS,
  );
});

describe('all of them', () => {
  test(
    'say what to do while a server has the embedded database open',
    async () => {
      await onDatabase(async () => {
        for (const script of ['verify', 'grant-admin', 'jobs'] as const) {
          const { code, err } = await runWarm(script, script === 'grant-admin' ? ['ada@example.test'] : []);
          expect(code).toBe(1);
          expect(err).toContain(`is in use by process ${process.pid}`);
          expect(err).toContain('stop the server with Ctrl+C, run this again');
        }
      });
    },
    STARTS_LIMIT_MS,
  );

  test(
    'say that Postgres does not answer',
    async () => {
      const DATABASE_URL = `postgres://127.0.0.1:${await freePort()}/none`;
      const { code, err } = await runWarm('verify', [], { DATABASE_URL });
      expect([code, err.split('(')[0]]).toEqual([1, 'The database does not answer ']);
    },
    STARTS_LIMIT_MS,
  );
});
