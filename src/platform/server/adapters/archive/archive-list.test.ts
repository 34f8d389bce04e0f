import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ArchivedMonth, appendMonth, readMonths } from './archive-list.ts';

let folder: string;
let list: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commonhold-months-'));
  list = join(folder, 'months.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const keyNamed = (id: string) => ({ id, secret: new Uint8Array(randomBytes(32)) });
const key = keyNamed('2026a');
const hash = () => randomBytes(32).toString('hex');
const fileOf = (name: string, through: number) => ({
  name: `${name}.parquet`,
  sha256: hash(),
  rows: 3,
  through,
});
const archived = (month: string, through: number): ArchivedMonth => ({
  month,
  ledger: fileOf(`ledger-${month}`, through),
  sums: { deposit: '9007199254740993' },
  audit: fileOf(`audit-${month}`, 2 * through),
  chainHead: hash(),
});
const text = () => readFileSync(list, 'utf8');

test('months come back as they were appended, also by an older data key; only this account reads the list', async () => {
  const [first, second] = [archived('2026-11', 3), archived('2026-12', 7)];
  await appendMonth(list, [key], first);
  const newer = keyNamed('2027a');
  await appendMonth(list, [newer, key], second);
  expect(readMonths(text(), [newer, key])).toEqual([first, second]);
  expect(() => readMonths(text(), [key])).toThrow('Line 2 was signed with the data key "2027a"');
  expect(statSync(list).mode & 0o777).toBe(0o600);
});

test.each([
  [
    'a changed sum',
    (line: string) => line.replace('9007199254740993', '9007199254740992'),
    'Line 1 has a wrong signature.',
  ],
  [
    'another hash',
    (line: string) => line.replace(/"sha256":"\w{64}"/, `"sha256":"${hash()}"`),
    'Line 1 has a wrong signature.',
  ],
  ['something else', () => '{"month":"2026-11"}\n', 'Line 1 names no archived month.'],
])('a line with %s is refused', async (_, change, message) => {
  await appendMonth(list, [key], archived('2026-11', 3));
  expect(() => readMonths(change(text()), [key])).toThrow(message);
});

test('a line that was taken out is noticed at the next one, and one that was cut short by a crash is passed over', async () => {
  for (const month of ['2026-11', '2026-12', '2027-01']) await appendMonth(list, [key], archived(month, 3));
  const [one, two, three] = text().split('\n');
  expect(() => readMonths(`${one}\n${three}\n`, [key])).toThrow(
    'Line 2 is about 2027-01 where 2026-12 was expected.',
  );
  expect(readMonths(`${one}\n${two?.slice(0, 40)}`, [key]).map(({ month }) => month)).toEqual(['2026-11']);
});
