import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestPlatform, testPlatform } from '#tests/support/platform.ts';
import { lock, lockEach, recordBalances, tryLock } from './advisory-locks.ts';
import { rows, savepoint, type Transaction } from './db.ts';

let on: TestPlatform;
beforeAll(async () => {
  on = await testPlatform();
});
afterAll(() => on.close());

const within = (work: (tx: Transaction) => Promise<unknown>) => on.platform.db.transaction(work);
const books = (...ids: number[]) => sql`unnest(${`{${ids.join()}}`}::int[])`;

describe('locks of one transaction', () => {
  test('are taken in the order of the list', async () => {
    await within(async (tx) => {
      await lock(tx, 'freezes', 'b');
      await lock(tx, 'statements', 1);
      await lockEach(tx, 'orderBooks', books(1, 2));
      expect(await tryLock(tx, 'archive')).toBe(true);
    });
  });

  test('in another order are refused, with the names of both', async () => {
    const taken = within(async (tx) => {
      await lockEach(tx, 'orderBooks', books(7));
      await lock(tx, 'statements', 1);
    });
    await expect(taken).rejects.toThrow(
      'The lock statements of 1 comes before orderBooks of 7, which is taken already.',
    );
  });

  test('are refused after balances are locked', async () => {
    const taken = within(async (tx) => {
      recordBalances(tx);
      await lock(tx, 'archive');
    });
    await expect(taken).rejects.toThrow('The lock archive comes before balances, which is taken already.');
  });

  test('of one name are taken in the order of their ids, and again as often as needed', async () => {
    await within(async (tx) => {
      await lock(tx, 'statements', 9);
      await lock(tx, 'statements', 10);
      await lock(tx, 'statements', 10);
    });
    const descending = within(async (tx) => {
      await lock(tx, 'statements', 10);
      await lock(tx, 'statements', 9);
    });
    await expect(descending).rejects.toThrow('statements of 9 comes before statements of 10');
    const anotherBook = within(async (tx) => {
      await lockEach(tx, 'orderBooks', books(3, 5));
      await lockEach(tx, 'orderBooks', books(4, 6));
    });
    await expect(anotherBook).rejects.toThrow('orderBooks of 4 comes before orderBooks of 5');
  });

  test('that are shared are taken in any order of ids', async () => {
    await within(async (tx) => {
      for (const id of ['b', 'a'])
        await lockEach(tx, 'freezes', sql`unnest(${`{${id}}`}::text[])`, { shared: true });
      await lock(tx, 'freezes', 'a');
    });
  });
});

describe('locks within a savepoint', () => {
  test('follow those before it, and come before those after it', async () => {
    const before = within(async (tx) => {
      await lock(tx, 'orderBooks', 1);
      await savepoint(tx, (nested) => lock(nested, 'statements', 1));
    });
    await expect(before).rejects.toThrow('statements of 1 comes before orderBooks of 1');
    const after = within(async (tx) => {
      await savepoint(tx, (nested) => lock(nested, 'orderBooks', 1));
      await lock(tx, 'statements', 1);
    });
    await expect(after).rejects.toThrow('statements of 1 comes before orderBooks of 1');
  });

  test('that is undone are released, so that earlier ones may follow', async () => {
    await within(async (tx) => {
      await lock(tx, 'freezes', 'a');
      const undone = savepoint(tx, async (nested) => {
        await lock(nested, 'orderBooks', 1);
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
      expect(await heldLocks(tx)).toBe(1);
      await lock(tx, 'statements', 1);
    });
  });
});

async function heldLocks(tx: Transaction): Promise<number> {
  const [held] = await rows<{ many: number }>(
    tx,
    sql`select count(*)::int as many from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`,
  );
  return held?.many ?? 0;
}
