import { describe, expect, test } from 'vitest';
import { appRouter } from '#app/server/app-router.ts';
import { registeredCommands } from '#platform/server/commands/command-registry.ts';
import { definedCommands, serverSources } from './sources.ts';

const sources = serverSources();
const defined = await definedCommands(sources);

test('the sources define each command that is registered once, so that no name of approvals and of the audit log is of two', () => {
  const registered = registeredCommands().map(({ name }) => name);
  expect(registered.length).toBeGreaterThan(150);
  // Other tests of this process define commands of their own, or load those of the sample world.
  expect(defined.map(({ name }) => name).sort()).toEqual(
    registered.filter((name) => !/^(test|sample)\./.test(name)).sort(),
  );
});

const kebabCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

describe('a command', () => {
  test.each(defined)('$name is the export of the file of that name', ({ name, file, declaration }) => {
    const [slice = '', verb = ''] = name.split('.');
    expect(file).toMatch(
      new RegExp(`^src/features/${kebabCase(slice)}/server/([\\w-]+/)?${kebabCase(verb)}\\.ts$`),
    );
    // A procedure that does more than its command, such as setting a cookie, has the name, and the command a suffix.
    expect([verb, `${verb}Command`]).toContain(declaration.name);
    const { declarations = [] } = sources.find((source) => source.file === file) ?? {};
    const exported = declarations.filter(({ isExported }) => isExported).map((one) => one.name);
    expect(exported).toContain(verb);
  });
});

describe('mutations', () => {
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
  const mutations = Object.keys(procedures).filter((name) => procedures[name]?._def.type === 'mutation');
  const commands = defined.map(({ name }) => name);

  test('have the names of their commands, except those that change nothing by themselves', () => {
    expect(mutations.filter((name) => !commands.includes(name)).sort()).toEqual([
      // Runs the command that was requested.
      'approvals.execute',
      // Changes nothing; a mutation because a hundred names do not fit into an address.
      'documentCenter.archive',
      // Changes nothing; a mutation because a whole article does not fit into an address.
      'learn.preview',
      // Changes nothing; a mutation because a proof of identity is asked for where mutations need it.
      'ownData.openExport',
    ]);
  });
});
