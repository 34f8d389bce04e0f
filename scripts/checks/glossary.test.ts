import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const page = readFileSync(path.join(root, 'docs/glossary.md'), 'utf8');
/** The rows of the sections whose titles fit. */
const rowsOf = (fits: (title: string) => boolean) =>
  page
    .split(/^## /m)
    .filter((section) => fits(section.split('\n', 1)[0] ?? ''))
    .flatMap((section) => section.split('\n'))
    .filter((line) => line.startsWith('| ') && !/^\| (Word|Not this|-)/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
const words = rowsOf((title) => !title.startsWith('Not '));

const allFiles = ['src', 'db', 'scripts', 'tests'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(gen|d)\.tsx?$/.test(file))
    .map((file) => path.join(folder, file)),
);
const isTest = (file: string) => file.startsWith('tests/') || /\.test\.tsx?$/.test(file);
const files = allFiles.filter((file) => !isTest(file));

interface Node {
  type: string;
  [key: string]: unknown;
}

/** Of `a.b` it is "b". */
const lastNameOf = (node: unknown): unknown =>
  (node as Node).type === 'MemberExpression' ? lastNameOf((node as Node).property) : (node as Node).name;

/** Names that the code gives, and its texts, such as SQL and values. Comments and what stands on screens are neither. */
const names = new Set<string>();
const texts = new Set<string>();
/** Names that tests give. */
const namesOfTests = new Set<string>();

function readNames(file: string, into: { names: Set<string>; texts: Set<string> }): void {
  const { names, texts } = into;
  const visit = (node: Node): void => {
    if (/^(JSX|Private)?Identifier$/.test(node.type)) names.add(String(node.name));
    if (node.type === 'MemberExpression')
      names.add(`${lastNameOf(node.object)}.${lastNameOf(node.property)}`);
    if (node.type === 'Property') names.add(`${lastNameOf(node.key)}: '${(node.value as Node).value}'`);
    if (node.type === 'Literal' && typeof node.value === 'string') texts.add(node.value);
    if (node.type === 'TemplateElement') texts.add((node.value as { cooked: string }).cooked);
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (typeof child === 'object' && child !== null && 'type' in child) visit(child as Node);
  };
  visit(parseSync(file, readFileSync(path.join(root, file), 'utf8')).program as unknown as Node);
}

for (const file of files) readNames(file, { names, texts });
for (const file of allFiles.filter(isTest)) readNames(file, { names: namesOfTests, texts: new Set() });
const allTexts = [...texts].join('\n');
const scripts = Object.keys(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).scripts);

/** A name is a script, a folder, the end of a file's name, an identifier, a value, or a name in SQL. */
function isThere(name: string): boolean {
  if (name.startsWith('npm run ')) return scripts.includes(name.slice('npm run '.length));
  if (name.includes('*')) return files.some((file) => file.endsWith(name.replaceAll('*', '')));
  if (name.endsWith('/')) return files.some((file) => `/${file}`.includes(`/${name}`));
  if (name.startsWith('src/')) return existsSync(path.join(root, name));
  if (names.has(name) || texts.has(name)) return true;
  return /\W|_/.test(name) && new RegExp(`(?<!\\w)${name.replaceAll(/\W/g, '\\$&')}(?!\\w)`).test(allTexts);
}

test('every name that the glossary gives for a word is in the code', () => {
  const given = words.flatMap(([, word, , inCode = '']) =>
    [...inCode.matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({ word, name })),
  );
  expect(given.length).toBeGreaterThan(100);
  expect(given.filter(({ name }) => !isThere(name))).toEqual([]);
});

test('no two rows of the glossary explain the same word', () => {
  const explained = words.map(([, word = '']) => word);
  expect(explained.filter((word, index) => explained.indexOf(word) !== index)).toEqual([]);
});

test('no name in the code or in its tests has a word that the glossary keeps out of it', () => {
  const avoided = rowsOf((title) => title === 'Not in code').flatMap(([, list = '', , exceptions = '']) =>
    list
      .split(', ')
      .map((word) => ({ word, except: [...exceptions.matchAll(/\w+/g)].map(([name]) => name) })),
  );
  expect(avoided.length).toBeGreaterThan(8);
  const wordsOf = (name: string) =>
    name
      .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
      .toLowerCase()
      .split('_');
  const found = avoided.map(({ word, except }) => ({
    word,
    names: [...new Set([...names, ...namesOfTests])].filter(
      (name) => wordsOf(name).includes(word) && !except.includes(name),
    ),
    stale: except.filter((name) => !names.has(name)),
  }));
  expect(found.filter((one) => one.names.length > 0 || one.stale.length > 0)).toEqual([]);
});
