import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verify } from '#app/server/verify.ts';
import { invest } from '#features/investing/server/index.ts';
import { present } from '#kernel/assert.ts';
import { newId } from '#kernel/ids.ts';
import { rows } from '#platform/server/database/db.ts';
import { api, contextOf } from '#tests/support/actors.ts';
import { type TestPlatform, testPlatform } from '#tests/support/platform.ts';
import { anAdmin, growWorld } from './large-world.ts';
import { fillLists, landlordOf, MEMBER } from './list-world.ts';
import { type BenchList, entriesList, LISTS, pagedProcedures } from './lists.ts';
import { as, seedBenchWorld, userId } from './world.ts';

const SIZE = { holders: 150, users: 20, properties: 30 };
const LISTED = 12;
const PAGE = 5;
const TRANSFERS = 1_500;

interface Page {
  items: unknown[];
  nextCursor: string | null;
}
type Queries = Record<string, Record<string, (asked: object) => Promise<Page>>>;

describe("the benchmark's world", () => {
  let t: TestPlatform;
  let readers: Record<BenchList['reader'], ReturnType<typeof as>>;

  beforeAll(async () => {
    t = await testPlatform();
    await seedBenchWorld(t.platform, SIZE);
    await fillLists(t.platform, LISTED, SIZE);
    const run = (statement: string) => rows(t.platform.db, sql.raw(statement));
    await growWorld(t.platform, {
      lanes: [run, run],
      transfers: TRANSFERS,
      size: SIZE,
      log: () => undefined,
    });
    readers = {
      admin: as(t.platform, await anAdmin(t.platform), 'admin'),
      member: as(t.platform, MEMBER),
      landlord: as(t.platform, landlordOf(SIZE)),
    };
  });
  afterAll(() => t.close());

  /** Items of a list, page by page, until there are more than it has to have. */
  async function walk({ procedure, input, reader, rows = LISTED }: BenchList): Promise<unknown[]> {
    const caller = api(contextOf(t.platform, readers[reader].caller.actor)) as unknown as Queries;
    const [slice = '', name = ''] = procedure.split('.');
    const ask = present(caller[slice]?.[name], procedure);
    const limit = Math.max(PAGE, Math.ceil(rows / 4));
    const items: unknown[] = [];
    let cursor: string | null = null;
    do {
      const page: Page = await ask({ ...input, limit, ...(cursor !== null && { cursor }) });
      items.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null && items.length <= rows);
    return items;
  }

  test('its people can buy, and its books balance when it has grown', async () => {
    const [ledger] = await rows<{ many: number }>(
      t.platform.db,
      sql`select count(*)::int as many from ledger_transfers`,
    );
    expect(ledger?.many).toBeGreaterThanOrEqual(TRANSFERS);
    expect(ledger?.many).toBeLessThan(TRANSFERS + 3);
    await invest(as(t.platform, userId(1)), { propertyId: 30, shares: 3, requestId: newId() });
    // Jobs that were given up are among the lists: a warning.
    const findings = (await verify(t.platform.db)).filter(({ warning }) => !warning);
    expect(findings.filter(({ drifted }) => drifted > 0)).toEqual([]);
  });

  test('every list that is read in pages has rows in it', async () => {
    const lists = { ...LISTS, entries: entriesList(new Date()) };
    const measured = new Set(Object.values(lists).map(({ procedure }) => procedure));
    expect(
      pagedProcedures().filter((name) => !measured.has(name)),
      'lists without rows',
    ).toEqual([]);
    const tooShort: string[] = [];
    for (const [name, list] of Object.entries(lists)) {
      const items = await walk(list);
      expect(new Set(items.map((item) => JSON.stringify(item))).size, `each row of ${name} once`).toBe(
        items.length,
      );
      if (items.length < (list.rows ?? LISTED)) tooShort.push(`${name}: ${items.length}`);
    }
    expect(tooShort).toEqual([]);
  });
});
