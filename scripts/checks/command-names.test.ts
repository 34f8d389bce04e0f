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
const camelCase = (name: string) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

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

test('a file that removes something is named like what it exports, also where that is no command', () => {
  const removing = sources.flatMap(({ file, declarations }) => {
    const [, name] = /\/((?:clear|delete|erase|forget|prune|remove|reset)-[\w-]+)\.ts$/.exec(file) ?? [];
    const exported = declarations.filter(({ isExported }) => isExported).map((one) => one.name);
    return name === undefined ? [] : [{ file, name: camelCase(name), exported }];
  });
  expect(removing.length).toBeGreaterThan(20);
  expect(removing.filter(({ name, exported }) => !exported.includes(name))).toEqual([]);
});

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
const proceduresOf = (type: string) =>
  Object.keys(procedures).filter((name) => procedures[name]?._def.type === type);

describe('mutations', () => {
  const mutations = proceduresOf('mutation');
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

/** The queries of a router's file, each with the function that answers it. */
function queriesOf({ file, text }: { file: string; text: string }) {
  const slice = camelCase(/^src\/features\/([\w-]+)\/server\/[\w-]+\.router\.ts$/.exec(file)?.[1] ?? '');
  if (slice === '') return [];
  return text.split(/^ {2}(?=\w+: )/m).flatMap((procedure) => {
    const answer = /\.query\([^;]*?=>\s*(?:\(\{\s*\.{3})?(?:\w+\.)?(\w+)\(/.exec(procedure)?.[1];
    return answer === undefined ? [] : [{ name: `${slice}.${/^\w+/.exec(procedure)?.[0]}`, answer }];
  });
}

describe('queries', () => {
  const queries = sources.flatMap(queriesOf);

  test('are all found in the routers of the slices', () => {
    expect(queries.map(({ name }) => name).sort()).toEqual(proceduresOf('query').sort());
  });

  test('have the names of their functions, or those with "Of", except the older ones', () => {
    const others = queries.filter(({ name, answer }) => {
      const noun = name.split('.')[1];
      return answer !== noun && answer !== `${noun}Of`;
    });
    expect(Object.fromEntries(others.map(({ name, answer }) => [name, answer]))).toEqual({
      // The name of the query is that of a table which the file reads.
      'analytics.properties': 'propertyFigures',
      'owners.properties': 'ownProperties',
      'owners.property': 'ownProperty',
      // Of a word that says too little outside of its router.
      'certificates.verify': 'verifyCertificate',
      'legal.document': 'documentVersion',
      'lots.open': 'openLots',
      'referrals.choices': 'rewardChoices',
      'reports.file': 'reportAsFile',
      'submissions.own': 'ownSubmission',
      'submissions.unfiled': 'unfiledDocumentsOf',
      'transactions.export': 'exportTransactions',
      'watchlist.alerts': 'generalAlertsOf',
    });
  });

  test('are nouns, except the older ones', () => {
    const verbs =
      /\.(check|compute|draw|export|fetch|find|get|load|make|prepare|read|search|show|verify)(?![a-z])/;
    expect(
      proceduresOf('query')
        .filter((name) => verbs.test(name))
        .sort(),
    ).toEqual([
      'analytics.exportProperties',
      'analytics.exportTrends',
      'audit.verifyPart',
      'certificates.verify',
      'transactions.export',
    ]);
  });
});
