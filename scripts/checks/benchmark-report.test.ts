import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { largeRows } from '../bench/large-rows.ts';
import { benchRows } from '../bench/rows.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const reportIn = (file: string) =>
  read(`docs/generated/${file}`)
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| what '))
    .map((line) => {
      const [what = '', , , , , , goal = '', outcome = ''] = line.slice(2, -2).split(' | ');
      return { what, goal: Number(goal), outcome };
    });
const reported = reportIn('bench.md');

test('the stored benchmark has each row, with its goal', () => {
  expect(reported.map(({ what, goal }) => ({ what, goal }))).toEqual(
    benchRows.map(({ what, goal }) => ({ what, goal })),
  );
});

test.each([
  ['bench.md', '0056-goals-that-depend-on-the-machine.md', benchRows],
  ['bench-large.md', '0058-goals-missed-at-20-million-transfers.md', largeRows],
])('a decision says why a goal of %s is missed', (report, decision, all) => {
  const missed = reportIn(report).filter(({ outcome }) => outcome === 'missed');
  const names = missed.map(({ what }) => all.find((row) => row.what === what)?.name ?? what);
  expect(missed.length).toBeGreaterThan(0);
  const text = read(`docs/decisions/${decision}`);
  expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});
