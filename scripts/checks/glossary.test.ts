import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const page = readFileSync(path.join(root, 'docs/glossary.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, word]) => word !== 'Word' && !word?.startsWith('--'));

const files = ['src', 'db', 'scripts'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => path.join(folder, file)),
);
const code = files.map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n');
const scripts = Object.keys(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).scripts);

/** A name is a script, a folder, the end of a file's name, or text of the code. */
function isThere(name: string): boolean {
  if (name.startsWith('npm run ')) return scripts.includes(name.slice('npm run '.length));
  if (name.includes('*')) return files.some((file) => file.endsWith(name.replaceAll('*', '')));
  if (name.endsWith('/')) return files.some((file) => `/${file}`.includes(`/${name}`));
  if (name.startsWith('src/')) return existsSync(path.join(root, name));
  return new RegExp(`(?<!\\w)${name.replaceAll(/[.[\]()*+?]/g, '\\$&')}(?!\\w)`).test(code);
}

test('every name that the glossary gives for a word is in the code', () => {
  const names = rows.flatMap(([, word, , inCode = '']) =>
    [...inCode.matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({ word, name })),
  );
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter(({ name }) => !isThere(name))).toEqual([]);
});

test('no two rows of the glossary explain the same word', () => {
  const words = rows.map(([, word = '']) => word);
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
});
