import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('../../docs/decisions/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');
const files = readdirSync(folder)
  .filter((name) => /^\d{4}-.*\.md$/.test(name))
  .sort();

/** About two minutes for a reader. */
const MAX_WORDS = 480;

test('decisions are numbered without a gap, and each says its state and date', () => {
  expect(files.map((file) => Number(file.slice(0, 4)))).toEqual(files.map((_, index) => index + 1));
  for (const [index, file] of files.entries()) {
    const [title, , state] = read(file).split('\n');
    expect(title, file).toMatch(new RegExp(`^# ${index + 1}\\. \\S`));
    expect(state, file).toMatch(/^(Accepted|Superseded by \[\d+\]\([\w.-]+\)), \d{4}-\d{2}-\d{2}$/);
  }
});

test('each decision is read in two minutes and is in the index', () => {
  const index = read('README.md').replaceAll(/ +/g, ' ');
  for (const file of files) {
    const text = read(file);
    expect(text.split(/\s+/).length, file).toBeLessThanOrEqual(MAX_WORDS);
    const title = text.split('\n')[0]?.replace(/^# \d+\. /, '');
    expect(index).toContain(`[${title}](${file})`);
  }
});
