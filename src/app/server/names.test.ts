import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { appRouter } from './app-router.ts';

const features = new URL('../../features/', import.meta.url);

interface Command {
  name: string;
  path: string;
  source: string;
}

/** Every command of a slice, by the name that the audit log records. */
const commands = readdirSync(features, { recursive: true, encoding: 'utf8' })
  .filter((path) => /^\w[\w-]*\/server\/([\w-]+\/)?[\w-]+\.ts$/.test(path))
  .flatMap((path): Command[] => {
    const source = readFileSync(new URL(path, features), 'utf8');
    const names = /define\w*Command|\w+Command\(/.test(source)
      ? source.matchAll(/(?:\bname: |\w+Command\()'([a-z]\w*\.\w+)'/g)
      : [];
    return [...names].map(([, name = '']) => ({ name, path, source }));
  });

const kebabCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

test('finds the commands of the slices', () => {
  expect(commands.length).toBeGreaterThan(80);
});

describe('a command', () => {
  test.each(commands)('$name is the export of the file of that name', ({ name, path, source }) => {
    const [slice = '', verb = ''] = name.split('.');
    expect(path).toMatch(new RegExp(`^${kebabCase(slice)}/server/([\\w-]+/)?${kebabCase(verb)}\\.ts$`));
    expect(source).toMatch(new RegExp(`export (const|async function|function) ${verb}\\b`));
    // A procedure that does more than its command, such as setting a cookie, has the name, and the command a suffix.
    expect(source).toMatch(new RegExp(`const ${verb}(Command)?\\b[^;]*?'${slice}\\.${verb}'`));
  });
});

/** Mutations without a command of their own name. */
const withoutCommand = [
  // Changes nothing; a mutation because a whole article does not fit into an address.
  'learn.preview',
  // Changes nothing; a mutation because a hundred names do not fit into an address.
  'documentCenter.archive',
  // Changes nothing; a mutation because a proof of identity is asked for where mutations need it.
  'ownData.openExport',
  // Runs the command that was asked for.
  'approvals.execute',
];

test('every mutation has the name of its command', () => {
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
  const mutations = Object.keys(procedures).filter((name) => procedures[name]?._def.type === 'mutation');
  const known = new Set(commands.map(({ name }) => name));
  expect(mutations.filter((name) => !known.has(name) && !withoutCommand.includes(name))).toEqual([]);
});
