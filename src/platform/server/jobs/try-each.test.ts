import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { testPlatform } from '#tests/support/platform.ts';
import type { CommandContext } from '../commands/run-command.ts';
import { failWith, tryEach, tryEachInRanges } from './try-each.ts';

const withCode = (code: string) => Object.assign(new Error(`SQLSTATE ${code}`), { code });

async function tried(failing: Error) {
  const reportFailure = vi.fn();
  const ctx = { platform: { reportFailure } } as unknown as CommandContext;
  const worked: number[] = [];
  const work = async (item: number) => {
    if (item === 1) throw failing;
    worked.push(item);
  };
  const failures = tryEach(ctx, [1, 2, 3], { work, what: (item) => `item ${item}` });
  return { failures: await failures.catch(() => 'ended'), worked, reported: reportFailure.mock.calls };
}

test.each([
  ['a bug', new Error('a bug')],
  ['a statement that took too long', withCode('57014')],
])('%s in one item delays no other, and fails the job at its end', async (_, error) => {
  const { failures, worked, reported } = await tried(error);
  expect(worked).toEqual([2, 3]);
  expect(reported).toEqual([[error, 'item 1']]);
  expect(() => failWith(failures as unknown[])).toThrow('1 item failed');
});

test('an outage of the database ends the work', async () => {
  expect(await tried(withCode('08006'))).toMatchObject({ failures: 'ended', worked: [], reported: [] });
  expect(() => failWith([])).not.toThrow();
});

test('a failure in one range of ids delays no item of another, and is returned with the others', async () => {
  const t = await testPlatform();
  const ctx = { platform: { db: t.platform.db, reportFailure: vi.fn() } } as unknown as CommandContext;
  const worked: string[] = [];
  const failures = await tryEachInRanges(ctx, {
    ids: sql`select id from unnest(array['a', 'b', 'c']) as given (id)`,
    maxIds: 1,
    itemsIn: async ({ lastId }) => [lastId],
    async work(id) {
      if (id !== 'b') throw new Error(id);
      worked.push(id);
    },
    what: (id) => `item ${id}`,
  });
  await t.close();
  expect(worked).toEqual(['b']);
  expect(failures).toEqual([new Error('a'), new Error('c')]);
});
