import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { benchRows } from '../bench/rows.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const reported = read('docs/generated/bench.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| what '))
  .map((line) => {
    const [what = '', , , , , , goal = '', outcome = ''] = line.slice(2, -2).split(' | ');
    return { what, goal: Number(goal), outcome };
  });

test('the stored benchmark has each row, with its goal', () => {
  expect(reported.map(({ what, goal }) => ({ what, goal }))).toEqual(
    benchRows.map(({ what, goal }) => ({ what, goal })),
  );
});

test('a decision says why a goal of the stored benchmark is missed', () => {
  const decision = read('docs/decisions/0056-goals-that-depend-on-the-machine.md');
  const missed = reported.filter(({ outcome }) => outcome === 'missed').map(({ what }) => what);
  const names = benchRows.filter(({ what }) => missed.includes(what)).map(({ name }) => name);
  expect(names.filter((name) => !decision.includes(`\`${name}\``))).toEqual([]);
});
