import { expect, test, vi } from 'vitest';
import type { CommandContext } from '../commands/run-command.ts';
import { failWith, tryEach } from './try-each.ts';

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
